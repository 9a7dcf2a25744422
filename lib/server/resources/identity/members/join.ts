import { and, eq } from "drizzle-orm";
import { roleBits } from "@/lib/permissions/roles";
import { lockAccountRow } from "../../../access/accounts/queries";
import { recordMembership } from "../../../access/audit/service";
import {
  claimInvite,
  type InviteTarget,
  listOpenInvites,
  requireFreeSeat,
  revokeInvitesFor,
} from "../../../access/invites/service";
import { addMember, canStillInvite, notifyJoined } from "../../../access/teams/service";
import type { Reader, Tx } from "../../../platform/db/client";
import { orgMembers } from "../../../platform/db/tables/teams";
import type { MemberAuthor } from "./apply-rules";

interface Joining {
  orgId: string;
  account: { id: string; email: string; name: string };
  author: MemberAuthor;
}

export async function isOrgMember(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  const own = and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId));
  const rows = await db.select({ accountId: orgMembers.accountId }).from(orgMembers).where(own);
  return rows.length > 0;
}

/** The address's invitations to the organization and its teams that could be accepted now. */
async function listValidInvites(db: Reader, orgId: string, email: string) {
  const valid: Awaited<ReturnType<typeof listOpenInvites>> = [];
  for (const one of await listOpenInvites(db, orgId, email)) if (await canStillInvite(db, one.invite)) valid.push(one);
  return valid;
}

export const isInvited = async (db: Reader, orgId: string, email: string): Promise<boolean> =>
  (await listValidInvites(db, orgId, email)).length > 0;

/**
 * Adds a member to the organization, if the plan has a seat, with the teams and roles of their invitations. Locks the
 * organization. Throws the plan's limit.
 */
export async function joinOrg(tx: Tx, { orgId, account, author }: Joining): Promise<void> {
  await requireFreeSeat(tx, orgId, account.email);
  await lockAccountRow(tx, account.id);
  const invited = await listValidInvites(tx, orgId, account.email);
  const add = (place: InviteTarget, permissions: readonly number[]) =>
    recordMembership(tx, place, account.id, author, () => addMember(tx, place, account.id, [...permissions]));
  const inOrg = invited.find(({ invite }) => invite.teamId === null);
  await add({ orgId, teamId: null }, inOrg ? roleBits[inOrg.invite.role] : []);
  for (const { invite, place } of invited) {
    await claimInvite(tx, invite);
    if (invite.teamId !== null) await add(invite, roleBits[invite.role]);
    await notifyJoined(tx, invite, account.name, place);
  }
  await revokeInvitesFor(tx, account.id, orgId);
}
