import type { z } from "zod";
import type { inviteSchema } from "@/lib/contract/teams/members";
import { type InvitePlace, listInvitesOf } from "../../access/invites/service";
import { coversInvite, inviterBits } from "../../access/teams/service";
import type { Db } from "../../platform/db/client";

/** The open invitations, each with whether its inviter still has the permission, checked once per inviter. */
export async function listInvites(
  db: Pick<Db, "select" | "$count">,
  place: InvitePlace,
): Promise<z.input<typeof inviteSchema>[]> {
  const rows = await listInvitesOf(db, place);
  const inviters = [...new Set(rows.map(({ invite }) => invite.invitedBy))];
  const bits = new Map(await Promise.all(inviters.map(async (id) => [id, await inviterBits(db, id, place)] as const)));
  return rows.map(({ invite: { id, name, email, role, dateCreated, expires, invitedBy, teamId }, inviter }) => ({
    _id: id,
    name,
    email,
    role,
    dateCreated,
    expires,
    invitedBy: inviter,
    stands: coversInvite(bits.get(invitedBy) ?? [], { role, teamId }),
  }));
}
