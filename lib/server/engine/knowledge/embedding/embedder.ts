import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { planColumns, toEffectivePlan } from "../../../access/plans/effective-plan";
import { explainLimit } from "../../../access/plans/limit-error";
import { checkProvider } from "../../../access/plans/limits";
import type { Reader } from "../../../platform/db/client";
import { models } from "../../../platform/db/tables/models";
import { providers } from "../../../platform/db/tables/providers";
import { orgs, teams } from "../../../platform/db/tables/teams";
import { AppError } from "../../../platform/errors/errors";
import { outbound } from "../../../platform/outbound/instance";
import { toCallableModel } from "../../models/callable";
import { estimateTokens } from "../../models/estimate";
import { isProviderOfModel } from "../../models/find-model";
import { computeFingerprint, toModelIdentity } from "../../models/fingerprint";
import { createEmbeddingModel } from "../../models/providers/create";

/** Texts per call, whatever the provider accepts: a failed call is repeated as a whole. */
const maxBatch = 64;
const silenceMs = 60_000;
/** Response limits for the longest vectors of any model, with each number in full precision. */
export const responseLimits = { maxBytes: 20 * 1024 * 1024, maxJsonEntries: maxBatch * 10_000, maxJsonParts: 10_000 };

export interface Embedder {
  modelId: string;
  name: string;
  /** See `computeFingerprint`. */
  fingerprint: string;
  identity: ReturnType<typeof toModelIdentity>;
  batch: number;
  /** Redacted from the provider's messages. */
  secrets: string[];
  price: { inputPrice: number | null; outputPrice: number | null };
  /** One vector per text, in order, all of one length; `tokens` are estimated when the provider does not report them. */
  embed: (texts: string[], signal: AbortSignal) => Promise<{ vectors: number[][]; tokens: number }>;
}

/** Returns the team's embedding model, ready to be called. Throws AppError with the reason why it cannot be. */
export async function openEmbedder(db: Reader, teamId: string, modelId: string | null): Promise<Embedder> {
  const [row] = modelId
    ? await db
        .select({ model: models, provider: providers, orgId: orgs.id, plan: planColumns })
        .from(models)
        .leftJoin(providers, isProviderOfModel)
        .innerJoin(teams, eq(teams.id, models.teamId))
        .innerJoin(orgs, eq(orgs.id, teams.orgId))
        .where(and(eq(models.teamId, teamId), eq(models.id, modelId)))
    : [];
  if (!row) throw new AppError("conflict", "The embedding model was deleted. Choose another one in the settings.");
  if (row.model.modelType !== "embedding")
    throw new AppError("conflict", `${row.model.name} is a chat model. Choose an embedding model in the settings.`);
  try {
    checkProvider({ orgId: row.orgId, ...toEffectivePlan(row.plan) }, row.model.type as ProviderId, "embedding");
  } catch (error) {
    throw error instanceof AppError ? await explainLimit(error) : error;
  }
  const { settings, secrets } = toCallableModel(row);
  const fetch = outbound().fetchWith({ headersTimeoutMs: silenceMs, ...responseLimits });
  const model = await createEmbeddingModel(settings, fetch);
  const maxPerCall = (await model.maxEmbeddingsPerCall) ?? maxBatch;
  const { inputPrice, outputPrice } = row.model;
  return {
    modelId: row.model.id,
    name: row.model.name,
    fingerprint: computeFingerprint(settings),
    secrets,
    batch: Math.min(maxPerCall, maxBatch),
    identity: toModelIdentity(settings),
    price: { inputPrice, outputPrice: outputPrice ?? 0 },
    async embed(texts, signal) {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(2 * silenceMs)]);
      const { embeddings, usage } = await model.doEmbed({ values: texts, abortSignal });
      return { vectors: embeddings, tokens: usage?.tokens ?? estimateTokens(...texts) };
    },
  };
}
