import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { DatasourceStatus } from "@/lib/constants/datasources";
import { pluralize } from "@/lib/utils/text/pluralize";
import { escapeMarkdown, notify } from "../../../../access/notifications/service";
import { afterCommit } from "../../../../platform/db/after-commit";
import type { Tx } from "../../../../platform/db/client";
import { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import { newId } from "../../../../platform/ids/ids";
import { lockDatasource } from "./unchanged-since";
import { updateStatus } from "./update-status";
import { wakeIngest } from "./wake";
import type { JobRow, Work } from "./work";

const setStatus = (tx: Tx, id: string, status: DatasourceStatus, statusMessage: string | null) =>
  tx.update(datasources).set({ status, statusMessage }).where(eq(datasources.id, id));

/** Adds a job in the caller's transaction, unless an open one covers it, and wakes the workers after the commit. */
export async function addJob(
  tx: Tx,
  datasource: { teamId: string; datasourceId: string },
  kind: JobRow["kind"],
  startedBy: string | null,
): Promise<string> {
  afterCommit(tx, wakeIngest);
  // Serialized, so that no two are added concurrently.
  await tx
    .select({ id: datasources.id })
    .from(datasources)
    .where(eq(datasources.id, datasource.datasourceId))
    .for("no key update");
  const open = and(eq(datasourceJobs.datasourceId, datasource.datasourceId), isNull(datasourceJobs.dateEnded));
  const [pending] = await tx
    .update(datasourceJobs)
    .set({ nextRetry: null, startedBy: sql`coalesce(${startedBy}::text, ${datasourceJobs.startedBy})` })
    .where(
      and(
        open,
        eq(datasourceJobs.kind, kind),
        sql`${datasourceJobs.status} in ('queued', 'waiting')`,
        // A job that has read its source does not read it again: it only waits for single documents.
        kind === "sync" ? isNull(datasourceJobs.dateFetched) : undefined,
      ),
    )
    .returning({ id: datasourceJobs.id });
  if (pending) return pending.id;
  const id = newId("job");
  await tx.insert(datasourceJobs).values({ id, ...datasource, kind, startedBy });
  return id;
}

export async function startJob({ db, datasource, job }: Work): Promise<void> {
  job.attempt += 1;
  await db.transaction(async (tx) => {
    await lockDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({
        status: "running",
        attempt: job.attempt,
        nextRetry: null,
        error: null,
        dateStarted: sql`coalesce(${datasourceJobs.dateStarted}, now())`,
      })
      .where(eq(datasourceJobs.id, job.id));
    const fetching = job.kind === "sync" && !job.dateFetched;
    await setStatus(tx, datasource.id, fetching ? "syncing" : "embedding", null);
  });
}

export async function deferJob({ db, datasource, job }: Work, nextRetry: Date | SQL, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status: "waiting", nextRetry, error: reason })
      .where(eq(datasourceJobs.id, job.id));
    await tx.update(datasources).set({ statusMessage: reason }).where(eq(datasources.id, datasource.id));
  });
}

const refetchMessage = "Some documents will be fetched again.";

/** Whether a job was created by the previous one, to fetch single documents again. */
export const isRetryJob = ({ kind, startedBy }: JobRow): boolean => kind === "upload" && startedBy === null;

/** Only retries are pending. Until then the datasource's status follows its documents. */
export async function waitForRetry({ db, datasource, job }: Work, nextRetry: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status: "waiting", nextRetry, error: refetchMessage })
      .where(eq(datasourceJobs.id, job.id));
    await updateStatus(tx, datasource.id, null);
  });
}

/** A separate job, so that this one can finish. An open one determines itself when the next retry is due. */
async function addRetryJob(tx: Tx, { datasource }: Work, nextRetry: Date): Promise<void> {
  const { id: datasourceId, teamId } = datasource;
  const openJobs = and(eq(datasourceJobs.datasourceId, datasourceId), isNull(datasourceJobs.dateEnded));
  if ((await tx.$count(datasourceJobs, and(openJobs, eq(datasourceJobs.kind, "upload")))) > 0) return;
  const waiting = { kind: "upload" as const, status: "waiting" as const, error: refetchMessage, nextRetry };
  await tx.insert(datasourceJobs).values({ id: newId("job"), teamId, datasourceId, ...waiting });
}

/** Finishes a job, and notifies the account that started it, or the team of a failed scheduled sync. */
export async function finishJob(
  work: Work,
  status: "completed" | "failed" | "cancelled",
  error: string | null,
  /** When records that could not be fetched are retried. */
  nextFetch: Date | null = null,
): Promise<void> {
  const { db, datasource, job } = work;
  await db.transaction(async (tx) => {
    await lockDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status, error, nextRetry: null, dateEnded: new Date() })
      .where(eq(datasourceJobs.id, job.id));
    if (nextFetch) await addRetryJob(tx, work, nextFetch);
    if (status === "completed")
      await tx.update(datasources).set({ lastSynced: new Date() }).where(eq(datasources.id, datasource.id));
    const { reason, stored, failed } = await updateStatus(tx, datasource.id, error);
    if (status === "failed") await setStatus(tx, datasource.id, "error", error);
    if (status === "cancelled" || (job.startedBy === null && status === "completed")) return;
    const problem = status === "completed" ? reason : (error ?? "Unknown error.");
    const { id, teamId, trialOf } = datasource;
    const subject = `${trialOf ? "The chunking comparison of " : ""}**${escapeMarkdown(datasource.name)}**`;
    await notify(tx, {
      to: job.startedBy ? [job.startedBy] : "team",
      teamId,
      type: "datasource",
      title: `${trialOf ? "Chunking comparison" : "Data source"} ${problem === null ? "ready" : "failed"}`,
      description:
        problem === null
          ? `${subject} is ready${trialOf ? " to compare" : ""}: ${pluralize(stored, "document")}${failed > 0 ? `, ${failed} failed` : ""}.`
          : status === "completed"
            ? `${subject} has no searchable content yet. ${escapeMarkdown(problem)}`
            : `${subject} failed: ${escapeMarkdown(problem)}`,
      link: trialOf ? `/${teamId}/datasource/${trialOf}?tab=bench` : `/${teamId}/datasource/${id}`,
      tone: problem !== null || failed > 0 ? "warning" : undefined,
      key: `job:${job.id}`,
    });
  });
}
