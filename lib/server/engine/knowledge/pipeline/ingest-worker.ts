import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
import { timeFromNow } from "../../../platform/db/query/time-from-now";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { teams } from "../../../platform/db/tables/teams";
import { isDiskFull, isFullFailure } from "../../../platform/disk/disk";
import { AppError } from "../../../platform/errors/errors";
import { randomText } from "../../../platform/ids/ids";
import { log } from "../../../platform/log/log";
import { withLogContext } from "../../../platform/log/log-context";
import { SharedTroubleError, waitFor } from "../retry";
import { VectorError } from "../vectors/shared/failure";
import { processDocuments } from "./process";
import { leaveStreams } from "./removal/leave-streams";
import { removeRecordedSource } from "./removal/remove-sources";
import { forgetDelay, removeNotedVectors } from "./removal/remove-vectors";
import { fetchSource } from "./stages/fetch-stage";
import { fetchDue, findNextFetch } from "./stages/refetch";
import { startDueSyncs } from "./work/due";
import { deferJob, finishJob, isJobOpen, pauseJob, startJob } from "./work/jobs";
import { claimDatasources, heartbeatMs, LeaseLostError, release, renew } from "./work/lease";
import { nextRetryOf } from "./work/ledger";
import { ChangedError } from "./work/unchanged-since";
import { currentIngest, type IngestWorker, provideIngest } from "./work/wake";
import type { DatasourceRow, JobRow, Work } from "./work/work";

const pollMs = 2_000;
/** Datasources processed concurrently per process. */
const maxAtOnce = 4;
const maxAttempts = 30;

/** Processes datasources' jobs in this process; a lease ensures that only one process works on a datasource. */
export function startIngest(db: Db, times = { pollMs, heartbeatMs }): IngestWorker {
  const owner = `ingest-${randomText(12)}`;
  const active = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopped = false;
  let polling: Promise<void> | null = null;
  let again = false;

  const begin = (row: DatasourceRow): void => {
    const controller = new AbortController();
    const done = withLogContext({ requestId: row.id }, () => workOn(db, row, controller.signal))
      .catch((error: unknown) => {
        if (!controller.signal.aborted && !(error instanceof LeaseLostError))
          log().error({ err: error, datasourceId: row.id }, "a datasource was not worked on");
      })
      .then(() => release(db, owner, row.id))
      .then(() => forgetDelay(db, row.id))
      .catch((error: unknown) => log().warn({ err: error }, "a datasource was not released"))
      .finally(() => {
        active.delete(row.id);
        if (!stopped) wake();
      });
    active.set(row.id, { controller, done });
  };
  const ending = new AbortController();
  const poll = async (): Promise<void> => {
    await startDueSyncs(db);
    while (!stopped && (await removeNotedVectors(db, ending.signal)));
    while (!stopped && (await removeRecordedSource(db, ending.signal)));
    const room = maxAtOnce - active.size;
    if (stopped || room <= 0 || (await isDiskFull())) return;
    for (const row of await claimDatasources(db, owner, room)) begin(row);
  };
  const wake = (): void => {
    again = polling !== null;
    polling ??= poll()
      .catch((error: unknown) => log().warn({ err: error }, "looking for datasources failed"))
      .finally(() => {
        polling = null;
        if (again && !stopped) wake();
      });
  };
  const beat = async (): Promise<void> => {
    const { gone, cancelled } = await renew(db, owner, [...active.keys()]);
    for (const id of gone) active.get(id)?.controller.abort(new LeaseLostError("Taken over."));
    for (const id of cancelled) active.get(id)?.controller.abort("cancel");
  };
  const timers = [
    setInterval(wake, times.pollMs),
    setInterval(
      () => void beat().catch((error: unknown) => log().warn({ err: error }, "heartbeat failed")),
      times.heartbeatMs,
    ),
  ];
  wake();
  const worker: IngestWorker = {
    wake,
    async stop() {
      stopped = true;
      ending.abort();
      if (currentIngest() === worker) provideIngest(undefined);
      for (const timer of timers) clearInterval(timer);
      await polling;
      for (const { controller } of active.values()) controller.abort(new LeaseLostError("This process ends."));
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

async function workOn(db: Db, taken: DatasourceRow, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const job = await nextJob(db, taken.id);
    if (!job) return;
    const [row] = await db
      .select({ datasource: datasources, orgId: teams.orgId })
      .from(datasources)
      .innerJoin(teams, eq(teams.id, datasources.teamId))
      .where(eq(datasources.id, taken.id));
    if (!row) return;
    await workAt({ db, ...row, job, signal });
  }
}

async function isThere(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: datasources.id }).from(datasources).where(eq(datasources.id, id));
  return rows.length > 0;
}

/** Processes one job until it ends or is rescheduled. */
async function workAt(work: Work): Promise<void> {
  const { db, datasource, job, signal } = work;
  try {
    if (job.cancelRequested) return await finishJob(work, "cancelled", "Stopped.");
    await startJob(work);
    await leaveStreams(work);
    if (job.kind === "sync" && !job.dateFetched) await fetchSource(work);
    else await fetchDue(work);
    await processDocuments(work);
    const retry = await nextRetryOf(work);
    if (retry) return await deferJob(work, retry, "Some documents are tried again.");
    const again = await findNextFetch(work);
    if (again && isJobOpen(job)) return await pauseJob(work, again);
    await finishJob(work, "completed", null, again);
  } catch (error) {
    if (signal.reason === "cancel") return finishJob(work, "cancelled", "Stopped.");
    if (signal.aborted) throw error;
    if (error instanceof ChangedError) return forgetDelay(db, datasource.id);
    // Already finished by someone else: nobody is left to notify.
    if (error instanceof LeaseLostError || !(await isThere(db, datasource.id))) return;
    const full = isFullFailure(error);
    if (!(error instanceof SharedTroubleError || error instanceof AppError) && !full)
      log().error({ err: error, datasourceId: datasource.id }, "a job of a datasource failed");
    const trouble = troubleOf(error, full, job.attempt);
    if (trouble.retryAfterMs === null || job.attempt >= maxAttempts) return finishJob(work, "failed", trouble.message);
    await deferJob(work, timeFromNow(trouble.retryAfterMs), trouble.message);
  }
}

function troubleOf(error: unknown, full: boolean, attempt: number): SharedTroubleError {
  if (error instanceof SharedTroubleError) return error;
  // The user has to act on the message first.
  if (error instanceof VectorError && error.retryable)
    return new SharedTroubleError(error.message, waitFor(attempt, error.retryAfterMs), error);
  if (error instanceof AppError) return new SharedTroubleError(error.message, null, error);
  if (full) return new SharedTroubleError("The server's disk is full. It goes on when there is room.", 60_000);
  return new SharedTroubleError("Something failed on the server's side. It is tried again.", waitFor(attempt));
}
