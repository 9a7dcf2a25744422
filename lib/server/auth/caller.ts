import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { accounts, tokens } from "../accounts/table";
import { planColumns } from "../billing/plan-in-force";
import type { Db } from "../db/client";
import { orgMembers, orgs, teamMembers, teams } from "../teams/table";
import { isApiKey } from "./api-key";
import { type Membership, membershipFor, membershipFrom, teamColumns } from "./membership";
import { hashToken, type Principal, presented, principalFrom, principalOf, tokenColumns } from "./principal";
import { sourceOf } from "./source";

export interface Caller {
  principal: Principal;
  /** Null for a team that does not exist, was deleted, or that the account is not in. */
  membership: Membership | null;
}

/** Made once a database: its text is the same for every call, and takes as long to put together as its answer to read. */
const prepared = new WeakMap<Db, ReturnType<typeof prepare>>();

const prepare = (db: Db) =>
  db
    .select({
      token: tokenColumns,
      account: accounts,
      team: teamColumns,
      // A column that is never null comes first: by that one it is told whether there is an organisation.
      org: { id: orgs.id, ownerId: orgs.ownerId, dateCreated: orgs.dateCreated, ...planColumns },
      orgBits: orgMembers.permissions,
      teamBits: teamMembers.permissions,
    })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(
      teams,
      and(
        eq(teams.id, sql`coalesce(${sql.placeholder("slug")}, ${accounts.currentTeamId})`),
        isNull(teams.dateDeleted),
      ),
    )
    .leftJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, accounts.id)))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, accounts.id)))
    .where(
      and(
        eq(tokens.hash, sql.placeholder("hash")),
        eq(tokens.purpose, "session"),
        gt(tokens.expires, sql.placeholder("now")),
      ),
    )
    .prepare("muster_caller");

/**
 * Who calls, and what they are in the team of that slug, else in their current one: all in one statement, as every call
 * of a team begins with it. Null without a session. Nothing is remembered between calls: a removal holds at once.
 */
export async function callerOf(db: Db, request: Request, slug: string | undefined): Promise<Caller | null> {
  const found = presented(request);
  if (!found) return null;
  if (isApiKey(found.token)) return keyCaller(db, await principalOf(db, found.token, found.byCookie), slug);
  const statement = prepared.get(db) ?? prepare(db);
  prepared.set(db, statement);
  const [row] = await statement.execute({ hash: hashToken(found.token), slug: slug ?? null, now: new Date() });
  const principal = row && (await principalFrom(db, row, found.byCookie, sourceOf(request)));
  if (!principal) return null;
  const { team, org, orgBits, teamBits } = row;
  return {
    principal,
    membership: team && org && (await membershipFrom(db, row.account, { team, org, orgBits, teamBits })),
  };
}

async function keyCaller(db: Db, principal: Principal | null, slug: string | undefined): Promise<Caller | null> {
  const teamId = slug ?? principal?.account.currentTeamId;
  return principal && { principal, membership: teamId ? await membershipFor(db, principal, teamId) : null };
}
