import { and, eq, inArray, type Placeholder, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { runs } from "../../../platform/db/tables/sessions";
import { env } from "../../../platform/env/env";
import { defineLease } from "../../../platform/jobs/lease";
import { backoffMs } from "../../../platform/lifecycle/retry";

export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
export const maxAttempts = 3;
/** Notifies all workers of a cancellation: `cancel:<runId>`. */
export const runChannel = "muster_runs";

/** A worker processes or will process it. */
const activeStates = ["queued", "running"] as const;
/** Unfinished: the session cannot start another run. */
export const openStates = [...activeStates, "waiting"] as const;

export type RunRow = typeof runs.$inferSelect;

export const runLease = defineLease({ table: runs, ms: leaseMs, isActive: eq(runs.status, "running") });

/** Another worker has claimed the run: this process must not write for it anymore. */
export class LeaseLostError extends Error {
  constructor() {
    super("The run was taken over by another worker.");
  }
}

/** The worker is stopping: non-interruptible work may finish within a grace period. */
export class WorkerStopError extends LeaseLostError {}

/** A run claimed by a worker. */
type ClaimedRun = RunRow & {
  /** Its previous worker disappeared without releasing it. */
  lapsed: boolean;
};

/** When a run can be claimed, or one of this worker is to be cancelled, in case its notification was lost. */
export const nextRun = (worker: string) => sql`
  select case
    when exists (select from runs where status = 'queued' or (status = 'running' and ${runLease.isFree})) then now()
    when exists (select from runs where ${runLease.isHeldBy(worker)} and cancel_requested) then now()
    else ${runLease.firstExpiry} end`;

/**
 * Claims up to `count` runs that are queued or whose lease has expired, except `mine`. Without `withLapsed`, runs with an
 * expired lease are skipped. With `onlyCancelled`, only those being cancelled.
 */
export async function claimRuns(
  db: Db,
  worker: string,
  count: number,
  ownIds: string[] = [],
  { withLapsed = true, onlyCancelled = false } = {},
): Promise<ClaimedRun[]> {
  const { isExpired, claimedBy } = runLease;
  const isLapsed = sql`(${runs.status} = 'running' and ${isExpired} and (${runs.leaseOwner} is null or ${withLapsed}))`;
  const matchesFilter = onlyCancelled ? sql`${runs.cancelRequested}` : sql`true`;
  const isFree = sql`(${matchesFilter} and (${runs.status} = 'queued' or ${isLapsed}))`;
  const claim = { count, isFree, since: runs.dateCreated, except: ownIds, maxPerTeam: env().TEAM_MAX_RUNNING };
  return runLease.claim(db, claim, async (tx, rows) => {
    const lapsed = new Map(rows.map((run) => [run.id, run.lapsed]));
    const claimed = await tx
      .update(runs)
      .set({ status: "running", ...claimedBy(worker), attempt: sql`${runs.attempt} + 1` })
      .where(inArray(runs.id, [...lapsed.keys()]))
      .returning();
    return claimed.map((run) => ({ ...run, lapsed: lapsed.get(run.id) ?? false }));
  });
}

/** This worker's runs with a cancellation request, in case the notification was lost. */
export async function findCancelRequests(db: Db, worker: string): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(runLease.isHeldBy(worker), eq(runs.cancelRequested, true)));
  return rows.map(({ id }) => id);
}

const selectLocked = defineQuery<Pick<RunRow, "id">>()((db, value) =>
  db
    .select()
    .from(runs)
    .where(eq(runs.id, value("id")))
    .for("update"),
);

/** Locks the run in a writing transaction and returns it. Throws when this attempt no longer holds it. */
export async function lockLease(tx: Tx, run: Pick<RunRow, "id" | "leaseOwner" | "attempt">): Promise<RunRow> {
  const [row] = await selectLocked(tx, run);
  return assertHeld(run, row);
}

/** Throws unless this attempt holds the run. `row`: as it is now, locked. */
export function assertHeld(run: Pick<RunRow, "leaseOwner" | "attempt">, row: RunRow | undefined): RunRow {
  if (row?.status !== "running" || row.leaseOwner !== run.leaseOwner || row.attempt !== run.attempt)
    throw new LeaseLostError();
  return row;
}

/** Releases runs, so that another worker need not wait for the lease to expire. The caller notifies workers. */
export async function requeue(db: Db, worker: string, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db.transaction((tx) =>
    tx
      .update(runs)
      // A graceful stop does not count as an attempt.
      .set({ status: "queued", ...runLease.released, attempt: sql`greatest(${runs.attempt} - 1, 0)` })
      .where(and(inArray(runs.id, runIds), runLease.isHeldBy(worker))),
  );
}

/** Releases a run that failed here: it is claimed again as after a crash, with increasing delays. */
export async function requeueLater(db: Db, { id, leaseOwner, attempt }: RunRow): Promise<void> {
  const held = and(eq(runs.id, id), runLease.isHeldBy(leaseOwner ?? ""), eq(runs.attempt, attempt));
  const change = runLease.releasedFor(backoffMs(attempt - 1, 1_000));
  await db.transaction((tx) => tx.update(runs).set(change).where(held));
}

/** Columns of a new run: held by a worker, or queued. */
export const initialLease = <O extends string | Placeholder>(worker: O | null | undefined) =>
  worker ? { status: "running" as const, ...runLease.claimedBy(worker), attempt: 1 } : { status: "queued" as const };
