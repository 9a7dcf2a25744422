import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client";

/** Locks the team's task dependencies until the transaction ends: two concurrent changes could create a cycle. */
export const lockTaskContexts = (tx: Tx, teamId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(7, hashtext(${teamId}))`);
