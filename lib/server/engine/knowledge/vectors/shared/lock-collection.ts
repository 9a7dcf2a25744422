import { sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";

/** Locks a collection's usage records until the transaction ends. */
export const lockCollection = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(9, hashtext(${name}))`);
