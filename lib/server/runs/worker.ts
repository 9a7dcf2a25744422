import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { log } from "../log";
import { provide, provided } from "../registry";
import { partialMessages, sessionEvents } from "../sessions/table";
import type { NewEvent } from "./events";
import { executeRun } from "./execute";
import { endRun, recordEvents } from "./finish";
import { attemptsMost, giveBack, heartbeat, heartbeatMs, LeaseLostError, type RunRow, takeRuns } from "./lease";

const pollMs = 2_000;
const runsMost = 400;

export interface Worker {
  id: string;
  /** Works a run whose lease this worker has just written. */
  begin(run: RunRow): void;
  /** Looks for runs now. */
  wake(): void;
  cancel(runId: string): void;
  /** Gives running work back and waits until it has stopped. */
  stop(): Promise<void>;
}

const name = "run-worker";
export const currentWorker = (): Worker | undefined => provided<Worker>(name);

/** Starts this process's worker. */
export function startWorker(db: Db): Worker {
  const worker = makeWorker(db, `worker-${randomText(12)}`);
  provide(name, worker);
  return worker;
}

export function makeWorker(db: Db, id: string, options = { pollMs, heartbeatMs }): Worker {
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopped = false;
  let polling: Promise<void> | null = null;

  const begin = (run: RunRow): void => {
    const controller = new AbortController();
    const done = work(db, run, controller.signal)
      .catch((error: unknown) => log().error({ err: error, runId: run.id }, "run failed"))
      .finally(() => active.delete(run.id));
    active.set(run.id, { controller, done });
  };

  const poll = async (): Promise<void> => {
    const room = runsMost - active.size;
    if (stopped || room <= 0) return;
    for (const run of await takeRuns(db, id, room)) begin(run);
  };

  const wake = (): void => {
    polling ??= poll()
      .catch((error: unknown) => log().warn({ err: error }, "looking for runs failed"))
      .finally(() => {
        polling = null;
      });
  };

  const beat = async (): Promise<void> => {
    const { lost, cancelled } = await heartbeat(db, id, [...active.keys()]);
    for (const runId of lost) active.get(runId)?.controller.abort(new LeaseLostError());
    for (const runId of cancelled) active.get(runId)?.controller.abort("cancel");
  };

  const timers = [
    setInterval(wake, options.pollMs),
    setInterval(
      () => void beat().catch((error: unknown) => log().warn({ err: error }, "heartbeat failed")),
      options.heartbeatMs,
    ),
  ];
  wake();

  return {
    id,
    begin,
    wake,
    cancel: (runId) => active.get(runId)?.controller.abort("cancel"),
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await polling;
      for (const { controller } of active.values()) controller.abort("give-back");
      const ids = [...active.keys()];
      await Promise.all([...active.values()].map(({ done }) => done));
      await giveBack(db, id, ids);
    },
  };
}

async function work(db: Db, run: RunRow, signal: AbortSignal): Promise<void> {
  if (run.cancelRequested) return endRun(db, run, "cancelled", "Stopped.");
  if (run.attempt > attemptsMost)
    return endRun(db, run, "error", "The server was interrupted three times while it worked on this. Try again.");
  const left = await leftovers(db, run);
  if (left.length > 0) await recordEvents(db, run, left);
  await executeRun(db, run, signal);
}

/** What an interrupted attempt has left: its partial text is void, and readers are told that the work goes on. */
async function leftovers(db: Db, run: RunRow): Promise<NewEvent[]> {
  const partials = await db
    .select({ id: partialMessages.messageId })
    .from(partialMessages)
    .where(eq(partialMessages.runId, run.id));
  const discards = partials.map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
  const interrupted = await openCalls(db, run);
  if (run.attempt <= 1 && discards.length === 0 && interrupted.length === 0) return [];
  const notice: NewEvent = { kind: "notice", body: { code: "resumed", text: "Work went on after an interruption." } };
  return [...discards, ...interrupted, ...(run.attempt > 1 ? [notice] : [])];
}

/** A call that had started and has no result may have happened: the model is told so and decides. */
async function openCalls(db: Db, run: RunRow): Promise<NewEvent[]> {
  const rows = await db
    .select({
      kind: sessionEvents.kind,
      callId: sql<string>`${sessionEvents.body}->>'callId'`,
      name: sql<string>`${sessionEvents.body}->>'name'`,
    })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, run.sessionId),
        eq(sessionEvents.runId, run.id),
        isNull(sessionEvents.supersededBy),
        sql`${sessionEvents.kind} in ('tool_call', 'tool_result')`,
      ),
    );
  const answered = new Set(rows.filter(({ kind }) => kind === "tool_result").map(({ callId }) => callId));
  return rows
    .filter(({ kind, callId }) => kind === "tool_call" && !answered.has(callId))
    .map(({ callId, name }) => ({
      kind: "tool_result",
      body: {
        callId,
        name,
        error: "The server was interrupted during this call; it may have happened.",
        durationMs: 0,
      },
    }));
}
