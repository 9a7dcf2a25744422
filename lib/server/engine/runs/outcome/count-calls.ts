import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { defineStatement } from "../../../platform/db/query/define-query";
import { settleAll } from "../../../platform/db/settle-all";
import { addSessionSpend } from "../../budgets/service";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";

type CountedRun = Pick<RunRow, "id" | "teamId" | "sessionId" | "principalId" | "keyId">;

const insertCalls = defineStatement<CountedRun & { calls: string }>()(
  (value) => sql`
    insert into model_calls (team_id, run_id, app_id, model_id, agent_id, agent_revision, account_id, key_id, input_tokens,
      output_tokens, cost_usd)
    select ${value("teamId")}, ${value("id")}, (select app_id from sessions where id = ${value("sessionId")}),
      c->>'modelId', c->>'agentId', (c->>'agentRevision')::int, ${value("principalId")}, ${value("keyId")}, (c->>'inputTokens')::bigint,
      (c->>'outputTokens')::bigint, (c->>'costUsd')::double precision
    from jsonb_array_elements(${value("calls")}::jsonb) c`,
);

/** Counts a run's model calls and charges its budgets, in the transaction that records them. */
export async function countCalls(tx: Tx, run: CountedRun, events: NewEvent[]): Promise<void> {
  const steps = events.flatMap(({ kind, body }) => (kind === "step" ? [body] : []));
  if (steps.length === 0) return;
  const calls = steps.map(({ modelId, agentId, agentRevision, inputTokens, outputTokens, costUsd }) => ({
    modelId,
    agentId,
    agentRevision,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    costUsd: inputTokens === null ? null : costUsd,
  }));
  const spent = {
    tokens: calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0),
    costUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
  };
  await settleAll([insertCalls(tx, { ...run, calls: JSON.stringify(calls) }), addSessionSpend(tx, run, spent)]);
}
