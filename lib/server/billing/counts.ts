import { and, count, eq, gt, isNull, ne } from "drizzle-orm";
import { accounts } from "../accounts/table";
import { storageOf } from "../datasources/service";
import type { Db } from "../db/client";
import { invites } from "../invites/table";
import { orgMembers, orgs, teams } from "../teams/table";
import { tools } from "../tools/table";
import { planColumns, planInForce } from "./plan-in-force";

type Reader = Pick<Db, "select">;
/** How much an organisation uses of something. */
export type Counter = (db: Reader, orgId: string) => Promise<number>;

/** What a plan allows a number of. */
export type CountLimit = "users" | "teams" | "maxFunctionTools" | "maxVectorBytes";

const membersOf = (db: Reader, orgId: string) =>
  db
    .select({ email: accounts.email })
    .from(orgMembers)
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .where(eq(orgMembers.orgId, orgId));

/** Members of the organisation, but for one address. */
export async function countMembers(db: Reader, orgId: string, beside: string): Promise<number> {
  const users = membersOf(db, orgId).as("users");
  const [found] = await db.select({ n: count() }).from(users).where(ne(users.email, beside));
  return found?.n ?? 0;
}

/** Members of the organisation and people with an open invite, each address once, but for one. */
export async function countUsers(db: Reader, orgId: string, beside = ""): Promise<number> {
  const invited = db
    .select({ email: invites.email })
    .from(invites)
    .where(and(eq(invites.orgId, orgId), gt(invites.expires, new Date())));
  const users = membersOf(db, orgId).union(invited).as("users");
  const [found] = await db.select({ n: count() }).from(users).where(ne(users.email, beside));
  return found?.n ?? 0;
}

const countTeams: Counter = async (db, orgId) => {
  const [found] = await db
    .select({ n: count() })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)));
  return found?.n ?? 0;
};

/** Tools of type `function` alone, in all teams of the organisation. */
const countFunctionTools: Counter = async (db, orgId) => {
  const [found] = await db
    .select({ n: count() })
    .from(tools)
    .innerJoin(teams, eq(teams.id, tools.teamId))
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted), eq(tools.type, "function")));
  return found?.n ?? 0;
};

/** How many organisations an account owns, and the best plan among them; `taken` is one that it is about to own. */
export async function ownOrgs(db: Reader, accountId: string, taken?: string) {
  const columns = { id: orgs.id, ...planColumns };
  const owned = await db
    .select(columns)
    .from(orgs)
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)));
  const more = taken === undefined ? [] : await db.select(columns).from(orgs).where(eq(orgs.id, taken));
  const plans = [...owned, ...more].map((row) => ({ id: row.id, ...planInForce(row) }));
  const best = plans.reduce<(typeof plans)[number] | undefined>(
    (a, b) => (a && a.limits.orgs >= b.limits.orgs ? a : b),
    undefined,
  );
  return { used: owned.length, best };
}

/** What is counted for a limit. A resource that uses of it adds its own counter here. */
const counters: Record<CountLimit, Counter[]> = {
  users: [(db, orgId) => countUsers(db, orgId)],
  teams: [countTeams],
  maxFunctionTools: [countFunctionTools],
  maxVectorBytes: [storageOf],
};

export async function countUse(db: Reader, orgId: string, limit: CountLimit): Promise<number> {
  let sum = 0;
  for (const counter of counters[limit]) sum += await counter(db, orgId);
  return sum;
}
