import { eq } from "drizzle-orm";
import { Plan } from "@/lib/constants/plans";
import type { Reader } from "../../platform/db/client";
import { orgs } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { type OrgPlan, planColumns, planInForce, stripeIsSetUp } from "./plan-in-force";

/** The organization's plan in force. */
export async function getPlan(db: Reader, orgId: string): Promise<OrgPlan> {
  const [row] = await db.select(planColumns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  return planInForce(row);
}

/** Without Stripe no organization has an end date or customer. */
const noStripe = { stripeCustomerId: null, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false };
export const withoutOrg = { ...noStripe, stripePlan: Plan.FREE };

/** The plan in force with Stripe's dates, for an account. */
export async function getStripeIds(db: Reader, orgId: string) {
  const columns = { ...planColumns, stripeCustomerId: orgs.stripeCustomerId };
  const [row] = await db.select(columns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  const { plan } = planInForce(row);
  if (!stripeIsSetUp() || row.plan) return { ...noStripe, stripePlan: plan };
  const { stripeCustomerId, stripeEndsAt, stripeTrial, stripeCancelled } = row;
  const holds = row.stripePlan === plan;
  return {
    stripeCustomerId,
    stripePlan: plan,
    stripeEndsAt,
    stripeTrial: holds && stripeTrial,
    stripeCancelled: holds && stripeCancelled,
  };
}
