import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../../platform/db/client";
import { datasources } from "../../../../platform/db/tables/datasources";
import { defineLease } from "../../../../platform/jobs/lease";
import type { DatasourceRow } from "./work";

const leaseMs = 30_000;
export const heartbeatMs = 5_000;
/** Shorter than a heartbeat, so that two renewals do not overlap. */
const lockTimeoutMs = 3_000;
/** Wakes the workers of datasources. */
export const ingestChannel = "muster_ingest";

/** A worker loses datasources in the trash. */
const isActive = sql`(${datasources.leaseUntil} is not null and ${datasources.dateTrashed} is null)`;

/** Deleting a datasource may lock it for minutes. */
const lease = defineLease({ table: datasources, ms: leaseMs, lockTimeoutMs, isActive });

/** Whether no worker holds the datasource. */
export const { isFree } = lease;

/** Another process has claimed the datasource, or this one is stopping. */
export class LeaseLostError extends Error {}

/** Claims up to `count` datasources with a due job that no worker holds. */
export const claimDatasources = (db: Db, owner: string, count: number): Promise<DatasourceRow[]> => {
  const join = sql`join (
    select datasource_id, min(date_created) since from datasource_jobs
    where date_ended is null and (next_retry is null or next_retry <= now() or cancel_requested) group by datasource_id
  ) due on due.datasource_id = ${datasources.id} and ${datasources.dateTrashed} is null`;
  return lease.claim(db, { count, join, since: sql`due.since` }, (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    return tx.update(datasources).set(lease.claimedBy(owner)).where(inArray(datasources.id, ids)).returning();
  });
};

/** Renews the leases. Returns the datasources that are no longer held, and those whose job was cancelled. */
export async function renew(db: Db, owner: string, ids: string[]): Promise<{ lost: string[]; cancelled: string[] }> {
  if (ids.length === 0) return { lost: [], cancelled: [] };
  const lost = await lease.renew(db, owner, ids);
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct datasource_id id from datasource_jobs where cancel_requested and date_ended is null and datasource_id = any(${sql.param(ids)}::text[])`,
  );
  return { lost, cancelled: rows.map(({ id }) => id) };
}

/** Also releases a datasource that was moved to the trash: its vectors may be removed without a delay. */
export async function release(db: Db, owner: string, id: string): Promise<void> {
  await db
    .update(datasources)
    .set(lease.released)
    .where(and(eq(datasources.id, id), eq(datasources.leaseOwner, owner)));
}
