import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { groupsClaim, type IdentityRule } from "@/lib/constants/identity";
import type { Reader } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import type { Claims } from "./rules";

/** The SCIM users of accounts in the organization: attached, or without an account and with its confirmed address. */
function selectUsers(db: Reader, orgId: string, accountIds: readonly string[]) {
  const waiting = and(
    isNull(scimUsers.accountId),
    eq(scimUsers.email, accounts.email),
    eq(accounts.emailVerified, true),
  );
  const select = (isTheirs: SQL | undefined) =>
    db
      .select({ id: scimUsers.id, active: scimUsers.active, accountId: sql<string>`${accounts.id}`.as("owner_id") })
      .from(accounts)
      .innerJoin(scimUsers, and(eq(scimUsers.orgId, orgId), isTheirs))
      .where(inArray(accounts.id, accountIds));
  // No index serves both conditions.
  return select(eq(scimUsers.accountId, accounts.id)).unionAll(select(waiting));
}

/** Whether SCIM has deactivated the person. */
export async function findInactive(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  const rows = await selectUsers(db, orgId, [accountId]);
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
  const users = selectUsers(db, orgId, [...claimsOf.keys()]).as("users");
  const rows = await db
    .select({ accountId: users.accountId, name: scimGroups.displayName })
    .from(users)
    .innerJoin(scimGroupMembers, eq(scimGroupMembers.userId, users.id))
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(inArray(scimGroups.displayName, named));
  const groupsOf = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    [...claimsOf].map(([accountId, claims]) => {
      const groups = (groupsOf.get(accountId) ?? []).map(({ name }) => name);
      return [accountId, { ...claims, [groupsClaim]: [...(claims[groupsClaim] ?? []), ...groups] }];
    }),
  );
}
