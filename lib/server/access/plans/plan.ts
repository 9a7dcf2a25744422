import { eq } from "drizzle-orm";
import { Plan } from "@/lib/constants/plan-names";
import type { Reader } from "../../platform/db/client";
import { orgs } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { isStripeConfigured, type OrgPlan, planColumns, toEffectivePlan } from "./effective-plan";

/** Returns the organization's effective plan. */
export async function getPlan(db: Reader, orgId: string): Promise<OrgPlan> {
  const [row] = await db.select(planColumns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  return toEffectivePlan(row);
}

/** Without Stripe no organization has an end date or customer. */
const noStripe = { stripeCustomerId: null, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false };
export const withoutOrg = { ...noStripe, stripePlan: Plan.FREE };

/** Returns the effective plan with Stripe's ids and dates. */
export async function getStripeIds(db: Reader, orgId: string) {
  const columns = { ...planColumns, stripeCustomerId: orgs.stripeCustomerId };
  const [row] = await db.select(columns).from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw notFound("This organization");
  const { plan } = toEffectivePlan(row);
  if (!isStripeConfigured() || row.plan) return { ...noStripe, stripePlan: plan };
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
