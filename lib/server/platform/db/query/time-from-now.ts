import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client";

/** A time relative to the database's clock, which may differ from the process's. */
export const timeFromNow = (ms: number): SQL<Date> =>
  sql`(clock_timestamp() + ${`${Math.round(ms)} milliseconds`}::interval)`;

/** The database's current time. */
export async function databaseTime(db: Pick<Db, "execute">): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 ms`);
  return new Date(Number(rows[0]?.ms));
}
