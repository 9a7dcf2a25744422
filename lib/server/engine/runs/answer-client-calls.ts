import { and, eq } from "drizzle-orm";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { runs } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { resumeRun } from "./answer";
import { findOpenCalls, loadEvents } from "./calls/open-calls";
import { appendEvents, type NewEvent } from "./log/events";
import { publish } from "./log/hub";
import { truncateResult } from "./loop/tool-calls";
import { currentWorker, wakeWorkers } from "./worker";

export interface ClientResult {
  callId: string;
  output: unknown;
}

/** The calls of a run that the client of a publication has to make, in order. */
async function findClientCalls(tx: Tx, run: { id: string; sessionId: string }) {
  const open = await findOpenCalls(tx, run);
  const logged = await loadEvents(tx, run, ["tool_call"]);
  const ids = new Set(logged.flatMap(({ kind, body }) => (kind === "tool_call" && body.client ? body.callId : [])));
  return open.map(({ call }) => call).filter(({ id }) => ids.has(id));
}

/**
 * Records the results of all calls for which a run waits, and resumes it on any worker. The session's row is locked. Throws 409
 * when the run no longer waits, 400 when the result of a call is missing.
 */
export async function answerClientCalls(
  tx: Tx,
  session: { id: string; teamId: string },
  runId: string,
  results: readonly ClientResult[],
): Promise<void> {
  const localWorker = currentWorker();
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.teamId, session.teamId), eq(runs.sessionId, session.id), eq(runs.id, runId)))
    .for("update");
  if (run?.status !== "waiting" || run.cancelRequested)
    throw new AppError("conflict", "The response is no longer waiting for these results.");
  const calls = await findClientCalls(tx, run);
  const outputs = new Map(results.map(({ callId, output }) => [callId, output]));
  const missing = calls.find(({ id }) => !outputs.has(id));
  if (missing) throw new AppError("invalid", `Send the output of the call ${missing.id} too.`);
  const worker = localWorker?.hasRoom() ? localWorker : undefined;
  const state = worker ? "running" : "queued";
  const events: NewEvent[] = calls.map(({ id: callId, name }) => ({
    kind: "tool_result",
    body: { callId, name, output: truncateResult(outputs.get(callId)), durationMs: 0 },
  }));
  const status = { status: state, reason: null, runStatus: state, runId } as const;
  const change = { status: state, lastRun: { status: state, reason: null } } as const;
  const logged = await appendEvents(tx, session.id, runId, [...events, { kind: "status", body: status }], change);
  const resumed = await resumeRun(tx, run, worker?.id ?? null);
  afterCommit(tx, () => {
    publish(session.id, logged);
    if (worker) worker.begin(resumed, "answer");
    else wakeWorkers();
  });
}
