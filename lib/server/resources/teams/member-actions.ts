import type { z } from "zod";
import type { removeMemberForm } from "@/lib/contract/teams/members";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { firstNotGrantable } from "@/lib/permissions/editor";
import type { Scope } from "@/lib/permissions/entries";
import { type Role, roleBits } from "@/lib/permissions/roles";
import { disconnectAccount } from "../../access/broadcast/disconnect";
import type { TeamCallContext } from "../../access/calls/implement";
import { requireInviteQuota } from "../../access/invites/quota";
import { buildInviteLink, createInvite, revokeInvite } from "../../access/invites/service";
import { escapeMarkdown } from "../../access/notifications/service";
import { requireOwnOrgs } from "../../access/plans/limits";
import { lockOrgOrTeam, readPermissionsNow } from "../../access/teams/lock";
import { findMemberByEmail, getMember, type OrgOrTeam } from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { invalidField, notFound } from "../../platform/errors/errors";
import { constantTime } from "../../platform/http/limits/constant-time";
import { sendInviteMail } from "../../platform/mail/mails";
import { checkEditable, createMissingPermissionError, editMember } from "./edit-member";
import { checkNotLastOwner, removeMember, requireWayBack, transferOwnership } from "./leave";
import { notifyInvited, notifyOwnPages, notifyRemoved, notifyRights } from "./notify-members";

/** A team or organization with its name, for calls of both. */
export type NamedOrgOrTeam<S extends Scope = Scope> = OrgOrTeam & { scope: S; name: string };

const bits = {
  team: { add: Permission.ADD_TEAM_MEMBER, remove: Permission.REMOVE_TEAM_MEMBER },
  org: { add: Permission.ADD_ORG_MEMBER, remove: Permission.REMOVE_ORG_MEMBER },
} as const satisfies Record<Scope, Record<"add" | "remove", PermissionBit>>;

const toInviteTarget = ({ scope, id, orgId }: OrgOrTeam) => ({ orgId, teamId: scope === "team" ? id : null });

interface InviteForm {
  name: string;
  email: string;
  role: Role;
}

const inviteStepMs = 100;

/**
 * Invites someone by mail; the inviter also receives the link. An existing account is notified as well, with no measurable
 * difference for the inviter.
 */
export const inviteMember = <S extends Scope>(
  ctx: TeamCallContext<`${S}Invite`>,
  place: NamedOrgOrTeam<S>,
  form: InviteForm,
) => constantTime(inviteStepMs, () => inviteTo(ctx, place, form));

async function inviteTo<S extends Scope>(
  ctx: TeamCallContext<`${S}Invite`>,
  place: NamedOrgOrTeam<S>,
  { name, email, role }: InviteForm,
): Promise<{ link: string }> {
  const { mail, link } = await ctx.write(async (tx, audit) => {
    await lockOrgFirst(tx, place);
    const missing = firstNotGrantable(await readPermissionsNow(tx, ctx, bits[place.scope].add), roleBits[role]);
    if (missing !== undefined) throw createMissingPermissionError(missing);
    await requireInviteQuota(tx, ctx.accountId);
    if (await findMemberByEmail(tx, place, email))
      throw invalidField("email", `This person is already a member of ${place.name}.`);
    const created = await createInvite(tx, toInviteTarget(place), { name, email, role, invitedBy: ctx.accountId });
    audit.record(`${place.scope}Invite`, created.id);
    await notifyInvited(tx, ctx.principal.account.name, place, { ...created, email, role });
    return created;
  });
  await sendInviteMail(email, name, mail, { inviter: ctx.principal.account.name, place: place.name });
  return { link: buildInviteLink(link) };
}

/** Seats are counted under the organization's lock, which is always taken before a team's. */
async function lockOrgFirst(tx: Tx, place: OrgOrTeam): Promise<void> {
  await lockOrgOrTeam(tx, { scope: "org", id: place.orgId, orgId: place.orgId });
  if (place.scope === "team") await lockOrgOrTeam(tx, place);
}

/** Removes a member, or revokes an invitation. */
export async function removeFrom(
  ctx: TeamCallContext,
  place: NamedOrgOrTeam,
  { memberId, email }: z.output<typeof removeMemberForm>,
): Promise<void> {
  const removed = await ctx.write(async (tx) => {
    await lockOrgOrTeam(tx, place);
    await readPermissionsNow(tx, ctx, bits[place.scope].remove);
    if (email !== undefined && memberId === undefined && (await revokeInvite(tx, toInviteTarget(place), email)))
      return undefined;
    const member = memberId ? await getMember(tx, place, memberId) : await findMemberByEmail(tx, place, email ?? "");
    if (!member) throw notFound("This member");
    checkEditable(member, ctx.accountId, "removed");
    await checkNotLastOwner(tx, place, member);
    await removeMember(tx, place, member.memberId);
    await notifyRemoved(tx, member.memberId, place.name);
    return member.memberId;
  });
  if (removed) await disconnectAccount(removed);
}

export async function editMemberOf(
  ctx: TeamCallContext,
  place: NamedOrgOrTeam,
  memberId: string,
  form: { role?: Role } & Record<string, unknown>,
): Promise<void> {
  const changed = await ctx.write(async (tx) => {
    if (!(await editMember(tx, ctx, place, memberId, form))) return false;
    await notifyRights(tx, place, memberId, `Your permissions in ${escapeMarkdown(place.name)} have changed.`);
    return true;
  });
  if (changed) await disconnectAccount(memberId);
}

export async function leaveOrgOrTeam(ctx: TeamCallContext, place: NamedOrgOrTeam): Promise<void> {
  await ctx.write(async (tx) => {
    await lockOrgOrTeam(tx, place);
    const member = await getMember(tx, place, ctx.accountId);
    await checkNotLastOwner(tx, place, member);
    await removeMember(tx, place, ctx.accountId);
  });
  await notifyOwnPages(ctx.accountId, `You left ${escapeMarkdown(place.name)}.`);
  await disconnectAccount(ctx.accountId);
}

export async function transferOwner(ctx: TeamCallContext, place: NamedOrgOrTeam, memberId: string): Promise<void> {
  const before = await ctx.write(async (tx) => {
    await lockOrgOrTeam(tx, place);
    await readPermissionsNow(tx, ctx, place.scope === "team" ? Permission.TEAM_OWNER : Permission.ORG_OWNER);
    const next = await getMember(tx, place, memberId);
    if (place.scope === "org") {
      await requireOwnOrgs(tx, memberId, place.id);
      await requireWayBack(tx, place.id, next);
    }
    const before = await transferOwnership(tx, place, next);
    await notifyRights(tx, place, before, `${escapeMarkdown(place.name)} has a new owner. You're still an admin.`);
    await notifyRights(tx, place, memberId, `You now own ${escapeMarkdown(place.name)}.`);
    return before;
  });
  await disconnectAccount(before);
  await disconnectAccount(memberId);
}

/** Deletion requires typing the exact name. */
export function requireTypedName(place: NamedOrgOrTeam, typed: string): void {
  if (typed !== place.name.trim()) throw invalidField("name", `Type the name “${place.name}” to delete it.`);
}
