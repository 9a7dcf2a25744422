import { and, eq, isNull, sql } from "drizzle-orm";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";
import { effectiveBits } from "@/lib/permissions/effective";
import type { accounts } from "../accounts/table";
import type { Db } from "../db/client";
import { orgMembers, orgs, teamMembers, teams } from "../teams/table";
import { type KeyScope, withinScope } from "./api-key";
import { mayEnter } from "./may-enter";
import { isOverSeats, type SeatedOrg } from "./seats";

export interface TeamContext {
  id: string;
  name: string;
  orgId: string;
  ownerId: string;
  orgOwnerId: string;
  orgDateCreated: Date;
}

/** What an account is in a team. `row` is false for an organisation admin without a row in that team. */
export interface Membership {
  team: TeamContext;
  bits: PermissionBit[];
  row: boolean;
  /** The plan has fewer seats than members, and this one came later: they read, and change nothing. */
  readOnly: boolean;
}

type AccountRow = Pick<typeof accounts.$inferSelect, "id" | "root">;

export const teamColumns = { id: teams.id, name: teams.name, orgId: teams.orgId, ownerId: teams.ownerId };

interface Found {
  team: Pick<typeof teams.$inferSelect, keyof typeof teamColumns>;
  org: SeatedOrg & Pick<typeof orgs.$inferSelect, "dateCreated">;
  orgBits: number[] | null;
  teamBits: number[] | null;
}

/** Null for a team that does not exist, was deleted, or that the account is not in. */
export async function membershipOf(
  db: Pick<Db, "select">,
  account: AccountRow,
  teamId: string,
): Promise<Membership | null> {
  const [found] = await db
    .select({ team: teamColumns, org: orgs, orgBits: orgMembers.permissions, teamBits: teamMembers.permissions })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, account.id)))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, account.id)))
    .where(and(eq(teams.id, teamId), isNull(teams.dateDeleted)));
  return found ? membershipFrom(db, account, found) : null;
}

/** What a caller is in a team: with an API key only in its teams, and only as far as its permissions go. */
export async function membershipFor(
  db: Pick<Db, "select">,
  { account, scope }: { account: AccountRow; scope: KeyScope | null },
  teamId: string,
): Promise<Membership | null> {
  if (scope?.teamIds && !scope.teamIds.includes(teamId)) return null;
  const found = await membershipOf(db, account, teamId);
  const bits = found && withinScope(found.bits, scope);
  // What gives the reach of a team without a row is a right as well: a key that lacks it is not in that team.
  if (!found || !bits || (!found.row && !bits.includes(Permission.ORG_ADMIN))) return null;
  return { ...found, bits };
}

/** What the rows that were found make of an account: null when it is not in the team. */
export async function membershipFrom(
  db: Pick<Db, "select">,
  account: AccountRow,
  found: Found,
): Promise<Membership | null> {
  const orgOwner = found.org.ownerId === account.id;
  const teamOwner = found.team.ownerId === account.id;
  const orgBits = found.orgBits ?? [];
  const orgAdmin = orgBits.includes(24);
  const row = found.teamBits !== null || orgOwner || teamOwner;
  if (!row && !orgAdmin) return null;
  const bits = effectiveBits({ root: account.root, orgOwner, teamOwner, orgBits, teamBits: found.teamBits ?? [] });
  const { team, org } = found;
  const readOnly = !account.root && (await isOverSeats(db, org, account.id));
  return { team: { ...team, orgOwnerId: org.ownerId, orgDateCreated: org.dateCreated }, bits, row, readOnly };
}

/** Whether the account is in any team of the organization, as a member or as an owner. */
export async function isInTeamOf(db: Pick<Db, "select">, accountId: string, orgId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), mayEnter(accountId, teams.id)))
    .limit(1);
  return row !== undefined;
}

/** What an account may outside of every team: make an organisation, and for ROOT the administration page. */
export const ownBits = ({ root }: Pick<AccountRow, "root">): PermissionBit[] =>
  root ? [Permission.ROOT, Permission.CREATE_ORG] : [Permission.CREATE_ORG];

const seenEveryMs = 60_000;
const lastSeenAt = new Map<string, number>();

/** Notes at most once a minute that a member was here. */
export async function noteSeen(db: Db, accountId: string, teamId: string): Promise<void> {
  const key = `${accountId} ${teamId}`;
  const now = performance.now();
  if (now - (lastSeenAt.get(key) ?? Number.NEGATIVE_INFINITY) < seenEveryMs) return;
  if (lastSeenAt.size > 10_000) lastSeenAt.clear();
  lastSeenAt.set(key, now);
  await db
    .update(teamMembers)
    .set({ lastSeen: sql`now()` })
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.accountId, accountId)));
}
