import { and, eq, ne } from "drizzle-orm";
import type { Reader, Tx } from "../../../platform/db/client";
import { accountLinks } from "../../../platform/db/tables/account-events";
import { accounts } from "../../../platform/db/tables/accounts";
import { identities } from "../../../platform/db/tables/identity";
import { orgMembers } from "../../../platform/db/tables/teams";
import { AppError } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";

type Account = typeof accounts.$inferSelect;

/**
 * Creates an account for a person of the organization, whose address it has proven to control. It has no password, and no
 * organization of its own.
 */
export async function createOrgAccount(
  tx: Tx,
  orgId: string,
  { email, name }: { email: string; name: string },
): Promise<Account> {
  const [account] = await tx
    .insert(accounts)
    .values({ id: newId("account"), email, name, emailVerified: true, onboarded: true, createdByOrgId: orgId })
    .onConflictDoNothing()
    .returning();
  if (!account) throw new AppError("conflict", "This account was created in the meantime. Try again.");
  return account;
}

/** Whether this organization created the account, and it belongs to no other. */
export async function isOwnAccount(
  db: Reader,
  orgId: string,
  account: Pick<Account, "id" | "createdByOrgId">,
): Promise<boolean> {
  if (account.createdByOrgId !== orgId) return false;
  const elsewhere = await db
    .select({ orgId: orgMembers.orgId })
    .from(orgMembers)
    .where(and(eq(orgMembers.accountId, account.id), ne(orgMembers.orgId, orgId)))
    .limit(1);
  return elsewhere.length === 0;
}

/** An own account that SCIM has created and into which no one has ever signed in: it needs no proof. */
export async function isUnusedOrgAccount(db: Reader, orgId: string, account: Account): Promise<boolean> {
  if (account.passwordHash !== null || !(await isOwnAccount(db, orgId, account))) return false;
  const linked = await db
    .select({ id: identities.accountId })
    .from(identities)
    .where(eq(identities.accountId, account.id))
    .limit(1);
  const other = await db
    .select({ id: accountLinks.accountId })
    .from(accountLinks)
    .where(eq(accountLinks.accountId, account.id))
    .limit(1);
  return linked.length === 0 && other.length === 0;
}
