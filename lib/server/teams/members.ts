import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { memberSchema } from "@/lib/contract/members";
import { effectiveBits, storedBits } from "@/lib/permissions/effective";
import type { Scope } from "@/lib/permissions/entries";
import { roleName } from "@/lib/permissions/roles";
import { accounts } from "../accounts/table";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { orgMembers, orgs, teamMembers, teams } from "./table";

type Reader = Pick<Db, "select">;

/** A team, or an organisation: where somebody is a member. */
export interface Place {
  scope: Scope;
  /** Of the team or the organisation. */
  id: string;
  orgId: string;
}

/** Who somebody is in a place, with what decides about their rights. */
export interface Standing {
  memberId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  lastSeen: Date | null;
  orgOwner: boolean;
  teamOwner: boolean;
  orgBits: number[];
  teamBits: number[];
}

const person = { memberId: accounts.id, name: accounts.name, email: accounts.email, verified: accounts.emailVerified };

async function inTeam(db: Reader, teamId: string, which?: SQL): Promise<Standing[]> {
  const rows = await db
    .select({
      ...person,
      lastSeen: teamMembers.lastSeen,
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

async function inOrg(db: Reader, orgId: string, which?: SQL): Promise<Standing[]> {
  const seen = db
    .select({ accountId: teamMembers.accountId, at: sql<string | null>`max(${teamMembers.lastSeen})`.as("at") })
    .from(teamMembers)
    .innerJoin(teams, and(eq(teams.id, teamMembers.teamId), eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
    .groupBy(teamMembers.accountId)
    .as("seen");
  const rows = await db
    .select({ ...person, at: seen.at, owner: orgs.ownerId, orgBits: orgMembers.permissions })
    .from(orgMembers)
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .leftJoin(seen, eq(seen.accountId, accounts.id))
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

const standings = (db: Reader, { scope, id }: Place, which?: SQL): Promise<Standing[]> =>
  scope === "team" ? inTeam(db, id, which) : inOrg(db, id, which);

export async function memberOf(db: Reader, place: Place, memberId: string): Promise<Standing> {
  const [row] = await standings(db, place, eq(accounts.id, memberId));
  if (!row) throw notFound("This member");
  return row;
}

export async function memberByEmail(db: Reader, place: Place, email: string): Promise<Standing | undefined> {
  const [row] = await standings(db, place, eq(accounts.email, email));
  return row;
}

export const isOwner = ({ orgOwner, teamOwner }: Standing): boolean => orgOwner || teamOwner;

/** ROOT is nobody's business but its holder's. */
export const bitsOf = ({ orgOwner, teamOwner, orgBits, teamBits }: Standing): number[] =>
  effectiveBits({ root: false, orgOwner, teamOwner, orgBits, teamBits });

export const storedOf = ({ orgBits, teamBits }: Standing, scope: Scope): number[] =>
  (scope === "team" ? teamBits : orgBits).filter((bit) => storedBits[scope].has(bit));

export function memberView(member: Standing, scope: Scope): z.input<typeof memberSchema> {
  const { memberId, name, email, emailVerified, lastSeen } = member;
  const permissions = storedOf(member, scope);
  return {
    ...{ memberId, name, email, emailVerified, lastSeen, permissions },
    role: isOwner(member) ? "Owner" : roleName(scope, permissions),
    effective: bitsOf(member),
  };
}

export const viewMembers = async (db: Reader, place: Place) =>
  (await standings(db, place)).map((member) => memberView(member, place.scope));
