import type { z } from "zod";
import type { removeMemberForm } from "@/lib/contract/members";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits } from "@/lib/permissions/roles";
import { requireOwnOrgs } from "../billing/limits";
import type { Tx } from "../db/client";
import { invalidField, notFound } from "../http/errors";
import { evenly } from "../http/evenly";
import type { TeamCallContext } from "../http/implement";
import { inviteLink, makeInvite, withdrawInvite } from "../invites/service";
import { sendInviteMail } from "../mail/mails";
import { plain } from "../notifications/service";
import { cutAccount } from "../realtime/cut";
import { checkEditable, editMember, lacking } from "./edit-member";
import { requireInvitesLeft } from "./invites-left";
import { checkNotLastOwner, handOver, takeOut } from "./leave";
import { bitsNow, lockPlace } from "./lock";
import { memberByEmail, memberOf, type Place } from "./members";
import { tellInvited, tellNow, tellRemoved, tellRights } from "./tell";

/** A team or an organisation by its name, as the calls of both act on it. */
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
 * Invites somebody by mail; the link is the same for the inviter to pass on. Who has an account is told in it as well: how
 * long that takes is not for the inviter to measure.
 */
export const invite = (ctx: TeamCallContext, place: Named, invited: Invited): Promise<{ link: string }> =>
  evenly(inviteStepMs, () => inviteTo(ctx, place, invited));

async function inviteTo(ctx: TeamCallContext, place: Named, { name, email, role }: Invited): Promise<{ link: string }> {
  const { mail, link } = await ctx.db.transaction(async (tx) => {
    await lockOrgFirst(tx, place);
    const missing = firstNotGrantable(await bitsNow(tx, ctx, bits[place.scope].add), roleBits[role]);
    if (missing !== undefined) throw lacking(missing);
    await requireInvitesLeft(tx, ctx.accountId);
    if (await memberByEmail(tx, place, email))
      throw invalidField("email", `This person is already a member of ${place.name}.`);
    const made = await makeInvite(tx, invitePlace(place), { name, email, role, invitedBy: ctx.accountId });
    await tellInvited(tx, ctx.principal.account.name, place, { ...made, email, role });
    return made;
  });
  await sendInviteMail(email, name, mail, { inviter: ctx.principal.account.name, place: place.name });
  return { link: inviteLink(link) };
}

/** Seats are counted under the organisation's lock: it is taken before a team's, everywhere. */
async function lockOrgFirst(tx: Tx, place: Place): Promise<void> {
  await lockPlace(tx, { scope: "org", id: place.orgId, orgId: place.orgId });
  if (place.scope === "team") await lockPlace(tx, place);
}

/** Removes a member, or withdraws an invite. */
export async function remove(
  ctx: TeamCallContext,
  place: Named,
  { memberId, email }: z.output<typeof removeMemberForm>,
): Promise<void> {
  const removed = await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    await bitsNow(tx, ctx, bits[place.scope].remove);
    if (email !== undefined && memberId === undefined && (await withdrawInvite(tx, invitePlace(place), email)))
      return undefined;
    const member = memberId ? await memberOf(tx, place, memberId) : await memberByEmail(tx, place, email ?? "");
    if (!member) throw notFound("This member");
    checkEditable(member, ctx.accountId, "removed");
    await checkNotLastOwner(tx, place, member);
    await takeOut(tx, place, member.memberId);
    await tellRemoved(tx, member.memberId, place.name);
    return member.memberId;
  });
  if (removed) await cutAccount(removed);
}

export async function edit(
  ctx: TeamCallContext,
  place: Named,
  memberId: string,
  form: { role?: Role } & Record<string, unknown>,
): Promise<void> {
  const changed = await ctx.db.transaction(async (tx) => {
    if (!(await editMember(tx, ctx, place, memberId, form))) return false;
    await tellRights(tx, place, memberId, `What you may do in ${plain(place.name)} has changed.`);
    return true;
  });
  if (changed) await cutAccount(memberId);
}

export async function leave(ctx: TeamCallContext, place: Named): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    const member = await memberOf(tx, place, ctx.accountId);
    await checkNotLastOwner(tx, place, member);
    await takeOut(tx, place, ctx.accountId);
  });
  await tellNow(ctx.accountId, `You have left ${plain(place.name)}.`);
  await cutAccount(ctx.accountId);
}

/** Ownership goes to a member. */
export async function transfer(ctx: TeamCallContext, place: Named, memberId: string): Promise<void> {
  const before = await ctx.db.transaction(async (tx) => {
    await lockPlace(tx, place);
    await bitsNow(tx, ctx, place.scope === "team" ? Permission.TEAM_OWNER : Permission.ORG_OWNER);
    const next = await memberOf(tx, place, memberId);
    if (place.scope === "org") await requireOwnOrgs(tx, memberId, place.id);
    const before = await handOver(tx, place, next);
    await tellRights(tx, place, before, `${plain(place.name)} has another owner now. You stay as an admin.`);
    await tellRights(tx, place, memberId, `You own ${plain(place.name)} now.`);
    return before;
  });
  await cutAccount(before);
  await cutAccount(memberId);
}

/** Deleting asks for the name once more, exactly. */
export function checkTyped(place: Named, typed: string): void {
  if (typed !== place.name.trim()) throw invalidField("name", `Type the name "${place.name}" to delete it.`);
}
