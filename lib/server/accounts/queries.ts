import { and, asc, count, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import { roleName } from "@/lib/permissions/roles";
import type { Db, Tx } from "../db/client";
import { notFound } from "../http/errors";
import { orgMembers, orgs, teamMembers, teams } from "../teams/table";
import { accounts, tokens } from "./table";

export async function accountByEmail(db: Db, email: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row;
}

/** Holds an account that is there against its deletion, which takes it out of every organisation first. */
export async function holdAccount(tx: Tx, accountId: string): Promise<void> {
  const own = and(eq(accounts.id, accountId), isNull(accounts.dateDeleted));
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(own).for("share");
  if (!row) throw notFound("This account");
}

interface OrgOfAccount {
  id: string;
  name: string;
  ownerId: string;
  role: string;
  /** Those that the account may enter. */
  teams: { id: string; name: string }[];
  /** Those that it only manages, as an admin of the organization. */
  managed: { id: string; name: string }[];
}

/** Organisations that the account is in, each with its teams, oldest first. */
export async function orgsOf(db: Db, accountId: string): Promise<OrgOfAccount[]> {
  const rows = await db
    .select({ org: orgs, orgBits: orgMembers.permissions, team: teams, member: teamMembers.accountId })
    .from(orgMembers)
    .innerJoin(orgs, eq(orgs.id, orgMembers.orgId))
    .leftJoin(teams, and(eq(teams.orgId, orgs.id), isNull(teams.dateDeleted)))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, accountId)))
    .where(eq(orgMembers.accountId, accountId))
    .orderBy(asc(orgs.dateCreated), asc(teams.dateCreated));
  const found = new Map<string, OrgOfAccount>();
  for (const { org, orgBits, team, member } of rows) {
    const owner = org.ownerId === accountId;
    const entry = found.get(org.id) ?? {
      id: org.id,
      name: org.name,
      ownerId: org.ownerId,
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

/** Members by team id. */
export async function memberCounts(db: Db, teamIds: string[]): Promise<Map<string, number>> {
  if (teamIds.length === 0) return new Map();
  const rows = await db
    .select({ id: teamMembers.teamId, n: count() })
    .from(teamMembers)
    .where(inArray(teamMembers.teamId, teamIds))
    .groupBy(teamMembers.teamId);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/**
 * Ends every session of an account but the one named, with every sign-in that waits for its second step and every sign-in
 * elsewhere that is about to be linked.
 */
export async function endSessions(db: Pick<Db, "delete">, accountId: string, exceptTokenId?: string): Promise<void> {
  const all = and(eq(tokens.accountId, accountId), inArray(tokens.purpose, ["session", "second-step", "oauth"]));
  await db.delete(tokens).where(exceptTokenId ? and(all, ne(tokens.id, exceptTokenId)) : all);
}

/** Ends every mailed link that confirms the address or leads to a new password. */
export async function endMailedLinks(db: Pick<Db, "delete">, accountId: string): Promise<void> {
  const mailed = or(eq(tokens.purpose, "verify"), eq(tokens.purpose, "reset"));
  await db.delete(tokens).where(and(eq(tokens.accountId, accountId), mailed));
}
