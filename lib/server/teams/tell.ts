import { eq } from "drizzle-orm";
import type { Role } from "@/lib/permissions/roles";
import { accounts } from "../accounts/table";
import type { Tx } from "../db/client";
import { newId } from "../db/ids";
import { invitePath } from "../invites/service";
import { mailIsOn } from "../mail/mails";
import { notify, plain } from "../notifications/service";
import { notifyAccount } from "../realtime/notify";
import type { Place } from "./members";

type Named = Place & { name: string };

/** What somebody has done to themself: their other pages hear it, and nothing is kept. */
export const tellNow = (accountId: string, description: string): Promise<void> =>
  notifyAccount(accountId, {
    ...{ _id: newId("notification"), title: "Team", description, date: new Date().toISOString() },
    ...{ seen: false, type: "team", link: null, audience: accountId },
  });

/** Tells a member that their rights in a place are others now. */
export const tellRights = (tx: Tx, { scope, id }: Place, memberId: string, description: string): Promise<void> =>
  notify(tx, {
    ...{ to: [memberId], teamId: scope === "team" ? id : null, type: "team", title: "Permissions changed" },
    ...{ description, link: scope === "team" ? `/${id}/team` : null },
  });

/** Tells somebody who is in the place no more, and so hears of it in whatever team they are. */
export const tellRemoved = (tx: Tx, memberId: string, name: string): Promise<void> =>
  notify(tx, {
    ...{ to: [memberId], teamId: null, type: "team", title: "Membership ended" },
    description: `You are no longer a member of ${plain(name)}.`,
  });

/**
 * Tells who has the invited address already. With the link only where they have shown that it is theirs: without mail
 * anybody may have registered by it.
 */
export async function tellInvited(
  tx: Tx,
  inviter: string,
  { name }: Named,
  { id: inviteId, link, email, role }: { id: string; link: string; email: string; role: Role },
): Promise<void> {
  const [account] = await tx
    .select({ id: accounts.id, verified: accounts.emailVerified })
    .from(accounts)
    .where(eq(accounts.email, email));
  if (!account) return;
  const who = plain(inviter);
  const mailed = mailIsOn() ? ", or open the one that came by mail" : "";
  const way = account.verified ? "" : ` Ask ${who} for the link${mailed}.`;
  await notify(tx, {
    ...{ to: [account.id], teamId: null, type: "team", title: "Invitation", inviteId, key: `invite:${inviteId}` },
    description: `${who} invites you to join **${plain(name)}** as ${role}.${way}`,
    ...(account.verified && { link: invitePath(link), secretLink: true }),
  });
}
