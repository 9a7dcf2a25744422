import { eq } from "drizzle-orm";
import { createClosedAccountError } from "../../../access/accounts/closed";
import { findAccountByEmail } from "../../../access/accounts/queries";
import { requireAllowedEmail } from "../../../access/accounts/register";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { AppError } from "../../../platform/errors/errors";
import { isOrgMember } from "../members/join";
import { createOrgAccount, isOwnAccount, isUnusedOrgAccount } from "../members/org-accounts";
import { isVerifiedAddress, lockProvider, type ProviderRow, toDomain } from "../provider/queries";
import { type Account, admitMember, findLinked, requireInvited, type SsoOrigin } from "./admit";
import type { SsoPerson } from "./person";

/**
 * Returns the person's account, which is a member with the roles of the rules afterwards; a new one if no one has the address.
 * Null for an existing account, whose owner has to prove that it is theirs. Everything is decided under the organization's lock.
 */
export const findOrJoin = (db: Db, known: ProviderRow, person: SsoPerson, origin: SsoOrigin): Promise<Account | null> =>
  db.transaction(async (tx) => {
    const provider = await lockProvider(tx, known);
    const { orgId } = provider;
    const admit = (account: Account, isNew: boolean) => admitMember(tx, { provider, person, account, origin, isNew });
    const linked = await findLinked(tx, orgId, person);
    if (linked && (await needsNoProof(tx, orgId, linked))) return admit(linked.account, false);
    const email = await requireOwnAddress(tx, orgId, person);
    const account = await findAccountByEmail(tx, email);
    if (account && (await isUnusedOrgAccount(tx, orgId, account))) return admit(account, false);
    if (account) {
      if (account.dateClosed) throw createClosedAccountError();
      if (linked && !(await isOrgMember(tx, orgId, account.id))) await requireInvited(tx, orgId, email);
      return null;
    }
    requireAllowedEmail(email, { invited: true });
    return admit(await createOrgAccount(tx, orgId, { email, name: person.name }), true);
  });

/**
 * Whether the link still proves who the person is: until the account leaves the organization, which could otherwise sign in to
 * what it has elsewhere. An account of the organization that belongs to no other has nothing elsewhere.
 */
async function needsNoProof(
  tx: Tx,
  orgId: string,
  { account, dateEnded }: { account: Account; dateEnded: Date | null },
): Promise<boolean> {
  if (dateEnded === null && (await isOrgMember(tx, orgId, account.id))) return true;
  return isOwnAccount(tx, orgId, account);
}

/** Links the person to an existing account that its owner has proven, unless anything has changed since it was offered. */
export async function linkAccount(
  tx: Tx,
  known: Pick<ProviderRow, "orgId" | "issuer" | "clientId">,
  person: Pick<SsoPerson, "issuer" | "subject" | "claims" | "email">,
  proven: Account,
  origin: SsoOrigin,
): Promise<Account> {
  const provider = await lockProvider(tx, known);
  const email = await requireOwnAddress(tx, provider.orgId, person);
  const account = await findAccountByEmail(tx, email);
  if (account?.id !== proven.id)
    throw new AppError("conflict", "This account was changed in the meantime. Sign in again.");
  // The organization controls the address: its SCIM user is theirs.
  await tx.update(accounts).set({ emailVerified: true }).where(eq(accounts.id, account.id));
  return admitMember(tx, { provider, person, account: { ...account, emailVerified: true }, origin, isNew: true });
}

/** Throws unless the organization has proven that the person's address is one of its own. */
async function requireOwnAddress(db: Reader, orgId: string, { email }: Pick<SsoPerson, "email">): Promise<string> {
  if (!email)
    throw new AppError(
      "forbidden",
      "Your identity provider didn't send a verified email address. Contact your administrator.",
    );
  if (await isVerifiedAddress(db, orgId, email)) return email;
  throw new AppError(
    "forbidden",
    `${toDomain(email)} isn't a verified domain of this organization. Ask your administrator to verify it or to invite you.`,
  );
}
