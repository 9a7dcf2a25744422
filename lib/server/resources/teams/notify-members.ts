import { eq } from "drizzle-orm";
import type { Role } from "@/lib/permissions/roles";
import { notifyAccount } from "../../access/broadcast/notify";
import { buildInvitePath } from "../../access/invites/service";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import type { OrgOrTeam } from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { newId } from "../../platform/ids/ids";
import { isMailEnabled } from "../../platform/mail/mails";

type NamedTarget = OrgOrTeam & { name: string };

/** Notifies the account's other pages of its own action, without storing a notification. */
export const notifyOwnPages = (accountId: string, description: string): Promise<void> =>
  notifyAccount(accountId, {
    _id: newId("notification"),
    title: "Team",
    description,
    date: new Date().toISOString(),
    seen: false,
    type: "team",
    link: null,
    audience: accountId,
  });

/** Notifies a member of changed permissions. */
export const notifyRights = (tx: Tx, { scope, id }: OrgOrTeam, memberId: string, description: string): Promise<void> =>
  notify(tx, {
    to: [memberId],
    teamId: scope === "team" ? id : null,
    type: "team",
    title: "Permissions changed",
    description,
    link: scope === "team" ? `/${id}/team` : null,
  });

/** Notifies a removed member, independently of the current team. */
export const notifyRemoved = (tx: Tx, memberId: string, name: string): Promise<void> =>
  notify(tx, {
    to: [memberId],
    teamId: null,
    type: "team",
    title: "Membership ended",
    description: `You're no longer a member of ${escapeMarkdown(name)}.`,
  });

/**
 * Notifies the existing account of an invited address. The link is included only if the account has verified the address:
 * without mail anyone may have registered it.
 */
export async function notifyInvited(
  tx: Tx,
  inviter: string,
  { name }: NamedTarget,
  { id: inviteId, link, email, role }: { id: string; link: string; email: string; role: Role },
): Promise<void> {
  const [account] = await tx
    .select({ id: accounts.id, verified: accounts.emailVerified })
    .from(accounts)
    .where(eq(accounts.email, email));
  if (!account) return;
  const who = escapeMarkdown(inviter);
  const mailed = isMailEnabled() ? ", or open the one we emailed you" : "";
  const linkHint = account.verified ? "" : ` Ask ${who} for the link${mailed}.`;
  await notify(tx, {
    to: [account.id],
    teamId: null,
    type: "team",
    title: "Invitation",
    inviteId,
    key: `invite:${inviteId}`,
    description: `${who} invited you to join **${escapeMarkdown(name)}** as ${role}.${linkHint}`,
    ...(account.verified && { link: buildInvitePath(link), secretLink: true }),
  });
}
