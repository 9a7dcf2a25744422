import { and, eq, or } from "drizzle-orm";
import { groupsClaim } from "@/lib/constants/identity";
import type { Reader } from "../../../platform/db/client";
import type { accounts } from "../../../platform/db/tables/accounts";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import type { Claims } from "./rules";

type Person = Pick<typeof accounts.$inferSelect, "id" | "email">;

/** The account's SCIM users in the organization: attached, or with its address. */
const isUserOf = (orgId: string, { id, email }: Person) =>
  and(eq(scimUsers.orgId, orgId), or(eq(scimUsers.accountId, id), eq(scimUsers.email, email)));

/** Whether SCIM has deactivated the person. */
export async function findInactive(db: Reader, orgId: string, account: Person): Promise<boolean> {
  const rows = await db.select({ active: scimUsers.active }).from(scimUsers).where(isUserOf(orgId, account));
  return rows.length > 0 && rows.every(({ active }) => !active);
}

/** Adds the names of the groups that SCIM has put the person in to the claim that rules call `groups`. */
export async function addGroupClaims(db: Reader, orgId: string, account: Person, claims: Claims): Promise<Claims> {
  const rows = await db
    .select({ name: scimGroups.displayName })
    .from(scimGroups)
    .innerJoin(scimGroupMembers, eq(scimGroupMembers.groupId, scimGroups.id))
    .innerJoin(scimUsers, eq(scimUsers.id, scimGroupMembers.userId))
    .where(isUserOf(orgId, account));
  return { ...claims, [groupsClaim]: [...(claims[groupsClaim] ?? []), ...rows.map(({ name }) => name)] };
}
