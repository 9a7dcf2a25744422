import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./client";

/** So many milliseconds from now by the database's clock, by which it is also compared: a process's own may differ. */
export const fromNow = (ms: number): SQL<Date> =>
  sql`(clock_timestamp() + ${`${Math.round(ms)} milliseconds`}::interval)`;

/** The present time by the same clock, for what has to be known before it is written. */
export async function databaseTime(db: Pick<Db, "execute">): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 ms`);
  return new Date(Number(rows[0]?.ms));
}
