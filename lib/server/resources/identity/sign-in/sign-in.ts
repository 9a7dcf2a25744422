import { and, eq } from "drizzle-orm";
import { createClosedAccountError } from "../../../access/accounts/closed";
import { findAccountByEmail } from "../../../access/accounts/queries";
import { requireAllowedEmail } from "../../../access/accounts/register";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { identities } from "../../../platform/db/tables/identity";
import { invites } from "../../../platform/db/tables/invites";
import { orgs } from "../../../platform/db/tables/teams";
import { AppError } from "../../../platform/errors/errors";
import { applyRules, type MemberAuthor } from "../members/apply-rules";
import { isOrgMember, joinOrg } from "../members/join";
import { createOrgAccount, isUnusedOrgAccount } from "../members/org-accounts";
import { pickClaims } from "../members/rules";
import { addGroupClaims, findInactive } from "../members/scim-people";
import { isVerifiedAddress, type ProviderRow, toDomain } from "../provider/queries";
import type { SsoPerson } from "./person";

type Account = typeof accounts.$inferSelect;

/** Where the sign-in comes from, for the audit log. */
interface SsoOrigin {
  address: string;
  requestId: string;
}

const isPerson = (orgId: string, { issuer, subject }: Pick<SsoPerson, "issuer" | "subject">) =>
  and(eq(identities.orgId, orgId), eq(identities.issuer, issuer), eq(identities.subject, subject));

/** The account of a person at the organization's provider. */
async function findKnown(db: Reader, orgId: string, person: SsoPerson): Promise<Account | undefined> {
  const [row] = await db
    .select({ account: accounts })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(isPerson(orgId, person));
  return row?.account;
}

/**
 * Returns the person's account, which is a member with the roles of the rules afterwards; a new one if no one has the address.
 * Null for an existing account, whose owner has to prove that it is theirs.
 */
export async function findOrJoin(
  db: Db,
  provider: ProviderRow,
  person: SsoPerson,
  origin: SsoOrigin,
): Promise<Account | null> {
  const known = await findKnown(db, provider.orgId, person);
  if (known?.dateClosed) throw createClosedAccountError();
  if (known) return db.transaction((tx) => admitMember(tx, provider, person, known, origin, "known"));
  const email = await requireOwnAddress(db, provider.orgId, person);
  const account = await findAccountByEmail(db, email);
  if (account?.dateClosed) throw createClosedAccountError();
  if (account && !(await isUnusedOrgAccount(db, provider.orgId, account))) return null;
  if (!account) requireAllowedEmail(email, { invited: true });
  return db.transaction(async (tx) => {
    await lockOrg(tx, provider.orgId);
    const owner = account ?? (await createOrgAccount(tx, provider.orgId, { email, name: person.name }));
    return admitMember(tx, provider, person, owner, origin, "new");
  });
}

/** Throws unless the organization has proven that the person's address is one of its own. */
async function requireOwnAddress(db: Reader, orgId: string, { email }: SsoPerson): Promise<string> {
  if (!email)
    throw new AppError(
      "forbidden",
      "Your identity provider didn't send a verified email address. Contact your administrator.",
    );
  if (await isVerifiedAddress(db, orgId, email)) return email;
  throw new AppError(
    "forbidden",
    `${toDomain(email)} isn't a verified domain of this organization. Ask your administrator to verify it, or for an invitation.`,
  );
}

/** Locks the organization, as every change of its members does first. */
async function lockOrg(tx: Tx, orgId: string): Promise<void> {
  await tx.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, orgId)).for("no key update");
}

/**
 * Links the person and makes the account a member. `known`: linked before, so that a removed member needs an invitation or SCIM
 * to return; `proven`: the account's owner has just linked it.
 */
export async function admitMember(
  tx: Tx,
  provider: ProviderRow,
  person: Pick<SsoPerson, "issuer" | "subject" | "claims">,
  account: Account,
  { address, requestId }: SsoOrigin,
  as: "known" | "new" | "proven",
): Promise<Account> {
  const { orgId, rules } = provider;
  await lockOrg(tx, orgId);
  if (await findInactive(tx, orgId, account))
    throw new AppError("forbidden", "Your identity provider removed your access. Contact your administrator.");
  const author: MemberAuthor = {
    accountId: account.id,
    accountName: account.name,
    accountEmail: account.email,
    via: "sso",
    viaId: person.issuer,
    keyName: null,
    address,
    requestId,
    action: "sso.finish",
  };
  if (!(await isOrgMember(tx, orgId, account.id))) {
    if (as === "known" && !(await isInvited(tx, orgId, account.email)))
      throw new AppError("forbidden", "You are no longer a member of this organization. Ask for an invitation.");
    await joinOrg(tx, { orgId, account, author });
  }
  const claims = pickClaims(person.claims, rules);
  const { issuer, subject } = person;
  const [linked] = await tx
    .insert(identities)
    .values({ orgId, issuer, subject, accountId: account.id, claims })
    .onConflictDoUpdate({
      target: [identities.orgId, identities.issuer, identities.subject],
      set: { claims, lastUsed: new Date() },
      setWhere: eq(identities.accountId, account.id),
    })
    .returning({ accountId: identities.accountId });
  if (!linked) throw new AppError("conflict", "You were linked to another account in the meantime. Sign in again.");
  await applyRules(
    tx,
    { orgId, accountId: account.id, author },
    rules,
    await addGroupClaims(tx, orgId, account, claims),
  );
  const [now] = await tx.select().from(accounts).where(eq(accounts.id, account.id));
  return now ?? account;
}

async function isInvited(tx: Tx, orgId: string, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.orgId, orgId), eq(invites.email, email)));
  return rows.length > 0;
}
