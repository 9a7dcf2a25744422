import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * Matches the row of this id unless another transaction holds it. For notes such as when a session was last used: calls that
 * check their rights again hold the same rows, and two that wait for each other would end in a deadlock.
 */
export const notHeld = (id: PgColumn, value: string): SQL =>
  sql`${id} in (select id from ${id.table} where id = ${value} for update skip locked)`;
