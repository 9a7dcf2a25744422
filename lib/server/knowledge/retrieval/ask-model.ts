import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { explained } from "../../billing/limit-error";
import { checkProvider } from "../../billing/limits";
import { planColumns, planInForce } from "../../billing/plan-in-force";
import type { Db } from "../../db/client";
import { AppError } from "../../http/errors";
import { createLanguageModel } from "../../models/providers/create";
import { storable } from "../../models/providers/storable";
import { callable } from "../../models/service";
import { models } from "../../models/table";
import { outbound } from "../../outbound/instance";
import { estimateTokens } from "../../runs/estimate";
import { orgs, teams } from "../../teams/table";
import type { Payer } from "../payer";

/** Asks a model something short, and answers what it says. */
export type AskModel = (instructions: string, text: string) => Promise<string>;

const answerTokens = 500;

/** The team's chat model, for a retriever that thinks first; undefined where it is gone. */
export async function askerOf(
  db: Pick<Db, "select">,
  teamId: string,
  modelId: string | null,
  payer: Payer,
  signal: AbortSignal,
): Promise<AskModel | undefined> {
  if (!modelId) return undefined;
  const [row] = await db
    .select({ model: models, orgId: orgs.id, plan: planColumns })
    .from(models)
    .innerJoin(teams, eq(teams.id, models.teamId))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(and(eq(models.teamId, teamId), eq(models.id, modelId)));
  if (row?.model.modelType !== "llm") return undefined;
  try {
    checkProvider({ orgId: row.orgId, ...planInForce(row.plan) }, row.model.type as ProviderId, "llm");
  } catch (error) {
    throw error instanceof AppError ? await explained(error) : error;
  }
  const model = await createLanguageModel(
    callable(row.model).settings,
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
      const value = storable(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
      return {
        value,
        inputTokens: usage.inputTokens.total ?? estimateTokens(instructions, text),
        outputTokens: usage.outputTokens.total ?? estimateTokens(value),
      };
    });
  };
}
