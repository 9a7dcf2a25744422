import { and, desc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { identities, scimUsers } from "../../../platform/db/tables/identity";
import { orgMembers } from "../../../platform/db/tables/teams";
import { findProvider } from "../provider/queries";
import { applyRules, type RuledOrg } from "./apply-rules";
import type { Claims } from "./rules";
import { addGroupClaims } from "./scim-people";

/** Members whose rules are evaluated together: their claims are held in memory. */
const batch = 100;

/** Evaluates the rules again for users whose groups have changed, with the claims of their last sign-in. */
export async function reapplyRules(tx: Tx, org: RuledOrg, userIds: readonly string[]): Promise<void> {
  const { orgId } = org;
  const provider = userIds.length > 0 ? await findProvider(tx, orgId) : undefined;
  if (!provider || provider.rules.length === 0) return;
  for (let start = 0; start < userIds.length; start += batch) {
    const last = await readLastClaims(tx, orgId, userIds.slice(start, start + batch));
    if (last.size === 0) continue;
    const all = await addGroupClaims(tx, orgId, provider.rules, last);
    await applyRules(tx, org, provider.rules, all);
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
