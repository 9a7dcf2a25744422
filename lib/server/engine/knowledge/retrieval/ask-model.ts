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
import { createLanguageModel } from "../../models/providers/create";
import { toStorableText } from "../../models/providers/shared/storable";
import type { Payer } from "../payer";

/** Sends a model a short prompt and returns its response. */
export type AskModel = (instructions: string, text: string) => Promise<string>;

const answerTokens = 500;

/** The team's chat model for query expansion and filter selection; undefined when it was deleted. */
export async function createAskModel(
  db: Reader,
  teamId: string,
  modelId: string | null,
  payer: Payer,
  signal: AbortSignal,
): Promise<AskModel | undefined> {
  if (!modelId) return undefined;
  const [row] = await db
    .select({ model: models, provider: providers, orgId: orgs.id, plan: planColumns })
    .from(models)
    .leftJoin(providers, isProviderOfModel)
    .innerJoin(teams, eq(teams.id, models.teamId))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(and(eq(models.teamId, teamId), eq(models.id, modelId)));
  if (row?.model.modelType !== "llm") return undefined;
  try {
    checkProvider({ orgId: row.orgId, ...toEffectivePlan(row.plan) }, row.model.type as ProviderId, "llm");
  } catch (error) {
    throw error instanceof AppError ? await explainLimit(error) : error;
  }
  const model = await createLanguageModel(
    toCallableModel(row).settings,
    outbound().fetchWith({ headersTimeoutMs: 60_000, maxJsonEntries: 100_000 }),
  );
  const price = { inputPrice: row.model.inputPrice, outputPrice: row.model.outputPrice };
  return async (instructions, text) => {
    return payer.pay({ modelId, price }, async () => {
      const { content, usage } = await model.doGenerate({
        prompt: [
          { role: "system", content: instructions },
          { role: "user", content: [{ type: "text", text }] },
        ],
        maxOutputTokens: answerTokens,
        temperature: 0,
        abortSignal: signal,
      });
      const value = toStorableText(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
      return {
        value,
        inputTokens: usage.inputTokens.total ?? estimateTokens(instructions, text),
        outputTokens: usage.outputTokens.total ?? estimateTokens(value),
      };
    });
  };
}
