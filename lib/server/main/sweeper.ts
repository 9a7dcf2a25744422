import { sweepAccounts } from "../access/accounts/service";
import { warnOfExpiringKeys } from "../access/api-keys/service";
import { sweepBilling } from "../access/billing/trial";
import { sweepUsedInvites } from "../access/invites/service";
import { sweepNotifications } from "../access/notifications/sweep";
import { sweepVectors } from "../engine/knowledge/embedding/vectors";
import { compactVectors } from "../engine/knowledge/vectors/builtin/open";
import { sweepWatches } from "../engine/runs/log/watchers";
import type { Db } from "../platform/db/client";
import { sweepStoredMessages } from "../platform/db/notify/stored-messages";
import { log } from "../platform/log/log";
import { sweepTrials } from "../resources/datasources/trials/trials";
import { sweepPublicationCalls } from "../resources/publications/log";
import { sweepOauth } from "../resources/publications/oauth/sweep";
import { sweepWebhooks } from "../resources/publications/webhook/sweep";
import { removeOldTests } from "../resources/sessions/remove-tests";
import { sweepSessions } from "../resources/sessions/retention";
import { sweepShares } from "../resources/shares/actions";
import { sweepTrash } from "../resources/trash/purge";
import { sweepFiles, sweepStored } from "./leftovers/sweep";

const firstMs = 60_000;
const everyMs = 3_600_000;

type Work = (db: Db, signal: AbortSignal) => Promise<unknown>;

const processSweeps: [what: string, work: Work][] = [
  ["removing leftovers of killed processes", (_db, signal) => sweepFiles(signal)],
];

/** Hourly work, in sequence; a failure does not stop the others. */
const workerSweeps: typeof processSweeps = [
  ...processSweeps,
  ["removing old session events", sweepSessions],
  ["deleting expired items from the trash", sweepTrash],
  ["removing old tests", removeOldTests],
  ["removing old calls of publications", sweepPublicationCalls],
  ["removing ended access of OAuth clients", sweepOauth],
  ["removing old webhook events", sweepWebhooks],
  ["warning about expiring API keys", warnOfExpiringKeys],
  ["removing old notifications", sweepNotifications],
  ["removing used invitations", sweepUsedInvites],
  ["removing old session watches", sweepWatches],
  ["removing messages between processes", sweepStoredMessages],
  ["removing expired account data", sweepAccounts],
  ["removing expired links and visitors", sweepShares],
  ["updating plans and trials", sweepBilling],
  ["removing abandoned chunking comparisons", sweepTrials],
  ["removing unused cached vectors", sweepVectors],
  ["removing unreferenced files and vectors", sweepStored],
  ["compacting vectors", (_db, signal) => compactVectors(signal)],
];

async function sweepAll(works: typeof workerSweeps, db: Db, signal: AbortSignal): Promise<void> {
  for (const [what, work] of works)
    if (!signal.aborted) await work(db, signal).catch((error: unknown) => log().warn({ err: error }, `${what} failed`));
}

/**
 * Sweeps a minute after startup and then hourly; a process without a worker only cleans its own disk. Returns a function to
 * stop, which waits for a batch in progress.
 */
export function startSweeper(db: Db, isWorker: boolean, times = { firstMs, everyMs }): () => Promise<void> {
  const works = isWorker ? workerSweeps : processSweeps;
  const stopping = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const sweep = (): void => {
    sweeping = sweepAll(works, db, stopping.signal).finally(() => later(times.everyMs));
  };
  const later = (ms: number): void => {
    if (!stopping.signal.aborted) timer = setTimeout(sweep, ms).unref();
  };
  later(times.firstMs);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await sweeping;
  };
}
