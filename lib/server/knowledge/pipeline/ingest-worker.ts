import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { datasourceJobs, datasources } from "../../datasources/table";
import type { Db } from "../../db/client";
import { fromNow } from "../../db/from-now";
import { randomText } from "../../db/ids";
import { isDiskFull, isFullFailure } from "../../disk";
import { AppError } from "../../http/errors";
import { log } from "../../log";
import { withLogContext } from "../../log-context";
import { provide, provided } from "../../registry";
import { teams } from "../../teams/table";
import { SharedTroubleError, waitFor } from "../retry";
import { VectorError } from "../vectors/failure";
import { ChangedError } from "./as-taken";
import { startDueSyncs } from "./due";
import { fetchDue, nextFetchOf } from "./fetch-again";
import { fetchSource } from "./fetch-stage";
import { beginJob, endJob, isGoingOn, restJob, waitJob } from "./jobs";
import { heartbeatMs, LeaseGoneError, prolong, release, takeDatasources } from "./lease";
import { leaveStreams } from "./leave-streams";
import { nextRetryOf } from "./ledger";
import { processDocuments } from "./process";
import { removeNotedSource } from "./remove-sources";
import { forgetDelay, removeNotedVectors } from "./remove-vectors";
import type { DatasourceRow, JobRow, Work } from "./work";

const pollMs = 2_000;
/** Datasources that one process works on at the same time. */
const atOnceMost = 4;
const attemptsMost = 30;

export interface IngestWorker {
  wake: () => void;
  stop: () => Promise<void>;
}

const name = "ingest-worker";
export const currentIngest = (): IngestWorker | undefined => provided<IngestWorker>(name);

/** Works on datasources' jobs in this process, each datasource in one process at a time. */
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
        if (!controller.signal.aborted && !(error instanceof LeaseGoneError))
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
    while (!stopped && (await removeNotedSource(db, ending.signal)));
    const room = atOnceMost - active.size;
    if (stopped || room <= 0 || (await isDiskFull())) return;
    for (const row of await takeDatasources(db, owner, room)) begin(row);
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
    const { gone, cancelled } = await prolong(db, owner, [...active.keys()]);
    for (const id of gone) active.get(id)?.controller.abort(new LeaseGoneError("Taken over."));
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
      if (currentIngest() === worker) provide(name, undefined);
      for (const timer of timers) clearInterval(timer);
      await polling;
      for (const { controller } of active.values()) controller.abort(new LeaseGoneError("This process ends."));
      await Promise.all([...active.values()].map(({ done }) => done));
    },
  };
  provide(name, worker);
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

/** One job to its end, or to the next try. */
async function workAt(work: Work): Promise<void> {
  const { db, datasource, job, signal } = work;
  try {
    if (job.cancelRequested) return await endJob(work, "cancelled", "Stopped.");
    await beginJob(work);
    await leaveStreams(work);
    if (job.kind === "sync" && !job.dateFetched) await fetchSource(work);
    else await fetchDue(work);
    await processDocuments(work);
    const retry = await nextRetryOf(work);
    if (retry) return await waitJob(work, retry, "Some documents are tried again.");
    const again = await nextFetchOf(work);
    if (again && isGoingOn(job)) return await restJob(work, again);
    await endJob(work, "completed", null, again);
  } catch (error) {
    if (signal.reason === "cancel") return endJob(work, "cancelled", "Stopped.");
    if (signal.aborted) throw error;
    if (error instanceof ChangedError) return forgetDelay(db, datasource.id);
    // Its end came while it was worked on: nobody is left to tell.
    if (error instanceof LeaseGoneError || !(await isThere(db, datasource.id))) return;
    const full = isFullFailure(error);
    if (!(error instanceof SharedTroubleError || error instanceof AppError) && !full)
      log().error({ err: error, datasourceId: datasource.id }, "a job of a datasource failed");
    const trouble = troubleOf(error, full, job.attempt);
    if (trouble.retryAfterMs === null || job.attempt >= attemptsMost) return endJob(work, "failed", trouble.message);
    await waitJob(work, fromNow(trouble.retryAfterMs), trouble.message);
  }
}

function troubleOf(error: unknown, full: boolean, attempt: number): SharedTroubleError {
  if (error instanceof SharedTroubleError) return error;
  // It says what to do; nothing changes until somebody does it.
  if (error instanceof VectorError && error.retryable)
    return new SharedTroubleError(error.message, waitFor(attempt, error.retryAfterMs), error);
  if (error instanceof AppError) return new SharedTroubleError(error.message, null, error);
  if (full) return new SharedTroubleError("The server's disk is full. It goes on when there is room.", 60_000);
  return new SharedTroubleError("Something failed on the server's side. It is tried again.", waitFor(attempt));
}
