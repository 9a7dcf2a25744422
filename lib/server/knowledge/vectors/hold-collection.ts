import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client";

/** Until the transaction ends nobody else writes down, or takes away, that a collection is in use. */
export const holdCollection = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(9, hashtext(${name}))`);
