import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { createSession } from "@/lib/server/access/auth/principal";
import { createOrg, createTeam } from "@/lib/server/access/teams/service";
import { hashToken } from "@/lib/server/platform/crypto/tokens";
import { accounts, tokens } from "@/lib/server/platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "@/lib/server/platform/db/tables/teams";
import { newId } from "@/lib/server/platform/ids/ids";
import { testDatabase } from "./database";

/** An account without a password: signing in by one costs two hashes, and these suites need hundreds of people. */
export interface Account {
  accountId: string;
  email: string;
  name: string;
}

export async function newAccount(name = "Grace", root = false): Promise<Account> {
  const { db } = await testDatabase();
  const account = { id: newId("account"), email: `${randomUUID()}@example.test`, name };
  await db.insert(accounts).values({ ...account, root });
  return { accountId: account.id, email: account.email, name };
}

/** A new session's token, as signing in gives it. */
export async function tokenOf({ accountId }: Pick<Account, "accountId">): Promise<string> {
  const { db } = await testDatabase();
  return createSession(db, accountId);
}

/** The id of a new session. */
export async function sessionIdOf(account: Pick<Account, "accountId">): Promise<string> {
  const { db } = await testDatabase();
  const hash = hashToken(await tokenOf(account));
  const [row] = await db.select({ id: tokens.id }).from(tokens).where(eq(tokens.hash, hash));
  return row?.id ?? "";
}

export async function csrfOf(token: string): Promise<string> {
  const { db } = await testDatabase();
  const [row] = await db
    .select()
    .from(tokens)
    .where(eq(tokens.hash, hashToken(token)));
  return String(row?.data.csrf);
}

export async function changeToken(token: string, columns: Partial<typeof tokens.$inferInsert>): Promise<string> {
  const { db } = await testDatabase();
  await db
    .update(tokens)
    .set(columns)
    .where(eq(tokens.hash, hashToken(token)));
  return token;
}

/** What an account is to be in a team and its organisation; null: no row. */
export interface Standing {
  root?: boolean;
  orgOwner?: boolean;
  teamOwner?: boolean;
  orgBits?: number[] | null;
  teamBits?: number[] | null;
}

interface Place {
  orgId: string;
  slug: string;
}

export async function newOrg(owner: Account, orgName: string, teamName: string): Promise<Place> {
  const { db } = await testDatabase();
  const { org, team } = await db.transaction((tx) => createOrg(tx, orgName, teamName, owner.accountId));
  return { orgId: org.id, slug: team.id };
}

export async function newTeam(owner: Account, orgId: string, name: string): Promise<Place> {
  const { db } = await testDatabase();
  const team = await db.transaction((tx) => createTeam(tx, orgId, name, owner.accountId));
  return { orgId, slug: team.id };
}

/** Gives the account exactly this standing: rows that it does not name are removed, ownership is handed over. */
export async function stand(account: Account, { orgId, slug }: Place, standing: Standing): Promise<void> {
  const { db } = await testDatabase();
  const { accountId } = account;
  await leave(account, { orgId, slug });
  const { root = false, orgOwner, teamOwner, orgBits = [], teamBits = [] } = standing;
  await db.update(accounts).set({ root }).where(eq(accounts.id, accountId));
  if (orgOwner) await db.update(orgs).set({ ownerId: accountId }).where(eq(orgs.id, orgId));
  if (teamOwner) await db.update(teams).set({ ownerId: accountId }).where(eq(teams.id, slug));
  if (orgBits) await db.insert(orgMembers).values({ orgId, accountId, permissions: orgBits });
  if (teamBits) await db.insert(teamMembers).values({ teamId: slug, accountId, permissions: teamBits });
}

/** Removes the account from the team and the organisation. */
export async function leave({ accountId }: Account, { orgId, slug }: Place): Promise<void> {
  const { db } = await testDatabase();
  await db.delete(teamMembers).where(and(eq(teamMembers.teamId, slug), eq(teamMembers.accountId, accountId)));
  await db.delete(orgMembers).where(and(eq(orgMembers.orgId, orgId), eq(orgMembers.accountId, accountId)));
}

/** Someone new with this standing in the place. */
export async function newMember(place: Place, standing: Standing = {}): Promise<Account> {
  const account = await newAccount("Member", standing.root);
  await stand(account, place, standing);
  return account;
}
