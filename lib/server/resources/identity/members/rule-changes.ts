import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { IdentityRule } from "@/lib/constants/identity";
import { roleBits } from "@/lib/permissions/roles";
import type { Reader } from "../../../platform/db/client";
import { orgMembers, orgs, teamMembers, teams } from "../../../platform/db/tables/teams";
import { type Claims, evaluateRules } from "./rules";

type Role = IdentityRule["role"];

/** A membership that the rules change. */
export interface RuleChange {
  accountId: string;
  /** Null: the organization. */
  teamId: string | null;
  /** The permissions now; null without a membership. */
  before: number[] | null;
  /** Null: the rules no longer assign one. */
  role: Role | null;
}

const isEqual = (one: readonly number[] | null, other: readonly number[]): boolean =>
  [...(one ?? [])].sort().join() === [...other].sort().join();

/**
 * What the rules change for members of the organization, who are named by account with their claims. Memberships and roles that
 * people have given, and owners, are unchanged. The number of statements does not depend on the number of members.
 */
export async function listRuleChanges(
  db: Reader,
  orgId: string,
  rules: readonly IdentityRule[],
  claimsOf: ReadonlyMap<string, Claims>,
): Promise<RuleChange[]> {
  const ids = [...claimsOf.keys()];
  const [org] = await db.select({ ownerId: orgs.ownerId }).from(orgs).where(eq(orgs.id, orgId));
  const ruled = [...new Set(rules.flatMap(({ teamId }) => teamId ?? []))];
  const own = and(eq(teams.orgId, orgId), isNull(teams.dateDeleted));
  const ruledTeams = await db
    .select({ id: teams.id, ownerId: teams.ownerId })
    .from(teams)
    .where(and(own, inArray(teams.id, ruled)));
  const rows = await db
    .select({ member: teamMembers, ownerId: teams.ownerId })
    .from(teamMembers)
    .innerJoin(teams, and(eq(teams.id, teamMembers.teamId), own))
    .where(
      and(
        inArray(teamMembers.accountId, ids),
        or(eq(teamMembers.byProvider, true), inArray(teamMembers.teamId, ruled)),
      ),
    );
  const orgRows = await db
    .select()
    .from(orgMembers)
    .where(and(eq(orgMembers.orgId, orgId), inArray(orgMembers.accountId, ids)));
  const memberOf = Map.groupBy(rows, ({ member }) => member.accountId);
  return orgRows.flatMap((inOrg) => {
    const { accountId } = inOrg;
    if (accountId === org?.ownerId) return [];
    const roles = evaluateRules(rules, claimsOf.get(accountId) ?? {});
    const theirs = (memberOf.get(accountId) ?? []).filter(({ ownerId }) => ownerId !== accountId);
    return [
      ...listOrgChange(inOrg, roles.get(null)),
      ...ruledTeams.flatMap((team) => {
        const role = roles.get(team.id);
        const row = theirs.find(({ member }) => member.teamId === team.id)?.member;
        if (!role || team.ownerId === accountId || (row && !row.byProvider)) return [];
        return row && isEqual(row.permissions, roleBits[role])
          ? []
          : [{ accountId, teamId: team.id, before: row?.permissions ?? null, role }];
      }),
      ...theirs.flatMap(({ member: { teamId, byProvider, permissions } }) =>
        byProvider && !roles.has(teamId) ? [{ accountId, teamId, before: permissions, role: null }] : [],
      ),
    ];
  });
}

/** A role that people have given is more than the one that every member has. */
function listOrgChange(
  { accountId, permissions, byProvider }: typeof orgMembers.$inferSelect,
  role: Role | undefined,
): RuleChange[] {
  if (!byProvider && (!role || permissions.length > 0)) return [];
  const isSame = role && byProvider && isEqual(permissions, roleBits[role]);
  return isSame ? [] : [{ accountId, teamId: null, before: permissions, role: role ?? null }];
}
