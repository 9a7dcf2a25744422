import { and, desc, eq, inArray } from "drizzle-orm";
import { accounts } from "../../../platform/db/tables/accounts";
import { identities, scimUsers } from "../../../platform/db/tables/identity";
import { applyRules } from "../members/apply-rules";
import { isOrgMember } from "../members/join";
import { addGroupClaims } from "../members/scim-people";
import { findProvider } from "../provider/queries";
import type { ScimCall } from "./client";

/** Evaluates the rules again for users whose groups have changed, with the claims of their last sign-in. */
export async function reapplyRules({ tx, org, author }: ScimCall, userIds: readonly string[]): Promise<void> {
  const provider = userIds.length > 0 ? await findProvider(tx, org.id) : undefined;
  if (!provider || provider.rules.length === 0) return;
  const people = await tx
    .selectDistinct({ id: accounts.id, email: accounts.email })
    .from(scimUsers)
    .innerJoin(accounts, eq(accounts.id, scimUsers.accountId))
    .where(and(eq(scimUsers.orgId, org.id), inArray(scimUsers.id, [...userIds]), eq(scimUsers.active, true)));
  for (const person of people) {
    if (!(await isOrgMember(tx, org.id, person.id))) continue;
    const [last] = await tx
      .select({ claims: identities.claims })
      .from(identities)
      .where(and(eq(identities.orgId, org.id), eq(identities.accountId, person.id)))
      .orderBy(desc(identities.lastUsed))
      .limit(1);
    const claims = await addGroupClaims(tx, org.id, person, last?.claims ?? {});
    await applyRules(tx, { orgId: org.id, accountId: person.id, author }, provider.rules, claims);
  }
}
