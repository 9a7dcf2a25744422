import { and, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client";

interface Due {
  /** When a row is due. */
  at: PgColumn;
  /** Rows without a time are due as well. */
  orUnset?: true;
  where?: SQL;
  orderBy: PgColumn[];
  limit: number;
}

/** Locks due rows for work in this transaction. Skips rows locked by another process, so that each row is processed once. */
export async function lockDue<T extends PgTable>(
  tx: Tx,
  table: T,
  { at, orUnset, where, orderBy, limit }: Due,
): Promise<T["$inferSelect"][]> {
  const isDue = lte(at, sql`now()`);
  return tx
    .select()
    .from(table as PgTable)
    .where(and(orUnset ? or(isNull(at), isDue) : isDue, where))
    .orderBy(...orderBy)
    .limit(limit)
    .for("update", { skipLocked: true });
}
