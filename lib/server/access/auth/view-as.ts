import { Permission } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import type { Reader } from "../../platform/db/client";
import { AppError, notFound } from "../../platform/errors/errors";
import { findMembership, type Membership } from "./membership";

/**
 * Returns the member as whom the caller views the team, limited to members they may edit; null for themselves. Never includes
 * the member's ROOT.
 */
export async function findViewedMember(
  db: Reader,
  accountId: string,
  own: Membership,
  memberId: string,
): Promise<Membership | null> {
  const bit = Permission.EDIT_TEAM_MEMBER;
  if (!own.bits.includes(bit)) throw new AppError("forbidden", missingPermission(bit), { permission: bit });
  if (memberId === accountId) return null;
  const viewed = await findMembership(db, { id: memberId, root: false }, own.team.id);
  if (!viewed?.row) throw notFound("This member");
  if ([own.team.ownerId, own.team.orgOwnerId].includes(memberId))
    throw new AppError("forbidden", "You can't view as an owner.");
  return viewed;
}
