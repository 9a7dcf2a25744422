import { and, count, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { datasources } from "../../platform/db/tables/datasources";
import { invites } from "../../platform/db/tables/invites";
import { orgMembers, orgs, teams } from "../../platform/db/tables/teams";
import { tools } from "../../platform/db/tables/tools";
import { planColumns, toEffectivePlan } from "./effective-plan";

/** Counts an organization's use of a limit. */
type Counter = (db: Reader, orgId: string) => Promise<number>;

/** Countable plan limits. */
export type CountLimit = "users" | "teams" | "maxFunctionTools" | "maxVectorBytes";

const selectMembers = (db: Reader, orgId: string) =>
  db
    .select({ email: accounts.email })
    .from(orgMembers)
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .where(eq(orgMembers.orgId, orgId));

/** Counts the organization's members, except one address. */
export async function countMembers(db: Reader, orgId: string, exceptEmail: string): Promise<number> {
  const users = selectMembers(db, orgId).as("users");
  const [found] = await db.select({ n: count() }).from(users).where(ne(users.email, exceptEmail));
  return found?.n ?? 0;
}

/** Counts the organization's members and open invites by distinct address, except one address. */
export async function countUsers(db: Reader, orgId: string, exceptEmail = ""): Promise<number> {
  const invited = db
    .select({ email: invites.email })
    .from(invites)
    .where(and(eq(invites.orgId, orgId), gt(invites.expires, new Date())));
  const users = selectMembers(db, orgId).union(invited).as("users");
  const [found] = await db.select({ n: count() }).from(users).where(ne(users.email, exceptEmail));
  return found?.n ?? 0;
}

const countTeams: Counter = async (db, orgId) => {
  const [found] = await db
    .select({ n: count() })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)));
  return found?.n ?? 0;
};

/** Tools of type `function` in all teams of the organization. */
const countFunctionTools: Counter = async (db, orgId) => {
  const [found] = await db
    .select({ n: count() })
    .from(tools)
    .innerJoin(teams, eq(teams.id, tools.teamId))
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted), eq(tools.type, "function")));
  return found?.n ?? 0;
};

/**
 * Returns the number of organizations that an account owns and the best plan among them, including one to be transferred to
 * it.
 */
export async function findOwnOrgs(db: Reader, accountId: string, transferredOrgId?: string) {
  const columns = { id: orgs.id, ...planColumns };
  const owned = await db
    .select(columns)
    .from(orgs)
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)));
  const more =
    transferredOrgId === undefined ? [] : await db.select(columns).from(orgs).where(eq(orgs.id, transferredOrgId));
  const plans = [...owned, ...more].map((row) => ({ id: row.id, ...toEffectivePlan(row) }));
  const best = plans.reduce<(typeof plans)[number] | undefined>(
    (a, b) => (a && a.limits.orgs >= b.limits.orgs ? a : b),
    undefined,
  );
  return { used: owned.length, best };
}

/** The counters of each limit. A resource that counts toward it adds its own here. */
const counters: Record<CountLimit, Counter[]> = {
  users: [(db, orgId) => countUsers(db, orgId)],
  teams: [countTeams],
  maxFunctionTools: [countFunctionTools],
  maxVectorBytes: [sumStorageBytes],
};

export async function countUse(db: Reader, orgId: string, limit: CountLimit): Promise<number> {
  let sum = 0;
  for (const counter of counters[limit]) sum += await counter(db, orgId);
  return sum;
}

async function sumStorageBytes(db: Reader, orgId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${datasources.storageBytes}), 0)::float8` })
    .from(datasources)
    .innerJoin(teams, eq(teams.id, datasources.teamId))
    .where(and(eq(teams.orgId, orgId), isNull(datasources.dateTrashed)));
  return found?.bytes ?? 0;
}
