import { and, eq, inArray, sql } from "drizzle-orm";
import { datasources } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { isErrno } from "../../db/errno";
import type { DatasourceRow } from "./work";

export const leaseMs = 30_000;
export const heartbeatMs = 5_000;
/** Less than a heartbeat: the next one is not to wait beside this one. */
const patienceMs = 3_000;
/** PostgreSQL's code for a lock that was not had in time. */
const lockTimeout = "55P03";
/** Wakes those that work on datasources. */
export const ingestChannel = "muster_ingest";

const until = () => sql`now() + ${`${leaseMs} milliseconds`}::interval`;

/** Another process has taken the datasource over, or this one ends: nothing more is begun. */
export class LeaseGoneError extends Error {}

/**
 * Takes up to `count` datasources with a job that is due and nobody at work. Teams take turns: first comes who has the
 * fewest under way.
 */
export async function takeDatasources(db: Db, owner: string, count: number): Promise<DatasourceRow[]> {
  const free = sql`(d.lease_until is null or d.lease_until < now())`;
  const tooLong = sql`d.lease_until > ${until()} + interval '1 second'`;
  return db.transaction(async (tx) => {
    const { rows: found } = await tx.execute<{ id: string; tooLong: boolean }>(sql`
      with busy as (
        select team_id, count(*) n from datasources where lease_until >= now() group by team_id
      ), due as (
        select datasource_id, min(date_created) since from datasource_jobs
        where date_ended is null and (next_retry is null or next_retry <= now() or cancel_requested) group by datasource_id
      ), ranked as (
        select d.id, due.since, coalesce(b.n, 0) + row_number() over (partition by d.team_id order by due.since) place
        from datasources d join due on due.datasource_id = d.id left join busy b using (team_id) where ${free} or ${tooLong}
      )
      select d.id, coalesce(${tooLong}, false) "tooLong" from datasources d join ranked using (id) where ${free} or ${tooLong}
      order by place, since limit ${count} for update of d skip locked`);
    const [cut, rows] = [found.filter((row) => row.tooLong), found.filter((row) => !row.tooLong)];
    if (cut.length > 0)
      await shorten(
        tx,
        cut.map(({ id }) => id),
      );
    if (rows.length === 0) return [];
    return tx
      .update(datasources)
      .set({ leaseOwner: owner, leaseUntil: until() })
      .where(
        inArray(
          datasources.id,
          rows.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

/** Leases from before the database's clock was set back: whoever is alive renews theirs before these end. */
const shorten = (tx: Tx, ids: string[]) =>
  tx.update(datasources).set({ leaseUntil: until() }).where(inArray(datasources.id, ids));

/** Waits for a row that somebody holds, but not for long: a datasource may be deleted for minutes. */
async function prolongHeld(db: Db, owner: string, id: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${patienceMs}ms`}, true)`);
      await tx
        .update(datasources)
        .set({ leaseUntil: until() })
        .where(and(eq(datasources.id, id), eq(datasources.leaseOwner, owner)));
    });
  } catch (error) {
    if (!isErrno(error instanceof Error ? (error.cause ?? error) : error, lockTimeout)) throw error;
  }
}

/** Prolongs the leases. Answers those that are held no more, and those whose job somebody wants stopped. */
export async function prolong(db: Db, owner: string, ids: string[]): Promise<{ gone: string[]; cancelled: string[] }> {
  if (ids.length === 0) return { gone: [], cancelled: [] };
  const own = and(inArray(datasources.id, ids), eq(datasources.leaseOwner, owner));
  // One that is being deleted is not to keep the others' leases from being prolonged.
  const free = db
    .select({ id: datasources.id })
    .from(datasources)
    .where(own)
    .for("no key update", { skipLocked: true });
  const done = await db
    .update(datasources)
    .set({ leaseUntil: until() })
    .where(inArray(datasources.id, free))
    .returning({ id: datasources.id });
  const prolonged = new Set(done.map(({ id }) => id));
  await Promise.all(ids.filter((id) => !prolonged.has(id)).map((id) => prolongHeld(db, owner, id)));
  const kept = await db.select({ id: datasources.id }).from(datasources).where(own);
  const held = new Set(kept.map(({ id }) => id));
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct datasource_id id from datasource_jobs where cancel_requested and date_ended is null and datasource_id = any(${sql.param(ids)}::text[])`,
  );
  return { gone: ids.filter((id) => !held.has(id)), cancelled: rows.map(({ id }) => id) };
}

export async function release(db: Db, owner: string, id: string): Promise<void> {
  await db
    .update(datasources)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(datasources.id, id), eq(datasources.leaseOwner, owner)));
}
