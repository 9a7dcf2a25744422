import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { notify } from "../db/notify";
import { backoffMs } from "../retry";
import { runs } from "../sessions/table";

export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
export const attemptsMost = 3;
/** Wakes workers: `queued`, or `cancel:<runId>`. */
export const runChannel = "muster_runs";

/** Somebody works on it or will. */
export const activeStates = ["queued", "running"] as const;
/** Not at its end: no other run of the session can begin. */
export const openStates = [...activeStates, "waiting"] as const;

export type RunRow = typeof runs.$inferSelect;

/** When a lease ends that is written now. */
export const until = () => sql`now() + ${`${leaseMs} milliseconds`}::interval`;

/** Somebody else has taken the run up: this process must not write for it any more. */
export class LeaseLostError extends Error {
  constructor() {
    super("The run was taken up elsewhere.");
  }
}

/** Told to end: what must not be broken off may still come to its end, for a moment. */
export class WorkerStopError extends LeaseLostError {}

/** A run that a worker has taken up. */
export type TakenRun = RunRow & {
  /** Its last worker is gone, and did not give it back. */
  lapsed: boolean;
};

/** How many runs of one team are worked on at the same time, on all processes. */
export const runningPerTeam = 300;

/**
 * Takes up to `count` runs that wait or whose worker is gone, but for `mine`. Each is given to one worker only. Teams take
 * turns: the next run is one of the team that has the fewest under way. Without `withLapsed` none that a worker holds, even
 * if it has not renewed its lease. With `onlyCancelled` those alone that are to be stopped.
 */
export async function takeRuns(
  db: Db,
  worker: string,
  count: number,
  mine: string[] = [],
  { withLapsed = true, onlyCancelled = false } = {},
): Promise<TakenRun[]> {
  const over = sql`(r.lease_until is null or r.lease_until < now()) and (r.lease_owner is null or ${withLapsed})`;
  const wanted = onlyCancelled ? sql`r.cancel_requested` : sql`true`;
  const free = sql`(${wanted} and (r.status = 'queued' or (r.status = 'running' and ${over})))`;
  const tooLong = sql`(r.status = 'running' and r.lease_until > ${until()} + interval '1 second')`;
  return db.transaction(async (tx) => {
    const { rows: found } = await tx.execute<{ id: string; lapsed: boolean; tooLong: boolean }>(sql`
      with busy as (
        select team_id, count(*) n from runs where status = 'running' and lease_until >= now() group by team_id
      ), ranked as (
        select r.id, coalesce(b.n, 0) + row_number() over (partition by r.team_id order by r.date_created, r.id) place
        from runs r left join busy b using (team_id)
        where (${free} or ${tooLong}) and r.id <> all(${sql.param(mine)}::text[])
      )
      select r.id, r.status = 'running' lapsed, coalesce(${tooLong}, false) "tooLong" from runs r join ranked using (id)
      where (${free} or ${tooLong}) and place <= ${runningPerTeam}
      order by place, r.date_created limit ${count} for update of r skip locked`);
    const [cut, rows] = [found.filter((row) => row.tooLong), found.filter((row) => !row.tooLong)];
    if (cut.length > 0)
      await shorten(
        tx,
        cut.map(({ id }) => id),
      );
    if (rows.length === 0) return [];
    const lapsed = new Set(rows.filter((row) => row.lapsed).map(({ id }) => id));
    const ids = rows.map(({ id }) => id);
    const taken = await tx
      .update(runs)
      .set({ status: "running", leaseOwner: worker, leaseUntil: until(), attempt: sql`${runs.attempt} + 1` })
      .where(inArray(runs.id, ids))
      .returning();
    return taken.map((run) => ({ ...run, lapsed: lapsed.has(run.id) }));
  });
}

/**
 * No lease can last longer than its duration: these were written before the database's clock was set back. They end a
 * whole lease from now, so that a worker that is alive renews its own before that.
 */
const shorten = (tx: Tx, runIds: string[]) =>
  tx
    .update(runs)
    .set({ leaseUntil: until() })
    .where(and(inArray(runs.id, runIds), eq(runs.status, "running")));

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

/** Locks the run inside a writing transaction, makes sure that this attempt still holds it, and answers how it stands. */
export async function holdLease(tx: Tx, run: Pick<RunRow, "id" | "leaseOwner" | "attempt">): Promise<RunRow> {
  const [row] = await tx.select().from(runs).where(eq(runs.id, run.id)).for("update");
  if (row?.status !== "running" || row.leaseOwner !== run.leaseOwner || row.attempt !== run.attempt)
    throw new LeaseLostError();
  return row;
}

/** Gives runs back at once, so that another worker need not wait for the lease to run out. */
export async function giveBack(db: Db, worker: string, runIds: string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db.transaction((tx) =>
    tx
      .update(runs)
      // Being stopped in good order does not count as an attempt.
      .set({ status: "queued", leaseOwner: null, leaseUntil: null, attempt: sql`greatest(${runs.attempt} - 1, 0)` })
      .where(and(inArray(runs.id, runIds), eq(runs.leaseOwner, worker), eq(runs.status, "running"))),
  );
  await notify(db, runChannel, "queued");
}

/** Lets go of a run that could not be worked on here: it is taken up again, as after a crash, but later each time. */
export async function letLapse(db: Db, { id, leaseOwner, attempt }: RunRow): Promise<void> {
  const held = and(eq(runs.id, id), eq(runs.leaseOwner, leaseOwner ?? ""), eq(runs.attempt, attempt));
  const leaseUntil = sql`now() + ${`${backoffMs(attempt - 1, 1_000)} milliseconds`}::interval`;
  const change = { leaseOwner: null, leaseUntil };
  await db.transaction((tx) =>
    tx
      .update(runs)
      .set(change)
      .where(and(held, eq(runs.status, "running"))),
  );
}

export const firstLease = (worker: string | null) =>
  worker
    ? { status: "running" as const, leaseOwner: worker, leaseUntil: until(), attempt: 1 }
    : { status: "queued" as const };
