import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { groupsClaim, type IdentityRule } from "@/lib/constants/identity";
import type { Reader } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import type { Claims } from "./rules";

/** An account's SCIM users: attached, or without an account and with its confirmed address. */
const isUserOfAccount = or(
  eq(scimUsers.accountId, accounts.id),
  and(isNull(scimUsers.accountId), eq(scimUsers.email, accounts.email), eq(accounts.emailVerified, true)),
);

/** Whether SCIM has deactivated the person. */
export async function findInactive(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ active: scimUsers.active })
    .from(scimUsers)
    .innerJoin(accounts, and(eq(accounts.id, accountId), isUserOfAccount))
    .where(eq(scimUsers.orgId, orgId));
  return rows.length > 0 && rows.every(({ active }) => !active);
}

/**
 * Adds the groups that SCIM has put the accounts in to the claim that rules call `groups`. Groups that no rule names are left
 * out.
 */
export async function addGroupClaims(
  db: Reader,
  orgId: string,
  rules: readonly IdentityRule[],
  claimsOf: ReadonlyMap<string, Claims>,
): Promise<Map<string, Claims>> {
  const named = rules.flatMap(({ claim, value }) => (claim === groupsClaim ? [value] : []));
  const rows = await db
    .select({ accountId: accounts.id, name: scimGroups.displayName })
    .from(accounts)
    .innerJoin(scimUsers, and(eq(scimUsers.orgId, orgId), isUserOfAccount))
    .innerJoin(scimGroupMembers, eq(scimGroupMembers.userId, scimUsers.id))
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(and(inArray(accounts.id, [...claimsOf.keys()]), inArray(scimGroups.displayName, named)));
  const groupsOf = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    [...claimsOf].map(([accountId, claims]) => {
      const groups = (groupsOf.get(accountId) ?? []).map(({ name }) => name);
      return [accountId, { ...claims, [groupsClaim]: [...(claims[groupsClaim] ?? []), ...groups] }];
    }),
  );
}
