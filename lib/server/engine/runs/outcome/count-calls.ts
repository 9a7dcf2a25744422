import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { sessions } from "../../../platform/db/tables/sessions";
import { modelCalls } from "../../../platform/db/tables/usage";
import { addSessionSpend } from "../../budgets/service";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";

/** Counts a run's model calls and charges its budgets, in the transaction that records them. */
export async function countCalls(
  tx: Tx,
  run: Pick<RunRow, "id" | "teamId" | "sessionId" | "principalId" | "keyId">,
  events: NewEvent[],
): Promise<void> {
  const steps = events.flatMap(({ kind, body }) => (kind === "step" ? [body] : []));
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
  await addSessionSpend(tx, run, {
    tokens: calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0),
    costUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
  });
}
