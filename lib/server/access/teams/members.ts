import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { memberSchema } from "@/lib/contract/teams/members";
import { effectiveBits, storedBits } from "@/lib/permissions/effective";
import type { Scope } from "@/lib/permissions/entries";
import { roleName } from "@/lib/permissions/roles";
import type { Reader } from "../../platform/db/client";
import { subselect } from "../../platform/db/query/subselect";
import { accounts } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";

/** A team or organization. */
export interface OrgOrTeam {
  scope: Scope;
  id: string;
  orgId: string;
}

/** A member with what determines their permissions. */
export interface MemberRole {
  memberId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  lastSeen: Date | null;
  dateCreated: Date;
  orgOwner: boolean;
  teamOwner: boolean;
  orgBits: number[];
  teamBits: number[];
  /** Set by a rule of the identity provider. */
  byProvider: boolean;
}

const person = { memberId: accounts.id, name: accounts.name, email: accounts.email, verified: accounts.emailVerified };

async function listTeamMembers(db: Reader, teamId: string, which?: SQL): Promise<MemberRole[]> {
  const rows = await db
    .select({
      ...person,
      lastSeen: teamMembers.lastSeen,
      dateCreated: teamMembers.dateCreated,
      byProvider: teamMembers.byProvider,
      orgOwner: orgs.ownerId,
      teamOwner: teams.ownerId,
      orgBits: orgMembers.permissions,
      teamBits: teamMembers.permissions,
    })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, accounts.id)))
    .where(and(eq(teamMembers.teamId, teamId), which))
    .orderBy(asc(teamMembers.dateCreated), asc(accounts.id));
  return rows.map(({ verified, orgOwner, teamOwner, orgBits, ...row }) => ({
    ...row,
    emailVerified: verified,
    orgOwner: orgOwner === row.memberId,
    teamOwner: teamOwner === row.memberId,
    orgBits: orgBits ?? [],
  }));
}

async function listOrgMembers(db: Reader, orgId: string, which?: SQL): Promise<MemberRole[]> {
  const matchesOrg = subselect<string | null>(sql`select max(${teamMembers.lastSeen}) from ${teamMembers}
    inner join ${teams} on ${teams.id} = ${teamMembers.teamId} and ${teams.orgId} = ${orgId} and ${teams.dateDeleted} is null
    where ${teamMembers.accountId} = ${accounts.id}`);
  const rows = await db
    .select({
      ...person,
      at: matchesOrg,
      dateCreated: orgMembers.dateCreated,
      byProvider: orgMembers.byProvider,
      owner: orgs.ownerId,
      orgBits: orgMembers.permissions,
    })
    .from(orgMembers)
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .where(and(eq(orgMembers.orgId, orgId), which))
    .orderBy(asc(orgMembers.dateCreated), asc(accounts.id));
  return rows.map(({ verified, at, owner, ...row }) => ({
    ...row,
    emailVerified: verified,
    lastSeen: at === null ? null : new Date(at),
    orgOwner: owner === row.memberId,
    teamOwner: false,
    teamBits: [],
  }));
}

export const listMemberRoles = (db: Reader, { scope, id }: OrgOrTeam, which?: SQL): Promise<MemberRole[]> =>
  scope === "team" ? listTeamMembers(db, id, which) : listOrgMembers(db, id, which);

export async function getMember(db: Reader, place: OrgOrTeam, memberId: string): Promise<MemberRole> {
  const [row] = await listMemberRoles(db, place, eq(accounts.id, memberId));
  if (!row) throw notFound("This member");
  return row;
}

export async function findMemberByEmail(db: Reader, place: OrgOrTeam, email: string): Promise<MemberRole | undefined> {
  const [row] = await listMemberRoles(db, place, eq(accounts.email, email));
  return row;
}

export const isOwner = ({ orgOwner, teamOwner }: MemberRole): boolean => orgOwner || teamOwner;

/** ROOT is visible only to its holder. */
export const findMemberPermissions = ({ orgOwner, teamOwner, orgBits, teamBits }: MemberRole): number[] =>
  effectiveBits({ root: false, orgOwner, teamOwner, orgBits, teamBits });

export const findStoredPermissions = ({ orgBits, teamBits }: MemberRole, scope: Scope): number[] =>
  (scope === "team" ? teamBits : orgBits).filter((bit) => storedBits[scope].has(bit));

/** `over`: members without a seat. */
export function toMemberView(
  member: MemberRole,
  scope: Scope,
  over: ReadonlySet<string>,
): z.input<typeof memberSchema> {
  const { memberId, name, email, emailVerified, lastSeen, dateCreated, byProvider } = member;
  const permissions = findStoredPermissions(member, scope);
  return {
    memberId,
    name,
    email,
    emailVerified,
    lastSeen,
    dateCreated,
    byProvider,
    permissions,
    role: isOwner(member) ? "Owner" : roleName(scope, permissions),
    effective: findMemberPermissions(member),
    readOnly: over.has(memberId),
  };
}
