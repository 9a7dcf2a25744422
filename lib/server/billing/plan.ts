import { eq } from "drizzle-orm";
import { Plan } from "@/lib/constants/plans";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { orgs } from "../teams/table";
import { type OrgPlan, planColumns, planInForce, stripeIsSetUp } from "./plan-in-force";

type Reader = Pick<Db, "select">;

/** The plan in force of an organisation. */
export async function planOf(db: Reader, orgId: string): Promise<OrgPlan> {
  const [row] = await db.select(planColumns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  return planInForce(row);
}

/** While Stripe is not set up no organisation has an end date or a customer. */
const noStripe = { stripeCustomerId: null, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false };
export const withoutOrg = { ...noStripe, stripePlan: Plan.FREE };

/** What an account reads of the plan in force, with the dates that Stripe has set to it. */
export async function stripeOf(db: Reader, orgId: string) {
  const columns = { ...planColumns, stripeCustomerId: orgs.stripeCustomerId };
  const [row] = await db.select(columns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  const { plan } = planInForce(row);
  if (!stripeIsSetUp() || row.plan) return { ...noStripe, stripePlan: plan };
  const { stripeCustomerId, stripeEndsAt, stripeTrial, stripeCancelled } = row;
  const holds = row.stripePlan === plan;
  return {
    ...{ stripeCustomerId, stripePlan: plan, stripeEndsAt },
    ...{ stripeTrial: holds && stripeTrial, stripeCancelled: holds && stripeCancelled },
  };
}
