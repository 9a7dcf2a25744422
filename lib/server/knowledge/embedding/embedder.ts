import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { explained } from "../../billing/limit-error";
import { checkProvider } from "../../billing/limits";
import { planColumns, planInForce } from "../../billing/plan-in-force";
import type { Db } from "../../db/client";
import { AppError } from "../../http/errors";
import { createEmbeddingModel } from "../../models/providers/create";
import { callable } from "../../models/service";
import { models } from "../../models/table";
import { outbound } from "../../outbound/instance";
import { estimateTokens } from "../../runs/estimate";
import { orgs, teams } from "../../teams/table";
import { fingerprintOf, identityOf } from "./fingerprint";

/** Texts in one call at most, whatever the provider takes: a call that fails is made again as a whole. */
const batchMost = 64;
const silenceMs = 60_000;
/** Of an answer: vectors as long as any model makes them, each number written out. */
export const answerLimits = { maxBytes: 20 * 1024 * 1024, maxJsonEntries: batchMost * 10_000, maxJsonParts: 10_000 };

export interface Embedder {
  modelId: string;
  /** See `fingerprintOf`. */
  fingerprint: string;
  identity: ReturnType<typeof identityOf>;
  batch: number;
  /** To be cut out of what the provider says. */
  secrets: string[];
  price: { inputPrice: number | null; outputPrice: number | null };
  /** One vector a text, in order, all of one length; `tokens` are estimated where the provider does not count. */
  embed: (texts: string[], signal: AbortSignal) => Promise<{ vectors: number[][]; tokens: number }>;
}

/** The team's embedding model, ready to be called. Throws AppError with the reason why it cannot be. */
export async function embedderOf(db: Pick<Db, "select">, teamId: string, modelId: string | null): Promise<Embedder> {
  const [row] = modelId
    ? await db
        .select({ model: models, orgId: orgs.id, plan: planColumns })
        .from(models)
        .innerJoin(teams, eq(teams.id, models.teamId))
        .innerJoin(orgs, eq(orgs.id, teams.orgId))
        .where(and(eq(models.teamId, teamId), eq(models.id, modelId)))
    : [];
  if (!row) throw new AppError("conflict", "The embedding model was deleted. Choose another one in the settings.");
  if (row.model.modelType !== "embedding")
    throw new AppError("conflict", `${row.model.name} is a chat model. Choose an embedding model in the settings.`);
  try {
    checkProvider({ orgId: row.orgId, ...planInForce(row.plan) }, row.model.type as ProviderId, "embedding");
  } catch (error) {
    throw error instanceof AppError ? await explained(error) : error;
  }
  const { settings, secrets } = callable(row.model);
  const fetch = outbound().fetchWith({ headersTimeoutMs: silenceMs, ...answerLimits });
  const model = await createEmbeddingModel(settings, fetch);
  const most = (await model.maxEmbeddingsPerCall) ?? batchMost;
  const { inputPrice, outputPrice } = row.model;
  return {
    ...{ modelId: row.model.id, fingerprint: fingerprintOf(settings), secrets },
    ...{ batch: Math.min(most, batchMost), identity: identityOf(settings) },
    price: { inputPrice, outputPrice: outputPrice ?? 0 },
    async embed(texts, signal) {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(2 * silenceMs)]);
      const { embeddings, usage } = await model.doEmbed({ values: texts, abortSignal });
      return { vectors: embeddings, tokens: usage?.tokens ?? estimateTokens(...texts) };
    },
  };
}
