import { and, eq, isNull, sql } from "drizzle-orm";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { effectiveBits } from "@/lib/permissions/effective";
import type { Db, Reader } from "../../platform/db/client";
import { defineQuery } from "../../platform/db/query/define-query";
import { accounts } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { type KeyScope, limitToScope } from "./api-key";
import { isTeamMemberSql, memberRow } from "./is-team-member";
import { requireSso, type SsoCaller } from "./required-sso";
import { isOverSeats, type SeatedOrg } from "./seats";

export interface TeamContext {
  id: string;
  name: string;
  orgId: string;
  ownerId: string;
  orgOwnerId: string;
  orgDateCreated: Date;
}

/** An account's membership in a team. `row` is false for an organization admin without a membership row. */
export interface Membership {
  team: TeamContext;
  bits: PermissionBit[];
  row: boolean;
  /** The organization requires its identity provider of this member. */
  ssoRequired: boolean;
  /** Read-only access: the plan has fewer seats than members, and this member joined later. */
  readOnly: boolean;
}

type AccountRow = Pick<typeof accounts.$inferSelect, "id" | "root">;

export const teamColumns = { id: teams.id, name: teams.name, orgId: teams.orgId, ownerId: teams.ownerId };

const membershipColumns = {
  team: teamColumns,
  org: orgs,
  orgBits: orgMembers.permissions,
  teamBits: teamMembers.permissions,
};

interface MembershipRow {
  team: Pick<typeof teams.$inferSelect, keyof typeof teamColumns>;
  org: SeatedOrg & Pick<typeof orgs.$inferSelect, "dateCreated" | "ssoRequired">;
  orgBits: number[] | null;
  teamBits: number[] | null;
}

/** Null for a team that does not exist, was deleted, or does not include the account. */
export async function findMembership(db: Reader, account: AccountRow, teamId: string): Promise<Membership | null> {
  const [found] = await db
    .select(membershipColumns)
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, account.id)))
    .leftJoin(teamMembers, memberRow(account.id, teams.id))
    .where(and(eq(teams.id, teamId), isNull(teams.dateDeleted)));
  return found ? toMembership(db, account, found) : null;
}

const selectMember = defineQuery<{ teamId: string; accountId: string }>()((db, value) =>
  db
    .select({ ...membershipColumns, account: { id: accounts.id, root: accounts.root } })
    .from(accounts)
    .innerJoin(teams, and(eq(teams.id, value("teamId")), isNull(teams.dateDeleted)))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, accounts.id)))
    .leftJoin(teamMembers, memberRow(accounts.id, teams.id))
    .where(
      and(
        eq(accounts.id, value("accountId")),
        isNull(accounts.dateClosed),
        isNull(accounts.dateDeleted),
        isTeamMemberSql(accounts.id, teams.id),
      ),
    ),
);

/** The membership of an account that is not closed, for work without a caller. */
export async function findMember(db: Reader, teamId: string, accountId: string): Promise<Membership | null> {
  const [found] = await selectMember(db, { teamId, accountId });
  return found ? toMembership(db, found.account, found) : null;
}

/**
 * A caller's membership: an API key is limited to its teams and permissions. Throws 403 for a session that the organization's
 * identity provider has not signed in, if that is required.
 */
export async function findCallerMembership(
  db: Reader,
  caller: MembershipCaller,
  teamId: string,
): Promise<Membership | null> {
  const found = await findScopedMembership(db, caller, teamId);
  if (found) requireSso(caller, found);
  return found;
}

type MembershipCaller = SsoCaller & { account: AccountRow; scope: KeyScope | null };

/** The same, including a membership that needs another sign-in. */
export async function findScopedMembership(
  db: Reader,
  { account, scope }: Omit<MembershipCaller, "ssoOrgIds">,
  teamId: string,
): Promise<Membership | null> {
  if (scope?.teamIds && !scope.teamIds.includes(teamId)) return null;
  const found = await findMembership(db, account, teamId);
  const bits = found && limitToScope(found.bits, scope);
  // Access without a membership row comes from a permission: a key without it has no access.
  if (!found || !bits || (!found.row && !bits.includes(Permission.ORG_ADMIN))) return null;
  return { ...found, bits };
}

/** Computes the membership from the rows; null when the account is not in the team. */
export async function toMembership(db: Reader, account: AccountRow, found: MembershipRow): Promise<Membership | null> {
  const orgOwner = found.org.ownerId === account.id;
  const teamOwner = found.team.ownerId === account.id;
  const orgBits = found.orgBits ?? [];
  const orgAdmin = orgBits.includes(24);
  const row = found.teamBits !== null || orgOwner || teamOwner;
  if (!row && !orgAdmin) return null;
  const bits = effectiveBits({ root: account.root, orgOwner, teamOwner, orgBits, teamBits: found.teamBits ?? [] });
  const { team, org } = found;
  const readOnly = !account.root && (await isOverSeats(db, org, account.id));
  // The owner can always sign in with a password, so that a broken provider locks no organization out.
  const ssoRequired = org.ssoRequired && !orgOwner;
  const context = { ...team, orgOwnerId: org.ownerId, orgDateCreated: org.dateCreated };
  return { team: context, bits, row, ssoRequired, readOnly };
}

/** Whether the account is in any team of the organization, as a member or owner. */
export async function isInTeamOfOrg(db: Reader, accountId: string, orgId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isTeamMemberSql(accountId, teams.id)))
    .limit(1);
  return row !== undefined;
}

/** Permissions outside teams: creating an organization, and for ROOT the administration page. */
export const listDirectPermissions = ({ root }: Pick<AccountRow, "root">): PermissionBit[] =>
  root ? [Permission.ROOT, Permission.CREATE_ORG] : [Permission.CREATE_ORG];

const seenEveryMs = 60_000;
const lastSeenAt = new Map<string, number>();

/** Records a member's activity, at most once a minute. */
export async function recordLastSeen(db: Db, accountId: string, teamId: string): Promise<void> {
  const key = `${accountId} ${teamId}`;
  const now = performance.now();
  if (now - (lastSeenAt.get(key) ?? Number.NEGATIVE_INFINITY) < seenEveryMs) return;
  if (lastSeenAt.size > 10_000) lastSeenAt.clear();
  lastSeenAt.set(key, now);
  await db.update(teamMembers).set({ lastSeen: sql`now()` }).where(memberRow(accountId, teamId));
}
