import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/base/error";
import { roleBits } from "@/lib/permissions/roles";
import { revokeInvitesBy, revokeInvitesFor } from "../../access/invites/service";
import type { MemberRole, OrgOrTeam } from "../../access/teams/members";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { identities } from "../../platform/db/tables/identity";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { AppError, notFound } from "../../platform/errors/errors";
import { endVisits } from "../shares/actions";

/**
 * Teams of an organization owned by an account, which must be transferred before it leaves. Locks all of the organization's
 * teams, because one may be transferred to the account concurrently.
 */
async function listOwnedTeams(tx: Tx, orgId: string, accountId: string): Promise<UsedBy> {
  const rows = await tx
    .select({ _id: teams.id, name: teams.name, ownerId: teams.ownerId })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
    .orderBy(asc(teams.id))
    .for("no key update");
  return rows.flatMap(({ ownerId, ...row }) => (ownerId === accountId ? [{ type: "team", ...row }] : []));
}

/** Throws if the member is the owner: without one the team or organization could never be managed again. */
export async function checkNotLastOwner(tx: Tx, place: OrgOrTeam, member: MemberRole): Promise<void> {
  const what = place.scope === "team" ? "team" : "organization";
  if (member.teamOwner || (place.scope === "org" && member.orgOwner))
    throw new AppError("conflict", `The ${what}'s owner can't leave. Transfer the ${what} to someone else first.`);
  if (member.orgOwner)
    throw new AppError("conflict", "The organization's owner belongs to all of its teams and can't leave one.");
  if (place.scope === "team") return;
  const usedBy = await listOwnedTeams(tx, place.id, member.memberId);
  if (usedBy.length > 0)
    throw new AppError("conflict", `${member.name} owns the team “${usedBy[0]?.name}”. Transfer it first.`, {
      usedBy,
    });
}

/** Removes an account from a team, or from an organization and all its teams. Its link to the identity provider ends. */
export async function removeMember(tx: Tx, { scope, id }: OrgOrTeam, accountId: string): Promise<void> {
  const teamIds =
    scope === "team"
      ? [id]
      : (await tx.select({ id: teams.id }).from(teams).where(eq(teams.orgId, id))).map((team) => team.id);
  if (scope === "org") {
    await tx.delete(orgMembers).where(and(eq(orgMembers.orgId, id), eq(orgMembers.accountId, accountId)));
    await revokeInvitesFor(tx, accountId, id);
    const linked = and(eq(identities.orgId, id), eq(identities.accountId, accountId), isNull(identities.dateEnded));
    await tx.update(identities).set({ dateEnded: new Date() }).where(linked);
  }
  await revokeInvitesBy(tx, [accountId], { scope, id });
  await endTeamMemberships(tx, teamIds, [accountId]);
}

/** Removes several accounts from a team. */
export async function removeTeamMembers(tx: Tx, teamId: string, accountIds: readonly string[]): Promise<void> {
  await revokeInvitesBy(tx, accountIds, { scope: "team", id: teamId });
  await endTeamMemberships(tx, [teamId], accountIds);
}

async function endTeamMemberships(tx: Tx, teamIds: string[], accountIds: readonly string[]): Promise<void> {
  const theirs = inArray(teamMembers.accountId, accountIds);
  await tx.delete(teamMembers).where(and(inArray(teamMembers.teamId, teamIds), theirs));
  await endVisits(tx, teamIds, accountIds);
  await clearCurrentTeam(tx, teamIds, accountIds);
}

/** Sign-in leads to the current team, which must still be accessible. */
export async function clearCurrentTeam(tx: Tx, teamIds: string[], accountIds?: readonly string[]): Promise<void> {
  const matchesAccount = accountIds && inArray(accounts.id, accountIds);
  await tx
    .update(accounts)
    .set({ currentTeamId: null, currentOrgId: null })
    .where(and(inArray(accounts.currentTeamId, teamIds), matchesAccount));
}

/**
 * Gives the teams that an account owns in an organization to the organization's owner, who belongs to all of them. Returns the
 * teams.
 */
export const handOverTeams = (tx: Tx, orgId: string, accountId: string, ownerId: string) =>
  tx
    .update(teams)
    .set({ ownerId })
    .where(and(eq(teams.orgId, orgId), eq(teams.ownerId, accountId), isNull(teams.dateDeleted)))
    .returning({ id: teams.id, name: teams.name });

/** While the identity provider is required, the owner needs a password, with which they can sign in if the provider fails. */
export async function requireWayBack(tx: Tx, orgId: string, { memberId, name }: MemberRole): Promise<void> {
  const [org] = await tx.select({ required: orgs.ssoRequired }).from(orgs).where(eq(orgs.id, orgId));
  const [next] = await tx.select({ password: accounts.passwordHash }).from(accounts).where(eq(accounts.id, memberId));
  if (org?.required && next?.password === null)
    throw new AppError(
      "conflict",
      `${name} must set a password first, because this organization requires signing in with its identity provider.`,
    );
}

/** Makes a member the owner; the previous one becomes an admin. Returns the previous owner. */
export async function transferOwnership(tx: Tx, { scope, id }: OrgOrTeam, next: MemberRole): Promise<string> {
  const table = scope === "team" ? teams : orgs;
  const [before] = await tx.select({ ownerId: table.ownerId }).from(table).where(eq(table.id, id));
  if (!before) throw notFound(scope === "team" ? "This team" : "This organization");
  const { ownerId } = before;
  if (ownerId === next.memberId) throw new AppError("conflict", `${next.name} is already the owner.`);
  await tx.update(table).set({ ownerId: next.memberId }).where(eq(table.id, id));
  await makeAdmin(tx, { scope, id }, ownerId);
  return ownerId;
}

/** Adds a membership if there is none: an organization's owner may not be a member of the team. */
async function makeAdmin(tx: Tx, { scope, id }: Pick<OrgOrTeam, "scope" | "id">, accountId: string): Promise<void> {
  if (scope === "team") {
    const permissions = [...roleBits["Team Admin"]];
    await tx
      .insert(teamMembers)
      .values({ teamId: id, accountId, permissions })
      .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.accountId], set: { permissions } });
  } else {
    const permissions = [...roleBits["Org Admin"]];
    await tx
      .insert(orgMembers)
      .values({ orgId: id, accountId, permissions })
      .onConflictDoUpdate({ target: [orgMembers.orgId, orgMembers.accountId], set: { permissions } });
  }
}
