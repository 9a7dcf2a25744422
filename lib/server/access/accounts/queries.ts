import { and, asc, count, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { roleName } from "@/lib/permissions/roles";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { memberRow } from "../auth/is-team-member";
import { lacksSso, type SsoCaller } from "../auth/required-sso";

export async function findAccountByEmail(db: Reader, email: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row;
}

/** Locks an account against deletion, which first removes it from all organizations. */
export async function lockAccountRow(tx: Tx, accountId: string): Promise<void> {
  const own = and(eq(accounts.id, accountId), isNull(accounts.dateDeleted));
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(own).for("share");
  if (!row) throw notFound("This account");
}

export interface AccountOrg {
  id: string;
  name: string;
  ownerId: string;
  ssoRequired: boolean;
  role: string;
  /** Teams that the account is a member of. */
  teams: { id: string; name: string }[];
  /** Teams that it only manages, as an admin of the organization. */
  managed: { id: string; name: string }[];
}

/** The account's organizations with their teams, oldest first. */
export async function listOrgs(db: Reader, accountId: string): Promise<AccountOrg[]> {
  const rows = await db
    .select({ org: orgs, orgBits: orgMembers.permissions, team: teams, member: teamMembers.accountId })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .leftJoin(teams, and(eq(teams.orgId, orgs.id), isNull(teams.dateDeleted)))
    .leftJoin(teamMembers, memberRow(accountId, teams.id))
    .where(eq(orgMembers.accountId, accountId))
    .orderBy(asc(orgs.dateCreated), asc(teams.dateCreated));
  const found = new Map<string, AccountOrg>();
  for (const { org, orgBits, team, member } of rows) {
    const owner = org.ownerId === accountId;
    const entry = found.get(org.id) ?? {
      id: org.id,
      name: org.name,
      ownerId: org.ownerId,
      ssoRequired: org.ssoRequired,
      role: owner ? "Owner" : roleName("org", orgBits),
      teams: [],
      managed: [],
    };
    found.set(org.id, entry);
    if (!team) continue;
    const shown = { id: team.id, name: team.name };
    if (member || owner || team.ownerId === accountId) entry.teams.push(shown);
    else if (orgBits.includes(Permission.ORG_ADMIN)) entry.managed.push(shown);
  }
  return [...found.values()];
}

/** Whether an organization of the account requires a sign-in that the caller lacks. The owner needs none. */
export const lacksSsoOf = (caller: SsoCaller, { id, ownerId, ssoRequired }: AccountOrg, accountId: string): boolean =>
  lacksSso(caller, { ssoRequired: ssoRequired && ownerId !== accountId, team: { orgId: id } });

/** Returns the number of members by team id. */
export async function countMembersByTeam(db: Db, teamIds: string[]): Promise<Map<string, number>> {
  if (teamIds.length === 0) return new Map();
  const rows = await db
    .select({ id: teamMembers.teamId, n: count() })
    .from(teamMembers)
    .where(inArray(teamMembers.teamId, teamIds))
    .groupBy(teamMembers.teamId);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/** Ends all sessions of an account except the given one, and all unfinished sign-ins and linkings. */
export async function endSessions(db: Pick<Db, "delete">, accountId: string, exceptTokenId?: string): Promise<void> {
  const all = and(
    eq(tokens.accountId, accountId),
    inArray(tokens.purpose, ["session", "second-step", "oauth", "sso", "sso-link"]),
  );
  await db.delete(tokens).where(exceptTokenId ? and(all, ne(tokens.id, exceptTokenId)) : all);
}

/** Invalidates every mailed link that confirms the address or resets the password. */
export async function endMailedLinks(db: Pick<Db, "delete">, accountId: string): Promise<void> {
  const mailed = or(eq(tokens.purpose, "verify"), eq(tokens.purpose, "reset"));
  await db.delete(tokens).where(and(eq(tokens.accountId, accountId), mailed));
}
