import type { z } from "zod";
import type { inviteSchema } from "@/lib/contract/members";
import type { Db } from "../db/client";
import { type InvitePlace, invitesOf } from "../invites/service";
import { coversInvite, inviterBits } from "./service";

/** The place's invites, each with whether its inviter could still make it: few people invite, so each is asked once. */
export async function listInvites(
  db: Pick<Db, "select" | "$count">,
  place: InvitePlace,
): Promise<z.input<typeof inviteSchema>[]> {
  const rows = await invitesOf(db, place);
  const inviters = [...new Set(rows.map(({ invite }) => invite.invitedBy))];
  const bits = new Map(await Promise.all(inviters.map(async (id) => [id, await inviterBits(db, id, place)] as const)));
  return rows.map(({ invite: { id, name, email, role, dateCreated, expires, invitedBy, teamId }, inviter }) => ({
    ...{ _id: id, name, email, role, dateCreated, expires, invitedBy: inviter },
    stands: coversInvite(bits.get(invitedBy) ?? [], { role, teamId }),
  }));
}
