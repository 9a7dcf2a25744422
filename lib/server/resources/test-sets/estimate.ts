import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { computeCost } from "../../engine/models/cost";
import { estimateTokens } from "../../engine/models/estimate";
import type { Reader } from "../../platform/db/client";
import { models } from "../../platform/db/tables/models";
import { evaluationAttempts as attempts, evaluations } from "../../platform/db/tables/test-sets";
import type { TestSetRow } from "./queries";
import type { Tested } from "./subject";

/** Tokens of an answer, when none is known. */
const answerTokens = 300;

/**
 * Estimates the cost of an evaluation in US dollars: by the mean of the set's earlier attempts with the same model, or else by the
 * length of the texts, assuming one model call for each attempt. Null: the model's prices are unknown.
 */
export async function estimateCost(
  db: Reader,
  set: TestSetRow,
  { session, fingerprint }: Tested,
  cases: readonly TestCase[],
  repeat: number,
): Promise<{ attempts: number; costUsd: number | null; basis: "earlier_attempts" | "texts" }> {
  const count = cases.length * repeat;
  const testedModel = sql`${evaluations.session}->'preview'->'agent'->>'modelId'`;
  const { agent, process } = session.preview;
  const modelId = agent?.modelId;
  const isSimilar = modelId ? eq(testedModel, modelId) : eq(evaluations.fingerprint, fingerprint);
  const [earlier] = await db
    .select({ mean: sql<number | null>`avg(${attempts.costUsd})::float8` })
    .from(attempts)
    .innerJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(and(eq(evaluations.testSetId, set.id), isNotNull(attempts.costUsd), isSimilar));
  if (earlier?.mean != null) return { attempts: count, costUsd: earlier.mean * count, basis: "earlier_attempts" };
  const pricedId = modelId ?? process?.managerModelId ?? null;
  const [price] = pricedId
    ? await db
        .select({ inputPrice: models.inputPrice, outputPrice: models.outputPrice })
        .from(models)
        .where(and(eq(models.teamId, set.teamId), eq(models.id, pricedId)))
    : [];
  if (!price || !agent) return { attempts: count, costUsd: null, basis: "texts" };
  const { role, goal, backstory } = agent;
  const promptTokens = cases.map(({ input, history }) =>
    estimateTokens(role, goal, backstory, input, ...history.map(({ text }) => text)),
  );
  const inputTokens = promptTokens.reduce((total, tokens) => total + tokens, 0) * repeat;
  return {
    attempts: count,
    costUsd: computeCost({ inputTokens, outputTokens: answerTokens * count }, price),
    basis: "texts",
  };
}
