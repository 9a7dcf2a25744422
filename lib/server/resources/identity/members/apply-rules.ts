import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { IdentityRule } from "@/lib/constants/identity";
import { roleBits } from "@/lib/permissions/roles";
import { recordMemberChanges, type recordMembership } from "../../../access/audit/service";
import { disconnectAccounts } from "../../../access/broadcast/disconnect";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { orgMembers, teamMembers, teams } from "../../../platform/db/tables/teams";
import { removeTeamMembers } from "../../teams/leave";
import { listRuleChanges, type RuleChange } from "./rule-changes";
import type { Claims } from "./rules";

/** Who the audit log names for the change. */
export type MemberAuthor = Parameters<typeof recordMembership>[3];

export interface RuledOrg {
  orgId: string;
  author: MemberAuthor;
}

/**
 * Gives members, who are named by account with their claims, the roles that the rules assign, and removes memberships that they no
 * longer assign. Owners, and what people have given, are unchanged. The caller locks the organization.
 */
export async function applyRules(
  tx: Tx,
  org: RuledOrg,
  rules: readonly IdentityRule[],
  claimsOf: ReadonlyMap<string, Claims>,
): Promise<void> {
  const planned = await listRuleChanges(tx, org.orgId, rules, claimsOf);
  if (planned.length === 0) return;
  const locked = await lockTeams(tx, planned);
  const now = await listRuleChanges(tx, org.orgId, rules, claimsOf);
  const changes = now.filter(({ teamId }) => teamId === null || locked.has(teamId));
  const groups = Map.groupBy(changes, ({ teamId, role }) => `${teamId ?? ""} ${role ?? ""}`);
  for (const group of groups.values()) await applyChange(tx, org, group);
  // Open connections keep the old permissions until they are checked again.
  const changed = [...new Set(changes.map(({ accountId }) => accountId))];
  if (changed.length > 0) afterCommit(tx, () => disconnectAccounts(changed));
}

/** Locks the teams, in the order of all who lock several, against other changes of their members. */
async function lockTeams(tx: Tx, changes: readonly RuleChange[]): Promise<Set<string>> {
  const ids = [...new Set(changes.flatMap(({ teamId }) => teamId ?? []))];
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(inArray(teams.id, ids))
    .orderBy(asc(teams.id))
    .for("no key update");
  return new Set(rows.map(({ id }) => id));
}

/** The same change of several members. */
async function applyChange(tx: Tx, { orgId, author }: RuledOrg, group: RuleChange[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { teamId, role } = first;
  const ids = group.map(({ accountId }) => accountId);
  const permissions = role ? [...roleBits[role]] : [];
  if (teamId === null) {
    const theirs = and(eq(orgMembers.orgId, orgId), inArray(orgMembers.accountId, ids));
    await tx
      .update(orgMembers)
      .set({ permissions, byProvider: role !== null })
      .where(theirs);
  } else if (role) await setTeamRole(tx, { orgId, teamId }, ids, permissions);
  else await removeTeamMembers(tx, teamId, ids);
  const after = role || teamId === null ? permissions : null;
  await recordMemberChanges(
    tx,
    { orgId, teamId },
    author,
    group.map(({ accountId, before }) => ({ accountId, before, after })),
  );
}

async function setTeamRole(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string },
  ids: readonly string[],
  permissions: number[],
): Promise<void> {
  const set = { permissions, byProvider: true };
  await tx
    .insert(teamMembers)
    .values(ids.map((accountId) => ({ teamId, accountId, ...set })))
    .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.accountId], set });
  // Sign-in leads to a team.
  await tx
    .update(accounts)
    .set({ currentOrgId: orgId, currentTeamId: teamId })
    .where(and(inArray(accounts.id, ids), isNull(accounts.currentTeamId)));
}
