import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { isTransient } from "../db/is-transient";
import { patientDb } from "../db/patient";
import { isDiskFull } from "../disk";
import { log } from "../log";
import { withLogContext } from "../log-context";
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
  letLapse,
  type RunRow,
  takeRuns,
  WorkerStopError,
} from "./lease";
import { presenceOf } from "./presence";
import { announce } from "./resume";
import { revokedRuns } from "./standing";

const pollMs = 1_000;
const runsMost = 400;
/** How long a run waits for a database in trouble with one thing that it reads or writes. */
const patienceMs = 5 * 60_000;
/** The same once the worker is told to stop. Less than what closing may take. */
const stopPatienceMs = 4_000;

/** How a run came to the worker: just begun here, answered here, from the queue, or left behind by a worker that is gone. */
type Origin = "start" | "answer" | "queue" | "lapse";

export interface Worker {
  id: string;
  /** One more run can be worked on at once. */
  hasRoom(): boolean;
  /** Works a run whose lease this worker has just written. */
  begin(run: RunRow, origin: "start" | "answer"): void;
  /** Looks for runs now. */
  wake(): void;
  cancel(runId: string): void;
  /** Somebody is out of a team or of a link: stops at once what is worked on for them. */
  review(): void;
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
  /** Worked on at the same time. */
  runsMost: number;
}

export function makeWorker(db: Db, id: string, options: Partial<WorkerOptions> = {}): Worker {
  const settings = { pollMs, heartbeatMs, runsMost, ...runLimits, ...options };
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopped = false;
  let polling: Promise<void> | null = null;
  let pollAgain = false;
  /** The last look found no room, or filled it. */
  let moreWait = false;
  /** Aborted once a worker that was told to stop has waited long enough. */
  const closing = new AbortController();
  /** When the database last failed this worker, and so perhaps others with their leases. */
  let troubledAt = Number.NEGATIVE_INFINITY;
  const noteTrouble = (error: unknown, what: string): void => {
    if (isTransient(error)) troubledAt = performance.now();
    log().warn({ err: error }, what);
  };

  const begin = (run: RunRow, origin: Origin): void => {
    // An attempt of this process's own that has lost its lease unnoticed, as after a blocked event loop.
    active.get(run.id)?.controller.abort(new LeaseLostError());
    const controller = new AbortController();
    if (stopped) controller.abort(new WorkerStopError());
    const context = { requestId: run.requestId ?? undefined, runId: run.id, sessionId: run.sessionId };
    const patient = patientDb(db, { patienceMs, reads: controller.signal, writes: closing.signal });
    const done = withLogContext(context, () => work(patient, run, controller.signal, settings, origin))
      .catch((error: unknown) => {
        log().error({ err: error, runId: run.id }, "run failed on our side");
        return stopped ? undefined : letLapse(patient, run);
      })
      .then(() => (stopped ? giveBack(patient, id, [run.id]) : undefined))
      .catch((error: unknown) => log().warn({ err: error, runId: run.id }, "run was not given back"))
      .finally(() => {
        if (active.get(run.id) === entry) active.delete(run.id);
        if (moreWait && !stopped) wake();
      });
    const entry = { controller, done };
    active.set(run.id, entry);
  };

  const poll = async (): Promise<void> => {
    for (const runId of active.size > 0 ? await cancelsAsked(db, id) : []) cancel(runId);
    const room = settings.runsMost - active.size;
    moreWait = room <= 0;
    if (stopped || moreWait) return;
    // Until what they write has room, runs wait in the queue. Ending one takes little.
    const onlyCancelled = await isDiskFull();
    // After trouble with the database, workers that are there get the time to renew their leases first.
    const withLapsed = performance.now() - troubledAt > 2 * settings.heartbeatMs;
    const taken = await takeRuns(db, id, room, [...active.keys()], { withLapsed, onlyCancelled });
    moreWait = taken.length === room;
    for (const run of taken) begin(run, run.lapsed ? "lapse" : "queue");
  };

  const wake = (): void => {
    pollAgain = polling !== null;
    polling ??= poll()
      .catch((error: unknown) => noteTrouble(error, "looking for runs failed"))
      .finally(() => {
        polling = null;
        if (pollAgain && !stopped) wake();
      });
  };

  const cancel = (runId: string): void => {
    const run = active.get(runId);
    if (run && !run.controller.signal.aborted) run.controller.abort("cancel");
  };

  const stopRevoked = async (): Promise<void> => {
    for (const [runId, why] of await revokedRuns(db, [...active.keys()])) active.get(runId)?.controller.abort(why);
  };
  const review = (): void =>
    void stopRevoked().catch((error: unknown) => log().warn({ err: error }, "looking whose runs go on failed"));

  const presence = presenceOf(db, id, settings.runsMost);
  presence.beat(0);
  const beat = async (): Promise<void> => {
    presence.beat(active.size);
    for (const runId of await heartbeat(db, id, [...active.keys()]))
      active.get(runId)?.controller.abort(new LeaseLostError());
    // Who left while a run of theirs began, what was not heard of, and links whose time is over.
    await stopRevoked();
  };

  const timers = [
    setInterval(wake, settings.pollMs),
    setInterval(
      () => void beat().catch((error: unknown) => noteTrouble(error, "heartbeat failed")),
      settings.heartbeatMs,
    ),
  ];
  wake();

  return {
    id,
    hasRoom: () => !stopped && active.size < settings.runsMost,
    begin,
    wake,
    cancel,
    review,
    async stop() {
      stopped = true;
      if (currentWorker()?.id === id) provide(name, undefined);
      for (const timer of timers) clearInterval(timer);
      await polling;
      const working = [...active.values()];
      for (const { controller } of working) controller.abort(new WorkerStopError());
      const patience = setTimeout(() => closing.abort(), stopPatienceMs);
      await Promise.all(working.map(({ done }) => done));
      clearTimeout(patience);
      await presence.leave();
    },
  };
}

async function work(db: Db, run: RunRow, signal: AbortSignal, limits: RunLimits, origin: Origin): Promise<void> {
  try {
    signal.throwIfAborted();
    log().info({ teamId: run.teamId, attempt: run.attempt }, "run begins");
    if (run.cancelRequested) return await endRun(db, run, { status: "cancelled", reason: "Stopped." });
    if (run.attempt > attemptsMost) {
      const reason = "The server was interrupted three times while it worked on this. Try again.";
      return await endRun(db, run, { status: "error", reason });
    }
    if (origin === "queue" || origin === "lapse") await announce(db, run, origin === "lapse");
    await executeRun(db, run, signal, limits, origin !== "start");
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}
