import { and, eq, isNull, ne } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/base/error";
import { listOwnedOrgs, listSharedOwnedOrgs } from "../../access/accounts/owned-orgs";
import { type Origin, recordLeaving } from "../../access/audit/service";
import { lockProof, type ProofContext } from "../../access/auth/proof";
import { disconnectAccount, disconnectRoom } from "../../access/broadcast/disconnect";
import { type Tx, toReadWrite } from "../../platform/db/client";
import { accountEvents, accountLinks, emailChanges, knownSources } from "../../platform/db/tables/account-events";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { identities, scimUsers } from "../../platform/db/tables/identity";
import { invites } from "../../platform/db/tables/invites";
import { notifications, notificationsSeen } from "../../platform/db/tables/notifications";
import { shareVisitors } from "../../platform/db/tables/shares";
import { orgMembers, orgs, teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { sendDeletedMail, sendInBackground } from "../../platform/mail/mails";
import { removeMember } from "../teams/leave";
import { removeOrg } from "../teams/remove";
import { endTrashedVisits } from "../trash/service";

const createDeletionConflict = (found: { id: string; name: string }[]): AppError => {
  const names = found.map(({ name }) => `“${name}”`).join(", ");
  const usedBy: UsedBy = found.map(({ id, name }) => ({ type: "org", _id: id, name }));
  const [have, what] = found.length > 1 ? ["have", "them"] : ["has", "it"];
  const message = `You own ${names}, which ${have} other members. Transfer or delete ${what} first.`;
  return new AppError("conflict", message, { usedBy });
};

const createJoinedError = () =>
  new AppError("conflict", "You just joined an organization. Review your organizations, then try again.");

/**
 * Deletes an account, and the organizations that have no other member. Content in teams remains; the row remains as its author,
 * without name and email.
 */
export async function deleteAccount(caller: ProofContext, origin: Origin): Promise<void> {
  const { db, principal } = caller;
  const { account } = principal;
  // Runs are cancelled before the first transaction.
  await caller.requireRights();
  const shared = await listSharedOwnedOrgs(db, account.id);
  if (shared.length > 0) throw createDeletionConflict(shared);
  for (const { id } of await listOwnedOrgs(db, account.id))
    for (const teamId of await removeOrg(toReadWrite(db), id, (tx) => requireNoOtherMembers(tx, id, caller)))
      await disconnectRoom(teamId);
  await db.transaction(async (tx) => {
    for (const { orgId } of await selectMemberships(tx, account.id))
      await recordLeaving(tx, orgId, principal, origin, () => leaveOrg(tx, orgId, account.id));
    await lockProof(tx, caller);
    // Locked: from here on no memberships or organizations are added for this account, and earlier ones are visible.
    const left = await listOwnedOrgs(tx, account.id);
    if (left.length > 0) throw createDeletionConflict(left);
    if ((await selectMemberships(tx, account.id)).length > 0) throw createJoinedError();
    await eraseAccount(tx, account.id);
  });
  await disconnectAccount(account.id);
  sendInBackground(() => sendDeletedMail(account.email, account.name));
}

/** Throws under the organization's lock if someone has joined in the meantime, or the proof is no longer valid. */
async function requireNoOtherMembers(tx: Tx, orgId: string, caller: ProofContext): Promise<void> {
  await lockProof(tx, caller);
  const others = and(eq(orgMembers.orgId, orgId), ne(orgMembers.accountId, caller.principal.account.id));
  if ((await tx.$count(orgMembers, others)) === 0) return;
  const [org] = await tx.select({ id: orgs.id, name: orgs.name }).from(orgs).where(eq(orgs.id, orgId));
  throw createDeletionConflict(org ? [org] : []);
}

const selectMemberships = (tx: Tx, accountId: string) =>
  tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, accountId));

/** Transfers the account's teams to the organization's owner. */
async function leaveOrg(tx: Tx, orgId: string, accountId: string): Promise<void> {
  const [org] = await tx.select({ ownerId: orgs.ownerId }).from(orgs).where(eq(orgs.id, orgId)).for("no key update");
  if (!org) return;
  const own = and(eq(teams.orgId, orgId), eq(teams.ownerId, accountId), isNull(teams.dateDeleted));
  await tx.update(teams).set({ ownerId: org.ownerId }).where(own);
  await removeMember(tx, { scope: "org", id: orgId, orgId }, accountId);
}

async function eraseAccount(tx: Tx, accountId: string): Promise<void> {
  const ownTables = [
    tokens,
    apiKeys,
    notifications,
    accountEvents,
    knownSources,
    emailChanges,
    accountLinks,
    identities,
  ];
  for (const table of ownTables) await tx.delete(table).where(eq(table.accountId, accountId));
  await tx.delete(notificationsSeen).where(eq(notificationsSeen.accountId, accountId));
  await tx.delete(invites).where(eq(invites.invitedBy, accountId));
  await tx
    .update(shareVisitors)
    .set({ accountId: null, hash: null, tokenId: null })
    .where(eq(shareVisitors.accountId, accountId));
  await endTrashedVisits(tx, undefined, [accountId]);
  await tx.update(scimUsers).set({ accountId: null }).where(eq(scimUsers.accountId, accountId));
  await tx
    .update(accounts)
    .set({
      // This address cannot be registered.
      name: "Deleted account",
      email: `deleted:${accountId}`,
      emailVerified: false,
      root: false,
      passwordHash: null,
      totpSecret: null,
      twoFactorSince: null,
      totpStep: null,
      recoveryCodes: [],
      currentOrgId: null,
      currentTeamId: null,
      dateDeleted: new Date(),
    })
    .where(eq(accounts.id, accountId));
}
