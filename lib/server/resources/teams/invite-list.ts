import type { z } from "zod";
import type { inviteSchema } from "@/lib/contract/teams/members";
import { type InviteTarget, listTargetInvites } from "../../access/invites/service";
import { coversInvite, findInviterBits } from "../../access/teams/service";
import type { Reader } from "../../platform/db/client";

/** The open invitations, each with whether its inviter still has the permission, checked once per inviter. */
export async function listInvites(db: Reader, place: InviteTarget): Promise<z.input<typeof inviteSchema>[]> {
  const rows = await listTargetInvites(db, place);
  const inviters = [...new Set(rows.map(({ invite }) => invite.invitedBy))];
  const bits = new Map(
    await Promise.all(inviters.map(async (id) => [id, await findInviterBits(db, id, place)] as const)),
  );
  return rows.map(({ invite: { id, name, email, role, dateCreated, expires, invitedBy, teamId }, inviter }) => ({
    _id: id,
    name,
    email,
    role,
    dateCreated,
    expires,
    invitedBy: inviter,
    valid: coversInvite(bits.get(invitedBy) ?? [], { role, teamId }),
  }));
}
