import { and, eq } from "drizzle-orm";
import { lockAccountRow } from "../../../access/accounts/queries";
import { recordMembership } from "../../../access/audit/service";
import { requireFreeSeat, revokeInvitesFor } from "../../../access/invites/service";
import { addMember } from "../../../access/teams/service";
import type { Reader, Tx } from "../../../platform/db/client";
import { orgMembers } from "../../../platform/db/tables/teams";
import type { MemberAuthor } from "./apply-rules";

interface Joining {
  orgId: string;
  account: { id: string; email: string };
  author: MemberAuthor;
}

export async function isOrgMember(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  const own = and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId));
  const rows = await db.select({ accountId: orgMembers.accountId }).from(orgMembers).where(own);
  return rows.length > 0;
}

/** Adds a member to the organization, if the plan has a seat. Locks the organization. Throws the plan's limit. */
export async function joinOrg(tx: Tx, { orgId, account, author }: Joining): Promise<void> {
  await requireFreeSeat(tx, orgId, account.email);
  await lockAccountRow(tx, account.id);
  await recordMembership(tx, { orgId, teamId: null }, account.id, author, async () => {
    await addMember(tx, { orgId, teamId: null }, account.id, []);
  });
  await revokeInvitesFor(tx, account.id, orgId);
}
