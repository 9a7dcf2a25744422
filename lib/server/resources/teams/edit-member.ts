import { and, eq } from "drizzle-orm";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { applyForm, applyRole, type Edit, firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits, roleName } from "@/lib/permissions/roles";
import { memberRow } from "../../access/auth/is-team-member";
import type { TeamCallContext } from "../../access/calls/implement";
import { lockOrgOrTeam, readPermissionsNow } from "../../access/teams/lock";
import {
  findMemberPermissions,
  findStoredPermissions,
  getMember,
  isOwner,
  type MemberRole,
  type OrgOrTeam,
} from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { orgMembers, teamMembers } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";

type MemberForm = { role?: Role } & Record<string, unknown>;

/** 403 naming the permission that the editor lacks. */
export const createMissingPermissionError = (bit: PermissionBit): AppError =>
  new AppError("forbidden", missingPermission(bit), { permission: bit });

/** Throws if the member cannot be edited: owners only by themselves, and no one can edit their own permissions. */
export function checkEditable(member: MemberRole, accountId: string, change: "edited" | "removed"): void {
  if (member.memberId === accountId)
    throw new AppError(
      "forbidden",
      change === "edited" ? "You can't change your own permissions." : "You can't remove yourself. Leave instead.",
    );
  if (isOwner(member)) throw new AppError("forbidden", `Owners can't be ${change} by others.`);
}

/** Returns the role's permissions as this editor can grant them. Throws when the result would differ from the role. */
function toRoleBits(edit: Edit, role: Role): number[] {
  const bits = roleBits[role];
  const missing = firstNotGrantable(
    edit.editor,
    bits.filter((bit) => !edit.stored.includes(bit)),
  );
  if (missing !== undefined) throw createMissingPermissionError(missing);
  const next = applyRole(edit, bits);
  // Permissions that the editor lacks are retained, so the result exceeds the role.
  const extra = next.find((bit): bit is PermissionBit => !(bits as readonly number[]).includes(bit));
  if (extra !== undefined && roleName(edit.scope, next) !== role) throw createMissingPermissionError(extra);
  return next;
}

/** Stores a member's permissions. Returns whether anything changed. */
export async function editMember(
  tx: Tx,
  ctx: TeamCallContext,
  place: OrgOrTeam,
  memberId: string,
  { role, ...form }: MemberForm,
): Promise<boolean> {
  await lockOrgOrTeam(tx, place);
  const { scope } = place;
  const editor = await readPermissionsNow(
    tx,
    ctx,
    scope === "team" ? Permission.EDIT_TEAM_MEMBER : Permission.EDIT_ORG_MEMBER,
  );
  const member = await getMember(tx, place, memberId);
  checkEditable(member, ctx.accountId, "edited");
  if (member.byProvider)
    throw new AppError(
      "conflict",
      "These permissions are set by the identity provider. Change the organization's rules, or the person's groups in the identity provider.",
    );
  const edit: Edit = {
    scope,
    editor,
    member: findMemberPermissions(member),
    stored: findStoredPermissions(member, scope),
  };
  const permissions = role ? toRoleBits(edit, role) : applyForm(edit, form);
  if (permissions.join() === [...edit.stored].sort((a, b) => a - b).join()) return false;
  if (scope === "team") await tx.update(teamMembers).set({ permissions }).where(memberRow(memberId, place.id));
  else
    await tx
      .update(orgMembers)
      .set({ permissions })
      .where(and(eq(orgMembers.orgId, place.id), eq(orgMembers.accountId, memberId)));
  return true;
}
