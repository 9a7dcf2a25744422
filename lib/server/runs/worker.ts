import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { log } from "../log";
import { provide, provided } from "../registry";
import { executeRun, type RunLimits, runLimits } from "./execute";
import { endRun } from "./finish";
import {
  attemptsMost,
  cancelsAsked,
  giveBack,
  heartbeat,
  heartbeatMs,
  LeaseLostError,
  type RunRow,
  takeRuns,
} from "./lease";
import { announce } from "./resume";

const pollMs = 1_000;
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
export function startWorker(db: Db, options?: Partial<WorkerOptions>): Worker {
  const worker = makeWorker(db, `worker-${randomText(12)}`, options);
  provide(name, worker);
  return worker;
}

export interface WorkerOptions extends RunLimits {
  pollMs: number;
  heartbeatMs: number;
}

export function makeWorker(db: Db, id: string, options: Partial<WorkerOptions> = {}): Worker {
  const settings = { pollMs, heartbeatMs, ...runLimits, ...options };
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopped = false;
  let polling: Promise<void> | null = null;

  const begin = (run: RunRow, taken: boolean): void => {
    const controller = new AbortController();
    if (stopped) controller.abort(new LeaseLostError());
    const done = work(db, run, controller.signal, settings, taken)
      .catch((error: unknown) => log().error({ err: error, runId: run.id }, "run failed"))
      .finally(() => active.delete(run.id))
      .then(() => (stopped ? giveBack(db, id, [run.id]) : undefined))
      .catch((error: unknown) => log().warn({ err: error, runId: run.id }, "run was not given back"));
    active.set(run.id, { controller, done });
  };

  const poll = async (): Promise<void> => {
    for (const runId of active.size > 0 ? await cancelsAsked(db, id) : []) cancel(runId);
    const room = runsMost - active.size;
    if (stopped || room <= 0) return;
    for (const run of await takeRuns(db, id, room)) begin(run, true);
  };

  const wake = (): void => {
    polling ??= poll()
      .catch((error: unknown) => log().warn({ err: error }, "looking for runs failed"))
      .finally(() => {
        polling = null;
      });
  };

  const cancel = (runId: string): void => active.get(runId)?.controller.abort("cancel");

  const beat = async (): Promise<void> => {
    for (const runId of await heartbeat(db, id, [...active.keys()]))
      active.get(runId)?.controller.abort(new LeaseLostError());
  };

  const timers = [
    setInterval(wake, settings.pollMs),
    setInterval(
      () => void beat().catch((error: unknown) => log().warn({ err: error }, "heartbeat failed")),
      settings.heartbeatMs,
    ),
  ];
  wake();

  return {
    id,
    begin: (run) => begin(run, false),
    wake,
    cancel,
    async stop() {
      stopped = true;
      if (currentWorker()?.id === id) provide(name, undefined);
      for (const timer of timers) clearInterval(timer);
      await polling;
      const working = [...active.values()];
      for (const { controller } of working) controller.abort(new LeaseLostError());
      await Promise.all(working.map(({ done }) => done));
    },
  };
}

async function work(db: Db, run: RunRow, signal: AbortSignal, limits: RunLimits, taken: boolean): Promise<void> {
  try {
    signal.throwIfAborted();
    if (run.cancelRequested) return await endRun(db, run, { status: "cancelled", reason: "Stopped." });
    if (run.attempt > attemptsMost) {
      const reason = "The server was interrupted three times while it worked on this. Try again.";
      return await endRun(db, run, { status: "error", reason });
    }
    if (taken) await announce(db, run);
    await executeRun(db, run, signal, limits, taken);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}
