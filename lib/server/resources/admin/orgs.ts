import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { type PlanName, planNames } from "@/lib/constants/plan-names";
import type { adminOrgSchema, shapes } from "@/lib/contract/admin/schemas";
import { findPlanName, isStripeConfigured, type PlanRow, planColumns } from "../../access/plans/effective-plan";
import type { Reader, Tx } from "../../platform/db/client";
import { defineList, onPage } from "../../platform/db/query/list";
import { subselect } from "../../platform/db/query/subselect";
import { accounts } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teams } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { notFound } from "../../platform/errors/errors";

export type SearchQuery = z.output<typeof shapes.orgs.query>;

const isNotDeleted = isNull(orgs.dateDeleted);

/** Where the plan comes from. */
function findPlanSource(row: PlanRow): z.input<typeof adminOrgSchema>["planSource"] {
  if (row.plan) return "set";
  if (!isStripeConfigured() || row.stripePlan !== findPlanName(row)) return "default";
  return row.stripeTrial ? "trial" : "subscription";
}

const columns = {
  id: orgs.id,
  name: orgs.name,
  description: accounts.email,
  dateCreated: orgs.dateCreated,
  dateUpdated: orgs.dateCreated,
};

const readPage = defineList<Record<never, never>>()(
  { columns, own: () => isNotDeleted },
  (db, _given, page) =>
    onPage(
      db
        .select({
          _id: orgs.id,
          name: orgs.name,
          dateCreated: orgs.dateCreated,
          row: planColumns,
          ownerName: accounts.name,
          ownerEmail: accounts.email,
          members: subselect<number>(
            sql`select count(*)::int from ${orgMembers} where ${orgMembers.orgId} = ${orgs.id}`,
          ),
          teams: subselect<number>(
            sql`select count(*)::int from ${teams} where ${teams.orgId} = ${orgs.id} and ${teams.dateDeleted} is null`,
          ),
        })
        .from(orgs)
        .innerJoin(accounts, eq(accounts.id, orgs.ownerId)),
      page,
    ),
  ({ _id }) => _id,
);

/** One page of all organizations; searches their names and their owners' emails. */
export async function listOrgs(db: Reader, query: SearchQuery) {
  const { rows, next } = await readPage(db, query);
  return {
    orgs: rows.map(({ row, ...org }) => ({ ...org, plan: findPlanName(row), planSource: findPlanSource(row) })),
    next,
  };
}

/** Sets a plan; null uses billing's plan, or the server's default. Throws 404 for an unknown organization. */
export async function setPlan(tx: Tx, orgId: string, plan: PlanName | null) {
  const [org] = await tx
    .update(orgs)
    .set({ plan })
    .where(and(eq(orgs.id, orgId), isNotDeleted))
    .returning({ name: orgs.name, row: planColumns });
  if (!org) throw notFound("This organization");
  return { name: org.name, plan: findPlanName(org.row), source: findPlanSource(org.row) };
}

/** The number of organizations by plan and its source. */
export async function countPlans(db: Reader) {
  const columns = Object.values(planColumns);
  const found = await db
    .select({ row: planColumns, n: sql<number>`count(*)::int` })
    .from(orgs)
    .where(isNotDeleted)
    .groupBy(...columns);
  const figures = planNames.map((plan) => {
    const sum = (wanted?: ReturnType<typeof findPlanSource>) =>
      found
        .filter(({ row }) => findPlanName(row) === plan && (!wanted || findPlanSource(row) === wanted))
        .reduce((total, { n }) => total + n, 0);
    return { plan, orgs: sum(), set: sum("set"), subscribed: sum("subscription"), trial: sum("trial") };
  });
  return {
    defaultPlan: isStripeConfigured() ? ("free" as const) : env().DEFAULT_PLAN,
    stripe: isStripeConfigured(),
    plans: figures,
  };
}
