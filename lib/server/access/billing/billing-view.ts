import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Plan, type PlanName, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import type { shapes } from "@/lib/contract/billing/schemas";
import type { Reader } from "../../platform/db/client";
import { billingStates } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { notFound } from "../../platform/errors/errors";
import { isStripeConfigured, toEffectivePlan } from "../plans/effective-plan";
import { getReadiness, type Readiness } from "./readiness";
import { isFailing } from "./stripe/stripe-state";

type BillingAnswer = z.input<typeof shapes.get.response>;

export async function viewBilling(db: Reader, orgId: string): Promise<BillingAnswer> {
  const [found] = await db
    .select({ org: orgs, status: billingStates.status })
    .from(orgs)
    .leftJoin(billingStates, eq(billingStates.orgId, orgs.id))
    .where(eq(orgs.id, orgId));
  if (!found) throw notFound("This organization");
  const { org, status } = found;
  const { plan } = toEffectivePlan(org);
  const { ready, missing, prices } = await getReadiness();
  const setUp = isStripeConfigured();
  // Stripe's dates apply only while its plan is in force.
  const isStripePlan = setUp && org.plan === null && org.stripePlan === plan;
  const amount = (key: string) => prices[`STRIPE_PRICE_${key}`]?.amount ?? null;
  return {
    billing: {
      org: { id: org.id, name: org.name },
      setUp,
      ready,
      missing,
      plan,
      fixed: setUp && org.plan !== null,
      trial: isStripePlan && org.stripeTrial,
      endsAt: isStripePlan ? org.stripeEndsAt : null,
      cancelled: isStripePlan && org.stripeCancelled,
      lastEnded: setUp && org.plan === null && plan === Plan.FREE ? org.stripeEndsAt : null,
      subscribed: isStripePlan && org.stripeSubscriptionId !== null,
      failing: isStripePlan && isFailing(status),
      addons: { users: isStripePlan ? org.addonUsers : 0, storage: isStripePlan ? org.addonStorage : 0 },
      prices: {
        pro: amount("PRO"),
        teams: amount("TEAMS"),
        users: amount("USERS_ADDON"),
        storage: amount("STORAGE_ADDON"),
      },
      plans: planNames.map((name) => toPlanCard(name, prices)),
      contact: getContact(),
    },
  };
}

/** An offered plan; ids are Stripe's if it is sold there. */
function toPlanCard(name: PlanName, prices: Readiness["prices"]): BillingAnswer["billing"]["plans"][number] {
  const { title, price, isPopular, storageAddon, usersAddon } = plans[name];
  const sold = prices[`STRIPE_PRICE_${name.toUpperCase()}`];
  return {
    plan: name,
    title,
    price: price === null ? null : (sold?.amount ?? price),
    isPopular,
    storageAddon,
    usersAddon,
    priceId: sold?.priceId ?? null,
    productId: sold?.productId ?? null,
  };
}

/** The server's mail address by default, if it is a real one. */
function getContact(): string | null {
  const { BILLING_CONTACT, SMTP_URL, MAIL_FROM } = env();
  if (BILLING_CONTACT) return BILLING_CONTACT;
  const address = SMTP_URL ? MAIL_FROM.split(/[\s<>]+/).find((word) => word.includes("@")) : undefined;
  return address ? `mailto:${address}` : null;
}
