import { type SQL, sql } from "drizzle-orm";

/** So many milliseconds from now by the database's clock, by which it is also compared: a process's own may differ. */
export const fromNow = (ms: number): SQL<Date> =>
  sql`(clock_timestamp() + ${`${Math.round(ms)} milliseconds`}::interval)`;
