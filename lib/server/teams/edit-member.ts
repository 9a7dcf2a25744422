import { and, eq } from "drizzle-orm";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { applyForm, applyRole, type Edit, firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits, roleName } from "@/lib/permissions/roles";
import type { Tx } from "../db/client";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { bitsNow, lockPlace } from "./lock";
import { bitsOf, isOwner, memberOf, type Place, type Standing, storedOf } from "./members";
import { orgMembers, teamMembers } from "./table";

type Wanted = { role?: Role } & Record<string, unknown>;

/** 403 naming the bit that whoever edits lacks. */
export const lacking = (bit: PermissionBit): AppError =>
  new AppError("forbidden", missingPermission(bit), { permission: bit });

/** Owners cannot be edited or removed by others, and nobody edits themselves. */
export function checkEditable(member: Standing, accountId: string, change: "edited" | "removed"): void {
  if (member.memberId === accountId)
    throw new AppError(
      "forbidden",
      change === "edited" ? "Nobody changes their own permissions." : "You cannot remove yourself. Leave instead.",
    );
  if (isOwner(member)) throw new AppError("forbidden", `An owner cannot be ${change} by others.`);
}

/** What a role comes to for this editor; refused where it would not come to that role. */
function roleFor(edit: Edit, role: Role): number[] {
  const bits = roleBits[role];
  const missing = firstNotGrantable(
    edit.editor,
    bits.filter((bit) => !edit.stored.includes(bit)),
  );
  if (missing !== undefined) throw lacking(missing);
  const next = applyRole(edit, bits);
  // A bit that the editor does not hold stays, and it is more than the role.
  const staying = next.find((bit): bit is PermissionBit => !(bits as readonly number[]).includes(bit));
  if (staying !== undefined && roleName(edit.scope, next) !== role) throw lacking(staying);
  return next;
}

/** Stores what a member may do in a place. Answers whether that has changed anything. */
export async function editMember(
  tx: Tx,
  ctx: TeamCallContext,
  place: Place,
  memberId: string,
  { role, ...form }: Wanted,
): Promise<boolean> {
  await lockPlace(tx, place);
  const { scope } = place;
  const editor = await bitsNow(tx, ctx, scope === "team" ? Permission.EDIT_TEAM_MEMBER : Permission.EDIT_ORG_MEMBER);
  const member = await memberOf(tx, place, memberId);
  checkEditable(member, ctx.accountId, "edited");
  const edit: Edit = { scope, editor, member: bitsOf(member), stored: storedOf(member, scope) };
  const permissions = role ? roleFor(edit, role) : applyForm(edit, form);
  if (permissions.join() === [...edit.stored].sort((a, b) => a - b).join()) return false;
  if (scope === "team")
    await tx
      .update(teamMembers)
      .set({ permissions })
      .where(and(eq(teamMembers.teamId, place.id), eq(teamMembers.accountId, memberId)));
  else
    await tx
      .update(orgMembers)
      .set({ permissions })
      .where(and(eq(orgMembers.orgId, place.id), eq(orgMembers.accountId, memberId)));
  return true;
}
