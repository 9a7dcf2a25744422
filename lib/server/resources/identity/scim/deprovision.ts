import { endAllSessions } from "../../../access/accounts/service";
import { writeEntries } from "../../../access/audit/record";
import { recordMembership } from "../../../access/audit/service";
import { lockAccount } from "../../../access/auth/lock-account";
import { disconnectAccount } from "../../../access/broadcast/disconnect";
import { revokeInvite } from "../../../access/invites/service";
import { afterCommit } from "../../../platform/db/after-commit";
import { AppError } from "../../../platform/errors/errors";
import { handOverTeams, removeMember } from "../../teams/leave";
import { notifyRemoved } from "../../teams/notify-members";
import { isOrgMember } from "../members/join";
import { isOwnAccount } from "../members/org-accounts";
import type { ScimCall } from "./client";
import { findAccount } from "./provision";
import type { ScimUser } from "./views";

/**
 * Ends what the user has in the organization: memberships, the reach of keys, visits, invitations and, with the commit, live
 * connections. Sessions end only for an account that the organization has created and that belongs to no other; everything
 * elsewhere is unchanged. Throws 409 for the organization's owner.
 */
export async function deprovision(call: ScimCall, user: ScimUser): Promise<void> {
  const { tx, org, author } = call;
  const place = { orgId: org.id, teamId: null };
  await revokeInvite(tx, place, user.email);
  const account = await findAccount(tx, user);
  if (!account || !(await isOrgMember(tx, org.id, account.id))) return;
  if (account.id === org.ownerId)
    throw new AppError("conflict", `${account.name} owns ${org.name} and can't be removed. Transfer it first.`);
  await lockAccount(tx, account.id);
  const isOwn = await isOwnAccount(tx, org.id, account);
  for (const team of await handOverTeams(tx, org.id, account.id, org.ownerId))
    await writeEntries(tx, [org.id], { ...team, kind: "team", teamId: team.id }, author, {
      before: { ownerId: account.id },
      after: { ownerId: org.ownerId },
    });
  await recordMembership(tx, place, account.id, author, () =>
    removeMember(tx, { scope: "org", id: org.id, orgId: org.id }, account.id),
  );
  await notifyRemoved(tx, account.id, org.name);
  if (isOwn) await endAllSessions(tx, account.id);
  afterCommit(tx, () => disconnectAccount(account.id));
}
