import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * Matches the row with this id unless another transaction has locked it. For updates such as a session's last use:
 * authorization checks lock the same rows, and waiting could deadlock.
 */
export const isNotLocked = (id: PgColumn, value: string): SQL =>
  sql`${id} in (select id from ${id.table} where id = ${value} for update skip locked)`;
