import { sweepAccounts } from "./accounts/service";
import { warnOfKeys } from "./apikeys/service";
import { sweepBilling } from "./billing/trial";
import { sweepTrials } from "./datasources/trials";
import type { Db } from "./db/client";
import { sweepUsedInvites } from "./invites/service";
import { sweepVectors } from "./knowledge/embedding/vectors";
import { tidyVectors } from "./knowledge/vectors/open";
import { sweepFiles, sweepStored } from "./leftovers/sweep";
import { log } from "./log";
import { sweepNotifications } from "./notifications/sweep";
import { sweepWatches } from "./realtime/watchers";
import { sweepSessions } from "./sessions/retention";
import { sweepShares } from "./shares/service";

const firstMs = 60_000;
const everyMs = 3_600_000;

type Work = (db: Db, signal: AbortSignal) => Promise<unknown>;

const ofEachProcess: [what: string, work: Work][] = [
  ["removing what killed processes left", (_db, signal) => sweepFiles(signal)],
];

/** What is due once an hour, one after the other; one that fails keeps the others from nothing. */
const ofWorkers: typeof ofEachProcess = [
  ...ofEachProcess,
  ["removing old session events", sweepSessions],
  ["warning of API keys that run out", warnOfKeys],
  ["removing old notifications", sweepNotifications],
  ["forgetting invites that were used", sweepUsedInvites],
  ["forgetting who has watched", sweepWatches],
  ["forgetting what of accounts is over", sweepAccounts],
  ["removing links and visitors that are gone", sweepShares],
  ["looking after plans and trials", sweepBilling],
  ["removing trials that nobody ended", sweepTrials],
  ["forgetting vectors that nothing asks for", sweepVectors],
  ["removing stored files and vectors that no row names", sweepStored],
  ["tidying vectors", (_db, signal) => tidyVectors(signal)],
];

async function sweepAll(works: typeof ofWorkers, db: Db, signal: AbortSignal): Promise<void> {
  for (const [what, work] of works)
    if (!signal.aborted) await work(db, signal).catch((error: unknown) => log().warn({ err: error }, `${what} failed`));
}

/**
 * Sweeps a minute after the start and then every hour; a process that is no worker removes only what lies on its own disk.
 * Returns the way to stop, which waits for a batch under way.
 */
export function startSweeper(db: Db, isWorker: boolean, times = { firstMs, everyMs }): () => Promise<void> {
  const works = isWorker ? ofWorkers : ofEachProcess;
  const ending = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const sweep = (): void => {
    sweeping = sweepAll(works, db, ending.signal).finally(() => later(times.everyMs));
  };
  const later = (ms: number): void => {
    if (!ending.signal.aborted) timer = setTimeout(sweep, ms).unref();
  };
  later(times.firstMs);
  return async () => {
    ending.abort();
    clearTimeout(timer);
    await sweeping;
  };
}
