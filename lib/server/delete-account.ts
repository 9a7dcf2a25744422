import { and, eq, isNull, ne } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/error";
import { ownedOrgs, ownedWithOthers } from "./accounts/owned-orgs";
import { accounts, tokens } from "./accounts/table";
import { apiKeys } from "./apikeys/table";
import { noteLeaving, type Origin } from "./audit/service";
import { holdProof, type Proven } from "./auth/proof";
import type { Tx } from "./db/client";
import { AppError } from "./http/errors";
import { invites } from "./invites/table";
import { mailBeside, sendDeletedMail } from "./mail/mails";
import { notifications, notificationsSeen } from "./notifications/table";
import { cutAccount, cutRoom } from "./realtime/cut";
import { accountEvents, accountLinks, emailChanges, knownSources } from "./security/table";
import { shareVisitors } from "./shares/table";
import { takeOut } from "./teams/leave";
import { removeOrg } from "./teams/remove";
import { orgMembers, orgs, teams } from "./teams/table";

const inTheWay = (found: { id: string; name: string }[]): AppError => {
  const names = found.map(({ name }) => `"${name}"`).join(", ");
  const usedBy: UsedBy = found.map(({ id, name }) => ({ type: "org", _id: id, name }));
  const sentence = `You own ${names} with other members in it. Hand it over or delete it first.`;
  return new AppError("conflict", found.length > 1 ? sentence.replaceAll(" it", " them") : sentence, { usedBy });
};

const joinedMeanwhile = () =>
  new AppError("conflict", "You have joined an organization in this moment. Look at it and delete the account again.");

/**
 * Deletes an account with the organisations that only it is in. What it has made elsewhere stays with its team; the row
 * stays for that, without a name and an address.
 */
export async function deleteAccount(caller: Proven, origin: Origin): Promise<void> {
  const { db, principal } = caller;
  const { account } = principal;
  // Runs are stopped before the first transaction.
  await caller.requireRights();
  const shared = await ownedWithOthers(db, account.id);
  if (shared.length > 0) throw inTheWay(shared);
  for (const { id } of await ownedOrgs(db, account.id))
    for (const teamId of await removeOrg(db, id, (tx) => requireAlone(tx, id, caller))) await cutRoom(teamId);
  await db.transaction(async (tx) => {
    for (const { orgId } of await membershipsOf(tx, account.id))
      await noteLeaving(tx, orgId, principal, origin, () => leaveOrg(tx, orgId, account.id));
    await holdProof(tx, caller);
    // Nobody makes or joins one in its name from here on, and what was before is seen now.
    const left = await ownedOrgs(tx, account.id);
    if (left.length > 0) throw inTheWay(left);
    if ((await membershipsOf(tx, account.id)).length > 0) throw joinedMeanwhile();
    await forget(tx, account.id);
  });
  await cutAccount(account.id);
  mailBeside(() => sendDeletedMail(account.email, account.name));
}

/** Under the organization's lock: no one has joined in the meantime, and the proof still counts. */
async function requireAlone(tx: Tx, orgId: string, caller: Proven): Promise<void> {
  await holdProof(tx, caller);
  const others = and(eq(orgMembers.orgId, orgId), ne(orgMembers.accountId, caller.principal.account.id));
  if ((await tx.$count(orgMembers, others)) === 0) return;
  const [org] = await tx.select({ id: orgs.id, name: orgs.name }).from(orgs).where(eq(orgs.id, orgId));
  throw inTheWay(org ? [org] : []);
}

const membershipsOf = (tx: Tx, accountId: string) =>
  tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, accountId));

/** Teams that the account owns there go to the organisation's owner. */
async function leaveOrg(tx: Tx, orgId: string, accountId: string): Promise<void> {
  const [org] = await tx.select({ ownerId: orgs.ownerId }).from(orgs).where(eq(orgs.id, orgId)).for("no key update");
  if (!org) return;
  const own = and(eq(teams.orgId, orgId), eq(teams.ownerId, accountId), isNull(teams.dateDeleted));
  await tx.update(teams).set({ ownerId: org.ownerId }).where(own);
  await takeOut(tx, { scope: "org", id: orgId, orgId }, accountId);
}

async function forget(tx: Tx, accountId: string): Promise<void> {
  for (const table of [tokens, apiKeys, notifications, accountEvents, knownSources, emailChanges, accountLinks])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx.delete(notificationsSeen).where(eq(notificationsSeen.accountId, accountId));
  await tx.delete(invites).where(eq(invites.invitedBy, accountId));
  await tx
    .update(shareVisitors)
    .set({ accountId: null, hash: null, tokenId: null })
    .where(eq(shareVisitors.accountId, accountId));
  await tx
    .update(accounts)
    .set({
      // No address that anybody could register.
      ...{ name: "Deleted account", email: `deleted:${accountId}`, emailVerified: false, root: false },
      ...{ passwordHash: null, totpSecret: null, twoFactorSince: null, totpStep: null, recoveryCodes: [] },
      ...{ currentOrgId: null, currentTeamId: null, dateDeleted: new Date() },
    })
    .where(eq(accounts.id, accountId));
}
