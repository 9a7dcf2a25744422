import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
import { timeFromNow } from "../../../platform/db/query/time-from-now";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { teams } from "../../../platform/db/tables/teams";
import { isDiskFull, isFullFailure } from "../../../platform/disk/disk";
import { AppError } from "../../../platform/errors/errors";
import { randomText } from "../../../platform/ids/ids";
import { pollWhenDue } from "../../../platform/jobs/poll-when-due";
import { log } from "../../../platform/log/log";
import { withLogContext } from "../../../platform/log/log-context";
import { computeBackoff, SharedError } from "../retry";
import { VectorError } from "../vectors/shared/failure";
import { processDocuments } from "./process";
import { removeUnselectedStreams } from "./removal/leave-streams";
import { removeRecordedSource } from "./removal/remove-sources";
import { clearDelay, removeRecordedVectors } from "./removal/remove-vectors";
import { fetchSource } from "./stages/fetch-stage";
import { fetchDue, findNextFetch } from "./stages/refetch";
import { nextWork, startDueSyncs } from "./work/due";
import { deferJob, finishJob, isRetryJob, startJob, waitForRetry } from "./work/jobs";
import { claimDatasources, heartbeatMs, LeaseLostError, release, renew } from "./work/lease";
import { findNextRetry } from "./work/ledger";
import { ChangedError } from "./work/unchanged-since";
import { currentIngest, type IngestWorker, provideIngest } from "./work/wake";
import type { DatasourceRow, JobRow, Work } from "./work/work";

/** The longest time until work is found whose notification was lost. */
const pollMs = 3_000;
/** Datasources processed concurrently per process. */
const maxConcurrent = 4;
const maxAttempts = 30;

/** Processes datasources' jobs in this process; a lease ensures that only one process works on a datasource. */
export function startIngestWorker(db: Db, times = { pollMs, heartbeatMs }): IngestWorker {
  const owner = `ingest-${randomText(12)}`;
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const stopping = new AbortController();

  const start = (row: DatasourceRow): void => {
    const controller = new AbortController();
    const done = withLogContext({ requestId: row.id }, () => processDatasource(db, row, controller.signal))
      .catch((error: unknown) => {
        if (!controller.signal.aborted && !(error instanceof LeaseLostError))
          log().error({ err: error, datasourceId: row.id }, "data source processing failed");
      })
      .then(() => release(db, owner, row.id))
      .then(() => clearDelay(db, row.id))
      .catch((error: unknown) => log().warn({ err: error }, "data source was not released"))
      .finally(() => {
        active.delete(row.id);
        if (!stopping.signal.aborted) duePoll.pollNow();
      });
    active.set(row.id, { controller, done });
  };
  const poll = async (): Promise<void> => {
    await startDueSyncs(db);
    const { signal } = stopping;
    while (!signal.aborted && (await removeRecordedVectors(db, signal)));
    while (!signal.aborted && (await removeRecordedSource(db, signal)));
    const capacity = maxConcurrent - active.size;
    if (signal.aborted || capacity <= 0 || (await isDiskFull())) return;
    for (const row of await claimDatasources(db, owner, capacity)) start(row);
  };
  const sendHeartbeat = async (): Promise<void> => {
    const { lost, cancelled } = await renew(db, owner, [...active.keys()]);
    for (const id of lost) active.get(id)?.controller.abort(new LeaseLostError("Taken over by another process."));
    for (const id of cancelled) active.get(id)?.controller.abort("cancel");
  };
  const timer = setInterval(
    () => void sendHeartbeat().catch((error: unknown) => log().warn({ err: error }, "heartbeat failed")),
    times.heartbeatMs,
  );
  const duePoll = pollWhenDue(db, {
    failed: "polling for data sources failed",
    nextDue: nextWork,
    everyMs: times.pollMs,
    run: poll,
  });
  const worker: IngestWorker = {
    wake: duePoll.pollNow,
    async stop() {
      stopping.abort();
      if (currentIngest() === worker) provideIngest(undefined);
      clearInterval(timer);
      await duePoll.stop();
      for (const { controller } of active.values())
        controller.abort(new LeaseLostError("This process is shutting down."));
      await Promise.all([...active.values()].map(({ done }) => done));
    },
  };
  provideIngest(worker);
  return worker;
}

