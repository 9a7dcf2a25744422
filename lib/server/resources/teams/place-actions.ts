import type { z } from "zod";
import type { removeMemberForm } from "@/lib/contract/teams/members";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits } from "@/lib/permissions/roles";
import { disconnectAccount } from "../../access/broadcast/disconnect";
import type { TeamCallContext } from "../../access/calls/implement";
import { inviteLink, makeInvite, withdrawInvite } from "../../access/invites/service";
import { plain } from "../../access/notifications/service";
import { requireOwnOrgs } from "../../access/plans/limits";
import { lockPlace, readPermissionsNow } from "../../access/teams/lock";
import { getMember, memberByEmail, type Place } from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { invalidField, notFound } from "../../platform/errors/errors";
import { constantTime } from "../../platform/http/limits/constant-time";
import { sendInviteMail } from "../../platform/mail/mails";
import { checkEditable, editMember, lacking } from "./edit-member";
import { requireInvitesLeft } from "./invites-left";
import { checkNotLastOwner, removeMember, transferOwnership } from "./leave";
import { notifyInvited, notifyRemoved, notifyRights, publishNow } from "./notify-members";

/** A team or organization with its name, for calls of both. */
export interface Named extends Place {
  name: string;
}

const bits = {
  team: { add: Permission.ADD_TEAM_MEMBER, remove: Permission.REMOVE_TEAM_MEMBER },
  org: { add: Permission.ADD_ORG_MEMBER, remove: Permission.REMOVE_ORG_MEMBER },
} as const satisfies Record<Place["scope"], Record<"add" | "remove", PermissionBit>>;

const invitePlace = ({ scope, id, orgId }: Place) => ({ orgId, teamId: scope === "team" ? id : null });

interface Invited {
  name: string;
  email: string;
  role: Role;
}

const inviteStepMs = 100;

/**
 * Invites someone by mail; the inviter also receives the link. An existing account is notified as well, with no measurable
 * difference for the inviter.
 */
export const invite = (ctx: TeamCallContext, place: Named, invited: Invited): Promise<{ link: string }> =>
  constantTime(inviteStepMs, () => inviteTo(ctx, place, invited));

async function inviteTo(ctx: TeamCallContext, place: Named, { name, email, role }: Invited): Promise<{ link: string }> {
  const { mail, link } = await ctx.db.transaction(async (tx) => {
    await lockOrgFirst(tx, place);
    const missing = firstNotGrantable(await readPermissionsNow(tx, ctx, bits[place.scope].add), roleBits[role]);
    if (missing !== undefined) throw lacking(missing);
    await requireInvitesLeft(tx, ctx.accountId);
    if (await memberByEmail(tx, place, email))
      throw invalidField("email", `This person is already a member of ${place.name}.`);
    const made = await makeInvite(tx, invitePlace(place), { name, email, role, invitedBy: ctx.accountId });
    await notifyInvited(tx, ctx.principal.account.name, place, { ...made, email, role });
    return made;
  });
  await sendInviteMail(email, name, mail, { inviter: ctx.principal.account.name, place: place.name });
  return { link: inviteLink(link) };
}

/** Seats are counted under the organization's lock, which is always taken before a team's. */
async function lockOrgFirst(tx: Tx, place: Place): Promise<void> {
  await lockPlace(tx, { scope: "org", id: place.orgId, orgId: place.orgId });
  if (place.scope === "team") await lockPlace(tx, place);
}

/** Removes a member, or revokes an invitation. */
export async function remove(
  ctx: TeamCallContext,
  place: Named,
  { memberId, email }: z.output<typeof removeMemberForm>,
): Promise<void> {
  const removed = await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    await readPermissionsNow(tx, ctx, bits[place.scope].remove);
    if (email !== undefined && memberId === undefined && (await withdrawInvite(tx, invitePlace(place), email)))
      return undefined;
    const member = memberId ? await getMember(tx, place, memberId) : await memberByEmail(tx, place, email ?? "");
    if (!member) throw notFound("This member");
    checkEditable(member, ctx.accountId, "removed");
    await checkNotLastOwner(tx, place, member);
    await removeMember(tx, place, member.memberId);
    await notifyRemoved(tx, member.memberId, place.name);
    return member.memberId;
  });
  if (removed) await disconnectAccount(removed);
}

export async function edit(
  ctx: TeamCallContext,
  place: Named,
  memberId: string,
  form: { role?: Role } & Record<string, unknown>,
): Promise<void> {
  const changed = await ctx.db.transaction(async (tx) => {
    if (!(await editMember(tx, ctx, place, memberId, form))) return false;
    await notifyRights(tx, place, memberId, `What you may do in ${plain(place.name)} has changed.`);
    return true;
  });
  if (changed) await disconnectAccount(memberId);
}

export async function leave(ctx: TeamCallContext, place: Named): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    const member = await getMember(tx, place, ctx.accountId);
    await checkNotLastOwner(tx, place, member);
    await removeMember(tx, place, ctx.accountId);
  });
  await publishNow(ctx.accountId, `You have left ${plain(place.name)}.`);
  await disconnectAccount(ctx.accountId);
}

export async function transfer(ctx: TeamCallContext, place: Named, memberId: string): Promise<void> {
  const before = await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    await readPermissionsNow(tx, ctx, place.scope === "team" ? Permission.TEAM_OWNER : Permission.ORG_OWNER);
    const next = await getMember(tx, place, memberId);
    if (place.scope === "org") await requireOwnOrgs(tx, memberId, place.id);
    const before = await transferOwnership(tx, place, next);
    await notifyRights(tx, place, before, `${plain(place.name)} has another owner now. You stay as an admin.`);
    await notifyRights(tx, place, memberId, `You own ${plain(place.name)} now.`);
    return before;
  });
  await disconnectAccount(before);
  await disconnectAccount(memberId);
}

/** Deletion requires typing the exact name. */
export function checkTyped(place: Named, typed: string): void {
  if (typed !== place.name.trim()) throw invalidField("name", `Type the name "${place.name}" to delete it.`);
}
