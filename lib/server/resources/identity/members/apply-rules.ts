import { and, asc, eq, isNull } from "drizzle-orm";
import type { IdentityRule } from "@/lib/constants/identity";
import { roleBits } from "@/lib/permissions/roles";
import { recordMembership } from "../../../access/audit/service";
import { memberRow } from "../../../access/auth/is-team-member";
import { disconnectAccount } from "../../../access/broadcast/disconnect";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "../../../platform/db/tables/teams";
import { removeMember } from "../../teams/leave";
import { type Claims, evaluateRules } from "./rules";

/** Who the audit log names for the change. */
export type MemberAuthor = Parameters<typeof recordMembership>[3];

interface RuleTarget {
  orgId: string;
  accountId: string;
  author: MemberAuthor;
}

/**
 * Gives a member the roles that the rules assign, and removes memberships that they no longer assign. Owners, and memberships
 * that people have added, are unchanged. Returns whether anything changed. The caller locks the organization.
 */
export async function applyRules(
  tx: Tx,
  target: RuleTarget,
  rules: readonly IdentityRule[],
  claims: Claims,
): Promise<boolean> {
  const { orgId, accountId } = target;
  const roles = evaluateRules(rules, claims);
  const [org] = await tx.select({ ownerId: orgs.ownerId }).from(orgs).where(eq(orgs.id, orgId));
  if (!org || org.ownerId === accountId) return false;
  const rows = await tx
    .select({ id: teams.id, ownerId: teams.ownerId, bits: teamMembers.permissions, byProvider: teamMembers.byProvider })
    .from(teams)
    .leftJoin(teamMembers, memberRow(accountId, teams.id))
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
    .orderBy(asc(teams.id));
  let hasChanged = await applyOrgRole(tx, target, roles.get(null), rules);
  for (const { id, ownerId, bits, byProvider } of rows) {
    if (ownerId === accountId) continue;
    const role = roles.get(id);
    if (role ? byProvider && isEqual(bits, roleBits[role]) : !byProvider) continue;
    hasChanged = true;
    await recordMembership(tx, { orgId, teamId: id }, accountId, target.author, () =>
      role ? setTeamRole(tx, id, accountId, role) : removeMember(tx, { scope: "team", id, orgId }, accountId),
    );
  }
  await enterFirstTeam(tx, orgId, accountId, rows.find(({ id }) => roles.has(id))?.id);
  // Open connections keep the old permissions until they are checked again.
  if (hasChanged) afterCommit(tx, () => disconnectAccount(accountId));
  return hasChanged;
}

const isEqual = (one: readonly number[] | null, other: readonly number[]): boolean =>
  [...(one ?? [])].sort().join() === [...other].sort().join();

async function setTeamRole(tx: Tx, teamId: string, accountId: string, role: IdentityRule["role"]): Promise<void> {
  const set = { permissions: [...roleBits[role]], byProvider: true };
  await tx
    .insert(teamMembers)
    .values({ teamId, accountId, ...set })
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.accountId], set });
}

/** Without a rule for the organization, its role is not the provider's. */
async function applyOrgRole(
  tx: Tx,
  { orgId, accountId, author }: RuleTarget,
  role: IdentityRule["role"] | undefined,
  rules: readonly IdentityRule[],
): Promise<boolean> {
  const own = and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId));
  const [row] = await tx.select().from(orgMembers).where(own);
  const isRuled = rules.some(({ teamId }) => teamId === null);
  if (!row || (!isRuled && !row.byProvider)) return false;
  // A role that people have given is the provider's only once a rule assigns one.
  if (!role && !row.byProvider) return false;
  const permissions = role ? [...roleBits[role]] : [];
  const byProvider = role !== undefined;
  if (row.byProvider === byProvider && isEqual(row.permissions, permissions)) return false;
  await recordMembership(tx, { orgId, teamId: null }, accountId, author, async () => {
    await tx.update(orgMembers).set({ permissions, byProvider }).where(own);
  });
  return true;
}

/** Sign-in leads to a team. */
async function enterFirstTeam(tx: Tx, orgId: string, accountId: string, teamId: string | undefined): Promise<void> {
  if (teamId === undefined) return;
  await tx
    .update(accounts)
    .set({ currentOrgId: orgId, currentTeamId: teamId })
    .where(and(eq(accounts.id, accountId), isNull(accounts.currentTeamId)));
}
