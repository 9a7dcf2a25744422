import { and, desc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { identities, scimUsers } from "../../../platform/db/tables/identity";
import { orgMembers } from "../../../platform/db/tables/teams";
import { applyRules } from "../members/apply-rules";
import type { Claims } from "../members/rules";
import { addGroupClaims } from "../members/scim-people";
import { findProvider } from "../provider/queries";
import type { ScimCall } from "./client";

/** Members whose rules are evaluated together: their claims are held in memory. */
const batch = 100;

/** Evaluates the rules again for users whose groups have changed, with the claims of their last sign-in. */
export async function reapplyRules({ tx, org, author }: ScimCall, userIds: readonly string[]): Promise<void> {
  const provider = userIds.length > 0 ? await findProvider(tx, org.id) : undefined;
  if (!provider || provider.rules.length === 0) return;
  for (let start = 0; start < userIds.length; start += batch) {
    const last = await readLastClaims(tx, org.id, userIds.slice(start, start + batch));
    if (last.size === 0) continue;
    const all = await addGroupClaims(tx, org.id, provider.rules, last);
    await applyRules(tx, { orgId: org.id, author }, provider.rules, all);
  }
}

/** The members among the users, by account, with the claims of their last sign-in. */
async function readLastClaims(tx: Tx, orgId: string, userIds: readonly string[]): Promise<Map<string, Claims>> {
  const rows = await tx
    .selectDistinctOn([orgMembers.accountId], { accountId: orgMembers.accountId, claims: identities.claims })
    .from(scimUsers)
    .innerJoin(orgMembers, and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, scimUsers.accountId)))
    .leftJoin(identities, and(eq(identities.orgId, orgId), eq(identities.accountId, orgMembers.accountId)))
    .where(and(eq(scimUsers.orgId, orgId), inArray(scimUsers.id, [...userIds]), eq(scimUsers.active, true)))
    .orderBy(orgMembers.accountId, desc(identities.lastUsed));
  return new Map(rows.map(({ accountId, claims }) => [accountId, claims ?? {}]));
}
