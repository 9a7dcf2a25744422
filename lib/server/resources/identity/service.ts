import { and, eq } from "drizzle-orm";
import type { Joined } from "../../access/accounts/accept-invite";
import type { Tx } from "../../platform/db/client";
import { scimUsers } from "../../platform/db/tables/identity";
import { reapplyRules } from "./members/reapply";

/** Gives a new member the roles of the groups that SCIM has put them in. The caller locks the organization. */
export async function applyScimGroups(tx: Tx, { orgId, accountId, author }: Joined): Promise<void> {
  const own = and(eq(scimUsers.orgId, orgId), eq(scimUsers.accountId, accountId));
  const users = await tx.select({ id: scimUsers.id }).from(scimUsers).where(own);
  const ids = users.map(({ id }) => id);
  await reapplyRules(tx, { orgId, author }, ids);
}
