import { Permission } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import type { Db } from "../db/client";
import { AppError, notFound } from "../http/errors";
import { type Membership, membershipOf } from "./membership";

/**
 * The member with whose eyes somebody sees the team, as far as they may edit that member; null for themselves. ROOT is
 * nobody's business but its holder's.
 */
export async function memberSeen(
  db: Pick<Db, "select">,
  accountId: string,
  own: Membership,
  memberId: string,
): Promise<Membership | null> {
  const bit = Permission.EDIT_TEAM_MEMBER;
  if (!own.bits.includes(bit)) throw new AppError("forbidden", missingPermission(bit), { permission: bit });
  if (memberId === accountId) return null;
  const seen = await membershipOf(db, { id: memberId, root: false }, own.team.id);
  if (!seen?.row) throw notFound("This member");
  if ([own.team.ownerId, own.team.orgOwnerId].includes(memberId))
    throw new AppError("forbidden", "Nobody else sees the console as an owner.");
  return seen;
}
