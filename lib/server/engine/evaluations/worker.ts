import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../platform/db/client";
import { isDiskFull } from "../../platform/disk/disk";
import { randomText } from "../../platform/ids/ids";
import { pollWhenDue } from "../../platform/jobs/poll-when-due";
import { log } from "../../platform/log/log";
import { withLogContext } from "../../platform/log/log-context";
import { getProvided, provide } from "../../platform/process/registry";
import { onTestEnded } from "../runs/outcome/test-ended";
import { advance } from "./advance";
import { loadCases } from "./cases";
import {
  claimEvaluations,
  type EvaluationRow,
  heartbeatMs,
  nextEvaluation,
  releaseEvaluation,
  renewEvaluations,
} from "./lease";

/** The longest time until work is found whose notification was lost. */
const pollMs = 3_000;
/** The longest time until an attempt is noticed that ended on another process. */
const lookMs = 400;
/** After a failure, such as of the database. */
const retryMs = 3_000;
/** Evaluations that one process works on at the same time. */
const maxConcurrent = 4;

interface EvaluationWorker {
  wake(): void;
  stop(): Promise<void>;
}

const name = "evaluation-worker";

/** Looks for evaluations to work on, on this process. */
export const wakeEvaluations = (): void => getProvided<EvaluationWorker>(name)?.wake();

/** What happens when an evaluation has ended. Called again if it fails or the process ends before. */
export type OnEnded = (db: Db, evaluationId: string) => Promise<void>;

/** Works on evaluations in this process; a lease ensures that only one process works on an evaluation. */
export function startEvaluationWorker(db: Db, onEnded: OnEnded): EvaluationWorker {
  const owner = `evaluation-${randomText(12)}`;
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const stopping = new AbortController();
  let wakeUps = Promise.withResolvers<void>();
  const stopListening = onTestEnded(() => {
    wakeUps.resolve();
    wakeUps = Promise.withResolvers();
  });

  const work = async (row: EvaluationRow, signal: AbortSignal): Promise<void> => {
    const cases = await loadCases(db, row);
    for (;;) {
      signal.throwIfAborted();
      // Before it is read what has ended, so that nothing is missed.
      const changed = wakeUps.promise;
      let waitMs = lookMs;
      try {
        if (!(await advance(db, row, cases, signal, onEnded))) return;
      } catch (error) {
        signal.throwIfAborted();
        log().warn({ err: error, evaluationId: row.id }, "working on an evaluation failed");
        waitMs = retryMs;
      }
      const timer = new AbortController();
      await Promise.race([changed, sleep(waitMs, undefined, { signal: timer.signal, ref: false })]);
      timer.abort();
    }
  };

  const start = (row: EvaluationRow): void => {
    const controller = new AbortController();
    const done = withLogContext({ requestId: row.id }, () => work(row, controller.signal))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) log().error({ err: error, evaluationId: row.id }, "an evaluation failed");
      })
      .then(() => releaseEvaluation(db, owner, row.id))
      .catch((error: unknown) => log().warn({ err: error }, "an evaluation was not released"))
      .then(() => void active.delete(row.id));
    active.set(row.id, { controller, done });
  };

  const poll = async (): Promise<void> => {
    const capacity = maxConcurrent - active.size;
    if (stopping.signal.aborted || capacity <= 0 || (await isDiskFull())) return;
    for (const row of await claimEvaluations(db, owner, capacity, [...active.keys()])) start(row);
  };
  const sendHeartbeat = async (): Promise<void> => {
    for (const id of await renewEvaluations(db, owner, [...active.keys()])) active.get(id)?.controller.abort();
  };
  const timer = setInterval(
    () => void sendHeartbeat().catch((error: unknown) => log().warn({ err: error }, "heartbeat failed")),
    heartbeatMs,
  );
  const duePoll = pollWhenDue(db, {
    failed: "polling for evaluations failed",
    nextDue: nextEvaluation,
    everyMs: pollMs,
    run: poll,
  });
  const worker: EvaluationWorker = {
    wake: duePoll.pollNow,
    async stop() {
      stopping.abort();
      if (getProvided(name) === worker) provide(name, undefined);
      clearInterval(timer);
      await duePoll.stop();
      for (const { controller } of active.values()) controller.abort();
      wakeUps.resolve();
      await Promise.all([...active.values()].map(({ done }) => done));
      stopListening();
    },
  };
  provide(name, worker);
  return worker;
}
