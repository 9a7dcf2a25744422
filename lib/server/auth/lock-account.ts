import { eq } from "drizzle-orm";
import { accounts } from "../accounts/table";
import type { Tx } from "../db/client";

/**
 * Locks an account until the transaction ends, and reads it as it is now. Every transaction locks the account before its
 * sessions, mailed links, API keys, linked sign-ins and pending change of the address: one order, so no deadlock.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<typeof accounts.$inferSelect | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
  return account;
}
