import { sql } from "drizzle-orm";
import { countAgainst, countSpent } from "../budgets/service";
import type { Tx } from "../db/client";
import type { NewEvent } from "../runs/events";
import type { RunRow } from "../runs/lease";
import { sessions } from "../sessions/table";
import { modelCalls } from "./table";

interface StepBody {
  modelId?: string;
  inputTokens?: number | null;
  outputTokens?: number | null;
  costUsd?: number | null;
}

/** Counts the model calls among a run's events, in the transaction that writes them, and against its budgets. */
export async function countCalls(
  tx: Tx,
  run: Pick<RunRow, "id" | "teamId" | "sessionId" | "principalId" | "keyId">,
  events: NewEvent[],
): Promise<void> {
  const steps = events.filter(({ kind }) => kind === "step").map(({ body }) => body as StepBody);
  if (steps.length === 0) return;
  const appId = sql<string>`(select app_id from ${sessions} where id = ${run.sessionId})`;
  const calls = steps.map(({ modelId, inputTokens, outputTokens, costUsd }) => ({
    teamId: run.teamId,
    runId: run.id,
    appId,
    modelId,
    accountId: run.principalId,
    keyId: run.keyId,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    costUsd: inputTokens === null ? null : costUsd,
  }));
  await tx.insert(modelCalls).values(calls);
  await countSpent(tx, run, {
    tokens: calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0),
    costUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
  });
}

/** Counts one call of an embedding model, which no session has asked for, against the budgets of team and organisation. */
export async function countEmbedding(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string },
  call: {
    runId: string;
    modelId: string;
    accountId: string | null;
    tokens: number | null;
    price: { inputPrice: number | null };
  },
): Promise<void> {
  const { runId, modelId, accountId, tokens, price } = call;
  const costUsd = tokens === null || price.inputPrice === null ? null : (tokens * price.inputPrice) / 1_000_000;
  await tx
    .insert(modelCalls)
    .values({ teamId, runId, modelId, accountId, inputTokens: tokens ?? 0, outputTokens: 0, costUsd });
  await countAgainst(tx, [orgId, teamId], teamId, { tokens: tokens ?? 0, costUsd: costUsd ?? 0 });
}
