import { and, eq } from "drizzle-orm";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { applyForm, applyRole, type Edit, firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits, roleName } from "@/lib/permissions/roles";
import { memberRow } from "../../access/auth/is-team-member";
import type { TeamCallContext } from "../../access/calls/implement";
import { lockPlace, readPermissionsNow } from "../../access/teams/lock";
import {
  getMember,
  isOwner,
  type MemberRole,
  memberPermissions,
  type Place,
  storedPermissions,
} from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { orgMembers, teamMembers } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";

type Wanted = { role?: Role } & Record<string, unknown>;

/** 403 naming the permission that the editor lacks. */
export const lacking = (bit: PermissionBit): AppError =>
  new AppError("forbidden", missingPermission(bit), { permission: bit });

/** Owners cannot be edited or removed by others, and nobody can edit themselves. */
export function checkEditable(member: MemberRole, accountId: string, change: "edited" | "removed"): void {
  if (member.memberId === accountId)
    throw new AppError(
      "forbidden",
      change === "edited" ? "Nobody changes their own permissions." : "You cannot remove yourself. Leave instead.",
    );
  if (isOwner(member)) throw new AppError("forbidden", `An owner cannot be ${change} by others.`);
}

/** The role's permissions, as this editor can grant them; refused when the result would not be the role. */
function roleFor(edit: Edit, role: Role): number[] {
  const bits = roleBits[role];
  const missing = firstNotGrantable(
    edit.editor,
    bits.filter((bit) => !edit.stored.includes(bit)),
  );
  if (missing !== undefined) throw lacking(missing);
  const next = applyRole(edit, bits);
  // Permissions that the editor lacks are retained, so the result exceeds the role.
  const staying = next.find((bit): bit is PermissionBit => !(bits as readonly number[]).includes(bit));
  if (staying !== undefined && roleName(edit.scope, next) !== role) throw lacking(staying);
  return next;
}

/** Stores a member's permissions. Returns whether anything changed. */
export async function editMember(
  tx: Tx,
  ctx: TeamCallContext,
  place: Place,
  memberId: string,
  { role, ...form }: Wanted,
): Promise<boolean> {
  await lockPlace(tx, place);
  const { scope } = place;
  const editor = await readPermissionsNow(
    tx,
    ctx,
    scope === "team" ? Permission.EDIT_TEAM_MEMBER : Permission.EDIT_ORG_MEMBER,
  );
  const member = await getMember(tx, place, memberId);
  checkEditable(member, ctx.accountId, "edited");
  const edit: Edit = { scope, editor, member: memberPermissions(member), stored: storedPermissions(member, scope) };
  const permissions = role ? roleFor(edit, role) : applyForm(edit, form);
  if (permissions.join() === [...edit.stored].sort((a, b) => a - b).join()) return false;
  if (scope === "team") await tx.update(teamMembers).set({ permissions }).where(memberRow(memberId, place.id));
  else
    await tx
      .update(orgMembers)
      .set({ permissions })
      .where(and(eq(orgMembers.orgId, place.id), eq(orgMembers.accountId, memberId)));
  return true;
}
