import type { Db } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { retryingDb } from "../../platform/db/retrying-db";
import { isDiskFull } from "../../platform/disk/disk";
import { env } from "../../platform/env/env";
import { randomText } from "../../platform/ids/ids";
import { pollWhenDue } from "../../platform/jobs/poll-when-due";
import { log } from "../../platform/log/log";
import { withLogContext } from "../../platform/log/log-context";
import { getProvided, provide } from "../../platform/process/registry";
import { findRevokedRuns } from "./context/assert-authorized";
import { type RunLimits, runLimits } from "./execute";
import {
  claimRuns,
  findCancelRequests,
  heartbeatMs,
  LeaseLostError,
  nextRun,
  type RunRow,
  requeue,
  requeueLater,
  runLease,
  WorkerStopError,
} from "./lease/lease";
import { trackPresence } from "./lease/presence";
import { notifyWorkers, notifyWorkersSoon, toWorkerId } from "./lease/wake-worker";
import { type Origin, processRun } from "./process-run";

/** The longest time until work is found whose notification was lost. */
const pollMs = 3_000;
/** How long a run retries each database operation. */
const patienceMs = 5 * 60_000;
/** The same while the worker is stopping. Less than the shutdown timeout. */
const stopPatienceMs = 4_000;

export interface Worker {
  id: string;
  /** Whether another run can be executed now. */
  hasRoom(): boolean;
  /** Executes a run whose lease this worker has just written. */
  begin(run: RunRow, origin: "start" | "answer"): void;
  /** Polls for runs now. */
  wake(): void;
  cancel(runId: string): void;
  /** Someone has lost access to a team or link: stops their runs immediately. */
  review(): void;
  /** Releases active runs and waits until they have stopped. */
  stop(): Promise<void>;
}

const name = "run-worker";
export const currentWorker = (): Worker | undefined => getProvided<Worker>(name);

/** Wakes this process's worker, and others that have room. */
export function wakeWorkers(): void {
  currentWorker()?.wake();
  notifyWorkersSoon();
}

export function startWorker(db: Db, options?: Partial<WorkerOptions>): Worker {
  const worker = createWorker(db, toWorkerId(randomText(6)), options);
  provide(name, worker);
  return worker;
}

export interface WorkerOptions extends RunLimits {
  pollMs: number;
  heartbeatMs: number;
  /** Maximum concurrent runs. */
  maxRuns: number;
}

export function createWorker(db: Db, id: string, options: Partial<WorkerOptions> = {}): Worker {
  const settings = { pollMs, heartbeatMs, maxRuns: env().WORKER_MAX_RUNS, ...runLimits, ...options };
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopped = false;
  /** The last poll found no room, or filled it. */
  let hasBacklog = false;
  /** Aborted when the grace period of a stopping worker ends. */
  const graceEnd = new AbortController();
  /** When the database last failed; other workers may have missed lease renewals then. */
  let lastFailureAt = Number.NEGATIVE_INFINITY;
  const noteFailure = (error: unknown): void => {
    if (isTransient(error)) lastFailureAt = performance.now();
  };

  const release = async (runDb: Db, run: RunRow): Promise<void> => {
    await requeue(runDb, id, [run.id]);
    await notifyWorkers(runDb);
  };

  const begin = (run: RunRow, origin: Origin): void => {
    // An attempt of this process that has lost its lease unnoticed, such as after a blocked event loop.
    active.get(run.id)?.controller.abort(new LeaseLostError());
    const controller = new AbortController();
    if (stopped) controller.abort(new WorkerStopError());
    const context = { requestId: run.requestId ?? undefined, runId: run.id, sessionId: run.sessionId };
    const runDb = retryingDb(db, { patienceMs, reads: controller.signal, writes: graceEnd.signal });
    const done = withLogContext(context, () => processRun(runDb, run, controller.signal, settings, origin))
      .catch((error: unknown) => {
        log().error({ err: error, runId: run.id }, "run failed with an internal error");
        return stopped ? undefined : requeueLater(runDb, run);
      })
      .then(() => (stopped ? release(runDb, run) : undefined))
      .catch((error: unknown) => log().warn({ err: error, runId: run.id }, "run was not released"))
      .finally(() => {
        if (active.get(run.id) === entry) active.delete(run.id);
        if (hasBacklog && !stopped) duePoll.pollNow();
      });
    const entry = { controller, done };
    active.set(run.id, entry);
  };

  const poll = async (): Promise<void> => {
    for (const runId of active.size > 0 ? await findCancelRequests(db, id) : []) cancel(runId);
    const capacity = settings.maxRuns - active.size;
    hasBacklog = capacity <= 0;
    if (stopped || hasBacklog) return;
    // Without room for their output, runs stay queued. Ending one takes little.
    const onlyCancelled = await isDiskFull();
    // After database failures, live workers get time to renew their leases first.
    const withLapsed = performance.now() - lastFailureAt > 2 * settings.heartbeatMs;
    const claimed = await claimRuns(db, id, capacity, [...active.keys()], { withLapsed, onlyCancelled });
    hasBacklog = claimed.length === capacity;
    for (const run of claimed) begin(run, run.lapsed ? "lapse" : "queue");
  };

  const cancel = (runId: string): void => {
    const run = active.get(runId);
    if (run && !run.controller.signal.aborted) run.controller.abort("cancel");
  };

  const stopRevoked = async (): Promise<void> => {
    for (const [runId, why] of await findRevokedRuns(db, [...active.keys()])) active.get(runId)?.controller.abort(why);
  };
  const review = (): void =>
    void stopRevoked().catch((error: unknown) => log().warn({ err: error }, "checking run authorization failed"));

  const presence = trackPresence(db, id, settings.maxRuns);
  presence.heartbeat(0);
  const sendHeartbeat = async (): Promise<void> => {
    presence.heartbeat(active.size);
    for (const runId of await runLease.renew(db, id, [...active.keys()]))
      active.get(runId)?.controller.abort(new LeaseLostError());
    // Covers access lost while a run was starting, lost notifications, and expired links.
    await stopRevoked();
  };

  const timer = setInterval(
    () =>
      void sendHeartbeat().catch((error: unknown) => {
        noteFailure(error);
        log().warn({ err: error }, "heartbeat failed");
      }),
    settings.heartbeatMs,
  );
  const duePoll = pollWhenDue(db, {
    failed: "polling for runs failed",
    nextDue: nextRun(id),
    everyMs: settings.pollMs,
    run: poll,
    onFailure: noteFailure,
  });

  return {
    id,
    hasRoom: () => !stopped && active.size < settings.maxRuns,
    begin,
    wake: duePoll.pollNow,
    cancel,
    review,
    async stop() {
      stopped = true;
      if (currentWorker()?.id === id) provide(name, undefined);
      clearInterval(timer);
      // First, so that no process wakes it.
      const removal = presence.remove();
      await duePoll.stop();
      const working = [...active.values()];
      for (const { controller } of working) controller.abort(new WorkerStopError());
      const graceTimer = setTimeout(() => graceEnd.abort(), stopPatienceMs);
      await Promise.all(working.map(({ done }) => done));
      clearTimeout(graceTimer);
      await removal;
    },
  };
}
