import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { notify } from "../db/notify";
import { runs } from "../sessions/table";
import type { Tx } from "./events";

export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
export const attemptsMost = 3;
/** Wakes workers: `queued`, or `cancel:<runId>`. */
export const runChannel = "muster_runs";

export const activeStates = ["queued", "running"] as const;

export type RunRow = typeof runs.$inferSelect;

const until = () => sql`now() + ${`${leaseMs} milliseconds`}::interval`;

/** Somebody else has taken the run up: this process must not write for it any more. */
export class LeaseLostError extends Error {
  constructor() {
    super("The run was taken up elsewhere.");
  }
}

/** Takes up to `count` runs that wait or whose worker is gone. Each is given to one worker only. */
export async function takeRuns(db: Db, worker: string, count: number): Promise<RunRow[]> {
  return db.transaction(async (tx) => {
    const free = or(
      eq(runs.status, "queued"),
      and(eq(runs.status, "running"), or(isNull(runs.leaseUntil), lt(runs.leaseUntil, sql`now()`))),
    );
    const found = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(free)
      .orderBy(asc(runs.dateCreated))
      .limit(count)
      .for("update", { skipLocked: true });
    if (found.length === 0) return [];
    return tx
      .update(runs)
      .set({ status: "running", leaseOwner: worker, leaseUntil: until(), attempt: sql`${runs.attempt} + 1` })
      .where(
        inArray(
          runs.id,
          found.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

/** Prolongs this worker's leases. Answers the runs that it no longer holds. */
export async function heartbeat(db: Db, worker: string, runIds: string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const kept = await db
    .update(runs)
    .set({ leaseUntil: until() })
    .where(and(inArray(runs.id, runIds), eq(runs.leaseOwner, worker), eq(runs.status, "running")))
    .returning({ id: runs.id });
  const held = new Set(kept.map(({ id }) => id));
  return runIds.filter((id) => !held.has(id));
}

/** Runs of this worker that somebody wants stopped: what a lost notification would have told. */
export async function cancelsAsked(db: Db, worker: string): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.status, "running"), eq(runs.leaseOwner, worker), eq(runs.cancelRequested, true)));
  return rows.map(({ id }) => id);
}

/** Locks the run inside a writing transaction and makes sure that this attempt still holds it. */
export async function holdLease(tx: Tx, run: Pick<RunRow, "id" | "leaseOwner" | "attempt">): Promise<void> {
  const [row] = await tx
    .select({ owner: runs.leaseOwner, attempt: runs.attempt, status: runs.status })
    .from(runs)
    .where(eq(runs.id, run.id))
    .for("update");
  if (row?.status !== "running" || row.owner !== run.leaseOwner || row.attempt !== run.attempt)
    throw new LeaseLostError();
}

/** Gives runs back at once, so that another worker need not wait for the lease to run out. */
export async function giveBack(db: Db, worker: string, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db
    .update(runs)
    // Being stopped in good order does not count as an attempt.
    .set({ status: "queued", leaseOwner: null, leaseUntil: null, attempt: sql`greatest(${runs.attempt} - 1, 0)` })
    .where(and(inArray(runs.id, runIds), eq(runs.leaseOwner, worker), eq(runs.status, "running")));
  await notify(db, runChannel, "queued");
}

export const firstLease = (worker: string | null) =>
  worker
    ? { status: "running" as const, leaseOwner: worker, leaseUntil: until(), attempt: 1 }
    : { status: "queued" as const };
