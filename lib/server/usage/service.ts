import { sql } from "drizzle-orm";
import { countAgainst, countSpent, type Spender } from "../budgets/service";
import type { Tx } from "../db/client";
import type { NewEvent } from "../runs/events";
import { costOf } from "../runs/guards";
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

/** Counts one call of a model that is no step of a run, against the budgets of all that it counts for. */
export async function countCall(
  tx: Tx,
  { orgId, teamId, appId, keyId }: Spender,
  call: {
    runId: string;
    modelId: string;
    accountId: string | null;
    inputTokens: number | null;
    outputTokens: number | null;
    price: { inputPrice: number | null; outputPrice: number | null };
  },
): Promise<void> {
  const { runId, modelId, accountId, price } = call;
  const [inputTokens, outputTokens] = [call.inputTokens ?? 0, call.outputTokens ?? 0];
  const costUsd = costOf(call, price);
  const about = { teamId, runId, appId, keyId, modelId, accountId };
  await tx.insert(modelCalls).values({ ...about, inputTokens, outputTokens, costUsd });
  const subjects = [orgId, teamId, appId, keyId].filter((id) => id !== null);
  await countAgainst(tx, subjects, teamId, { tokens: inputTokens + outputTokens, costUsd: costUsd ?? 0 });
}
