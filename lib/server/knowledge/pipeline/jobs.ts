import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { DatasourceStatus } from "@/lib/constants/datasources";
import { pluralize } from "@/lib/utils/pluralize";
import { datasourceJobs, datasources } from "../../datasources/table";
import type { Tx } from "../../db/client";
import { newId } from "../../db/ids";
import { notify, plain } from "../../notifications/service";
import { holdDatasource } from "./as-taken";
import { settleStatus } from "./settle-status";
import type { JobRow, Work } from "./work";

const sayStatus = (tx: Tx, id: string, status: DatasourceStatus, statusMessage: string | null) =>
  tx.update(datasources).set({ status, statusMessage }).where(eq(datasources.id, id));

/** A job in the same transaction as what it is about; one that is open already is taken in its place. */
export async function addJob(
  tx: Tx,
  place: { teamId: string; datasourceId: string },
  kind: JobRow["kind"],
  startedBy: string | null,
): Promise<string> {
  // One after the other, so that no two are added at once.
  await tx
    .select({ id: datasources.id })
    .from(datasources)
    .where(eq(datasources.id, place.datasourceId))
    .for("no key update");
  const open = and(eq(datasourceJobs.datasourceId, place.datasourceId), isNull(datasourceJobs.dateEnded));
  const [waiting] = await tx
    .update(datasourceJobs)
    .set({ nextRetry: null, startedBy: sql`coalesce(${startedBy}::text, ${datasourceJobs.startedBy})` })
    .where(
      and(
        ...[open, eq(datasourceJobs.kind, kind), sql`${datasourceJobs.status} in ('queued', 'waiting')`],
        // What has read its source reads it no more: it only waits for single documents.
        kind === "sync" ? isNull(datasourceJobs.dateFetched) : undefined,
      ),
    )
    .returning({ id: datasourceJobs.id });
  if (waiting) return waiting.id;
  const id = newId("job");
  await tx.insert(datasourceJobs).values({ id, ...place, kind, startedBy });
  return id;
}

export async function beginJob({ db, datasource, job }: Work): Promise<void> {
  job.attempt += 1;
  await db.transaction(async (tx) => {
    await holdDatasource(tx, datasource.id);
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
    await sayStatus(tx, datasource.id, fetching ? "syncing" : "embedding", null);
  });
}

export async function waitJob({ db, datasource, job }: Work, nextRetry: Date | SQL, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status: "waiting", nextRetry, error: reason })
      .where(eq(datasourceJobs.id, job.id));
    await tx.update(datasources).set({ statusMessage: reason }).where(eq(datasources.id, datasource.id));
  });
}

const fetchedAgain = "Some documents are fetched again.";

/** Whether nobody began a job but the one before it, to fetch single documents once more. */
export const isGoingOn = ({ kind, startedBy }: JobRow): boolean => kind === "upload" && startedBy === null;

/** All is done but what is fetched again later. Meanwhile the datasource is as its documents are. */
export async function restJob({ db, datasource, job }: Work, nextRetry: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await holdDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status: "waiting", nextRetry, error: fetchedAgain })
      .where(eq(datasourceJobs.id, job.id));
    await settleStatus(tx, datasource.id, null);
  });
}

/** A job of its own, so that this one has its end. One that is open already looks for itself when the next is due. */
async function goOnLater(tx: Tx, { datasource }: Work, nextRetry: Date): Promise<void> {
  const { id: datasourceId, teamId } = datasource;
  const others = and(eq(datasourceJobs.datasourceId, datasourceId), isNull(datasourceJobs.dateEnded));
  if ((await tx.$count(datasourceJobs, and(others, eq(datasourceJobs.kind, "upload")))) > 0) return;
  const waiting = { kind: "upload" as const, status: "waiting" as const, error: fetchedAgain, nextRetry };
  await tx.insert(datasourceJobs).values({ id: newId("job"), teamId, datasourceId, ...waiting });
}

/** Writes the end of a job, and tells whoever began it, or the team of a schedule's that failed. */
export async function endJob(
  work: Work,
  status: "completed" | "failed" | "cancelled",
  error: string | null,
  /** When documents are fetched that could not be so far. */
  again: Date | null = null,
): Promise<void> {
  const { db, datasource, job } = work;
  await db.transaction(async (tx) => {
    await holdDatasource(tx, datasource.id);
    await tx
      .update(datasourceJobs)
      .set({ status, error, nextRetry: null, dateEnded: new Date() })
      .where(eq(datasourceJobs.id, job.id));
    if (again) await goOnLater(tx, work, again);
    if (status === "completed")
      await tx.update(datasources).set({ lastSynced: new Date() }).where(eq(datasources.id, datasource.id));
    const { reason, stored, failed } = await settleStatus(tx, datasource.id, error);
    if (status === "failed") await sayStatus(tx, datasource.id, "error", error);
    if (status === "cancelled" || (job.startedBy === null && status === "completed")) return;
    const trouble = status === "completed" ? reason : (error ?? "it failed");
    const { id, teamId, trialOf } = datasource;
    const what = `${trialOf ? "The other chunking of " : ""}**${plain(datasource.name)}**`;
    await notify(tx, {
      ...{ to: job.startedBy ? [job.startedBy] : "team", teamId, type: "datasource" },
      title: `${trialOf ? "Trial" : "Datasource"} ${trouble === null ? "ready" : "failed"}`,
      description:
        trouble === null
          ? `${what} is ready${trialOf ? " to be compared" : ""}: ${pluralize(stored, "document")}${failed > 0 ? `, ${failed} failed` : ""}.`
          : status === "completed"
            ? `${what} has nothing to search yet. ${plain(trouble)}`
            : `${what} stopped: ${plain(trouble)}`,
      link: trialOf ? `/${teamId}/datasource/${trialOf}?tab=bench` : `/${teamId}/datasource/${id}`,
      tone: trouble !== null || failed > 0 ? "warning" : undefined,
      key: `job:${job.id}`,
    });
  });
}
