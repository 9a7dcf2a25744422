import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";

/**
 * Locks an account until the transaction ends, and returns its current row. Every transaction locks the account before its
 * sessions, mailed links, API keys, linked sign-ins and pending change of address, to avoid deadlocks.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<typeof accounts.$inferSelect | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  return account;
}
