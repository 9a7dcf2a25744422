import { and, eq } from "drizzle-orm";
import { createClosedAccountError } from "../../../access/accounts/closed";
import type { Reader, Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { identities } from "../../../platform/db/tables/identity";
import { AppError } from "../../../platform/errors/errors";
import { applyRules, type MemberAuthor } from "../members/apply-rules";
import { isInvited, isOrgMember, joinOrg } from "../members/join";
import { pickClaims } from "../members/rules";
import { addGroupClaims, findInactive } from "../members/scim-people";
import type { ProviderRow } from "../provider/queries";
import type { SsoPerson } from "./person";

export type Account = typeof accounts.$inferSelect;

/** Where the sign-in comes from, for the audit log. */
export interface SsoOrigin {
  address: string;
  requestId: string;
}

type Subject = Pick<SsoPerson, "issuer" | "subject">;

const isPerson = (orgId: string, { issuer, subject }: Subject) =>
  and(eq(identities.orgId, orgId), eq(identities.issuer, issuer), eq(identities.subject, subject));

/** The account to which a person at the organization's provider was linked, and when that ended. */
export async function findLinked(db: Reader, orgId: string, person: Subject) {
  const [row] = await db
    .select({ account: accounts, dateEnded: identities.dateEnded })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(isPerson(orgId, person));
  return row;
}

/** Throws unless an address is invited to the organization. */
export async function requireInvited(db: Reader, orgId: string, email: string): Promise<void> {
  if (!(await isInvited(db, orgId, email)))
    throw new AppError("forbidden", "You're no longer a member of this organization. Ask for an invitation.");
}

interface Admission {
  provider: ProviderRow;
  person: Subject & Pick<SsoPerson, "claims">;
  account: Account;
  origin: SsoOrigin;
  /** The account is new, or its owner has just proven that it is theirs. Others return only by an invitation or SCIM. */
  isNew: boolean;
}

/** Links the person and makes the account a member with the roles of the rules. The caller locks the organization. */
export async function admitMember(tx: Tx, { provider, person, account, origin, isNew }: Admission): Promise<Account> {
  const { orgId, rules } = provider;
  if (account.dateClosed) throw createClosedAccountError();
  if (await findInactive(tx, orgId, account.id))
    throw new AppError("forbidden", "Your identity provider removed your access. Contact your administrator.");
  const author: MemberAuthor = {
    accountId: account.id,
    accountName: account.name,
    accountEmail: account.email,
    via: "sso",
    viaId: person.issuer,
    keyName: null,
    address: origin.address,
    requestId: origin.requestId,
    action: "sso.finish",
  };
  const before = await findLinked(tx, orgId, person);
  if (!(await isOrgMember(tx, orgId, account.id))) {
    if (!isNew || before) await requireInvited(tx, orgId, account.email);
    await joinOrg(tx, { orgId, account, author });
  }
  const claims = pickClaims(person.claims, rules);
  await linkPerson(tx, orgId, person, { accountId: account.id, claims }, before);
  const all = await addGroupClaims(tx, orgId, rules, new Map([[account.id, claims]]));
  await applyRules(tx, { orgId, author }, rules, all);
  const [now] = await tx.select().from(accounts).where(eq(accounts.id, account.id));
  return now ?? account;
}

type Link = Pick<typeof identities.$inferInsert, "accountId" | "claims">;

/** Throws 409 when the person is linked to another account that is a member. */
async function linkPerson(
  tx: Tx,
  orgId: string,
  { issuer, subject }: Subject,
  link: Link,
  before: Awaited<ReturnType<typeof findLinked>>,
): Promise<void> {
  const isOthers = before && before.account.id !== link.accountId && before.dateEnded === null;
  if (isOthers && (await isOrgMember(tx, orgId, before.account.id)))
    throw new AppError(
      "conflict",
      "Your identity provider account has just been linked to another Muster account. Sign in again.",
    );
  await tx
    .insert(identities)
    .values({ orgId, issuer, subject, ...link })
    .onConflictDoUpdate({
      target: [identities.orgId, identities.issuer, identities.subject],
      set: { ...link, dateEnded: null, lastUsed: new Date() },
    });
}
