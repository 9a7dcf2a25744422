import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../db/client";
import { isErrno } from "../errors/errno";

type LeasedTable = PgTable & Record<"id" | "teamId" | "leaseOwner" | "leaseUntil", PgColumn>;

interface LeaseOptions {
  /** The table, whose rows are claimed by one worker at a time, for work that outlasts a transaction. */
  table: LeasedTable;
  /** The duration of a lease. */
  ms: number;
  /** Rows that can be leased. */
  isActive?: SQL;
  /** Others may lock a row for longer: a renewal waits this long for it, after renewing the other rows. */
  lockTimeoutMs?: number;
}

interface Claimable {
  id: string;
  /** Its previous worker disappeared without releasing it. */
  lapsed: boolean;
}

interface Claim {
  count: number;
  /** Rows that can be claimed; expired ones by default. */
  isFree?: SQL;
  /** Since when a row has been waiting: the oldest comes first. */
  since: SQL | PgColumn;
  /** Joins for `since` and `isFree`. */
  join?: SQL;
  except?: string[];
  /** Concurrent rows per team, across all processes. */
  maxPerTeam?: number;
}

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** PostgreSQL's code for a lock timeout. */
const lockTimeoutCode = "55P03";
const isLockTimeout = (error: unknown): boolean =>
  isErrno(error instanceof Error ? (error.cause ?? error) : error, lockTimeoutCode);

/** Distributes the rows of a table among workers. All times are by the database's clock. */
export function defineLease({ table, ms, lockTimeoutMs, isActive }: LeaseOptions) {
  const { id, teamId, leaseOwner, leaseUntil } = table;
  const active = isActive ?? sql`${leaseUntil} is not null`;
  const until = (duration: number) => sql`now() + ${`${Math.round(duration)} milliseconds`}::interval`;
  const end = until(ms);
  const isExpired = sql`(${leaseUntil} is null or ${leaseUntil} < now())`;
  const isHeld = sql`(${active} and ${leaseUntil} >= now())`;
  /** An implausible expiry was written before the database's clock was set back. */
  const isTooLong = sql`coalesce(${active} and ${leaseUntil} > ${end} + interval '1 second', false)`;
  const isOneOf = (ids: readonly string[]) => sql`${id} = any(${sql.param(ids)}::text[])`;
  const isHeldBy = (owner: string) => sql`(${active} and ${leaseOwner} = ${owner})`;

  const extend = (db: Pick<Db, "execute">, which: SQL) =>
    db.execute<{ id: string }>(sql`update ${table} set lease_until = ${end} where ${which} returning ${id} id`);

  /** Round-robin by team: the next row belongs to the team with the fewest active ones. */
  const findClaimable = (tx: Tx, { isFree = isExpired, since, join = sql``, except = [], ...max }: Claim) =>
    tx.execute<{ id: string; lapsed: boolean; tooLong: boolean }>(sql`
      with busy as (
        select ${teamId}, count(*) n from ${table} where ${isHeld} group by ${teamId}
      ), ranked as (
        select ${id}, ${since} since,
          coalesce(busy.n, 0) + row_number() over (partition by ${teamId} order by ${since}, ${id}) place
        from ${table} ${join} left join busy on busy.team_id = ${teamId}
        where (${isFree} or ${isTooLong}) and ${id} <> all(${sql.param(except)}::text[])
      )
      select ${id}, coalesce(${active}, false) lapsed, ${isTooLong} "tooLong" from ${table} join ranked on ranked.id = ${id}
      where (${isFree} or ${isTooLong}) and place <= ${max.maxPerTeam ?? Number.MAX_SAFE_INTEGER}
      order by place, ranked.since limit ${max.count} for update of ${table} skip locked`);

  /** Waits briefly for a locked row. */
  async function renewLocked(db: Db, owner: string, rowId: string): Promise<void> {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`);
        await extend(tx, sql`${isOneOf([rowId])} and ${isHeldBy(owner)}`);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }

  return {
    isHeld,
    isExpired,
    /** Nobody holds the row, or its expiry is implausible. */
    isFree: sql`(${isExpired} or ${isTooLong})`,
    isHeldBy,
    /** When the first lease expires. */
    firstExpiry: sql`(select min(${leaseUntil}) from ${table} where ${active})`,
    /** Columns of a claimed row. */
    claimedBy: <O extends string | Placeholder>(owner: O) => ({ leaseOwner: owner, leaseUntil: end }),
    /** Columns of a claimed row, except where `kept` is true. */
    claimedUnless: (kept: SQL, owner: string) => ({
      leaseOwner: sql`case when ${kept} then ${leaseOwner} else ${owner} end`,
      leaseUntil: sql`case when ${kept} then ${leaseUntil} else ${end} end`,
    }),
    /** Columns of a released row. */
    released: { leaseOwner: null, leaseUntil: null },
    /** The same in the text of an update. */
    releasedSql: sql`lease_owner = null, lease_until = null`,
    /** Columns of a released row that can be claimed after a delay. */
    releasedFor: (duration: number) => ({ leaseOwner: null, leaseUntil: until(duration) }),

    /** Locks claimable rows and passes them to `claimRows`, which writes `claimedBy`. Each row goes to one worker only. */
    claim: <Row>(db: Db, claim: Claim, claimRows: (tx: Tx, rows: Claimable[]) => Promise<Row[]>): Promise<Row[]> =>
      db.transaction(async (tx) => {
        const { rows } = await findClaimable(tx, claim);
        const tooLong = rows.filter((row) => row.tooLong);
        // A live worker renews its lease before the shortened one expires.
        if (tooLong.length > 0) await extend(tx, sql`${isOneOf(toIds(tooLong))} and ${active}`);
        const free = rows.filter((row) => !row.tooLong);
        return free.length > 0 ? claimRows(tx, free) : [];
      }),

    /** Renews a worker's leases. Returns the ids of lost rows. */
    async renew(db: Db, owner: string, ids: string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const own = sql`${isOneOf(ids)} and ${isHeldBy(owner)}`;
      const unlocked = sql`${id} in (select ${id} from ${table} where ${own} for no key update skip locked)`;
      const renewed = new Set(toIds((await extend(db, lockTimeoutMs === undefined ? own : unlocked)).rows));
      const missing = ids.filter((one) => !renewed.has(one));
      if (missing.length === 0 || lockTimeoutMs === undefined) return missing;
      await Promise.all(missing.map((one) => renewLocked(db, owner, one)));
      const { rows } = await db.execute<{ id: string }>(sql`select ${id} id from ${table} where ${own}`);
      const held = new Set(toIds(rows));
      return missing.filter((one) => !held.has(one));
    },
  };
}