async function nextJob(db: Db, datasourceId: string): Promise<JobRow | undefined> {
  const due = or(
    isNull(datasourceJobs.nextRetry),
    lte(datasourceJobs.nextRetry, sql`now()`),
    datasourceJobs.cancelRequested,
  );
  const [job] = await db
    .select()
    .from(datasourceJobs)
    .where(and(eq(datasourceJobs.datasourceId, datasourceId), isNull(datasourceJobs.dateEnded), due))
    .orderBy(asc(datasourceJobs.dateCreated), asc(datasourceJobs.id))
    .limit(1);
  return job;
}

async function processDatasource(db: Db, claimed: DatasourceRow, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const job = await nextJob(db, claimed.id);
    if (!job) return;
    const [row] = await db
      .select({ datasource: datasources, orgId: teams.orgId })
      .from(datasources)
      .innerJoin(teams, eq(teams.id, datasources.teamId))
      .where(and(eq(datasources.id, claimed.id), isNull(datasources.dateTrashed)));
    if (!row) return;
    await processJob({ db, ...row, job, signal });
  }
}

async function exists(db: Db, id: string): Promise<boolean> {
  const own = and(eq(datasources.id, id), isNull(datasources.dateTrashed));
  const rows = await db.select({ id: datasources.id }).from(datasources).where(own);
  return rows.length > 0;
}

/** Processes one job until it ends or is rescheduled. */
async function processJob(work: Work): Promise<void> {
  const { db, datasource, job, signal } = work;
  try {
    if (job.cancelRequested) return await finishJob(work, "cancelled", "Canceled.");
    await startJob(work);
    await removeUnselectedStreams(work);
    if (job.kind === "sync" && !job.dateFetched) await fetchSource(work);
    else await fetchDue(work);
    await processDocuments(work);
    const retry = await findNextRetry(work);
    if (retry) return await deferJob(work, retry, "Some documents will be retried.");
    const nextFetch = await findNextFetch(work);
    if (nextFetch && isRetryJob(job)) return await waitForRetry(work, nextFetch);
    await finishJob(work, "completed", null, nextFetch);
  } catch (error) {
    if (signal.reason === "cancel") return finishJob(work, "cancelled", "Canceled.");
    if (signal.aborted) throw error;
    if (error instanceof ChangedError) return clearDelay(db, datasource.id);
    // Another process has already finished it: there is no one to notify.
    if (error instanceof LeaseLostError || !(await exists(db, datasource.id))) return;
    const diskFull = isFullFailure(error);
    if (!(error instanceof SharedError || error instanceof AppError) && !diskFull)
      log().error({ err: error, datasourceId: datasource.id }, "data source job failed");
    const failure = toJobError(error, diskFull, job.attempt);
    if (failure.retryAfterMs === null || job.attempt >= maxAttempts) return finishJob(work, "failed", failure.message);
    await deferJob(work, timeFromNow(failure.retryAfterMs), failure.message);
  }
}

function toJobError(error: unknown, diskFull: boolean, attempt: number): SharedError {
  if (error instanceof SharedError) return error;
  // The user has to act on the message first.
  if (error instanceof VectorError && error.retryable)
    return new SharedError(error.message, computeBackoff(attempt, error.retryAfterMs), error);
  if (error instanceof AppError) return new SharedError(error.message, null, error);
  if (diskFull)
    return new SharedError("The server's disk is full. Processing will continue when space is available.", 60_000);
  return new SharedError(
    "The server encountered an internal error. The job will be retried up to 30 times.",
    computeBackoff(attempt),
  );
}
