import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { z } from "zod";
import { Plan, plans } from "@/lib/constants/plans";
import type { planForm } from "@/lib/contract/billing/schemas";
import type { Db } from "../../platform/db/client";
import { orgs } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import { customerFor } from "./customer";
import { expireCheckout } from "./stripe/end-subscription";
import { callStripe, requireSetUp } from "./stripe/stripe-client";
import { soldAs } from "./stripe/stripe-prices";
import { readBillingState } from "./stripe/stripe-state";
import { isMore, itemChanges, linesOf, type Order } from "./stripe/subscription-change";
import { syncBilling } from "./stripe-sync";

type Wanted = z.output<typeof planForm>;
type OrgRow = typeof orgs.$inferSelect;

interface Buyer {
  db: Db;
  orgId: string;
  /** The team to return to. */
  teamId: string;
  /** Throws once the buyer has lost the permission. */
  requireRights: () => Promise<void>;
}

/** The page to which Stripe redirects. */
export const returnAddress = (teamId: string, more = ""): string =>
  `${env().APP_URL}/billing?resourceSlug=${teamId}${more}`;

/**
 * Changes an organization's plan: an existing subscription is updated immediately, otherwise returns the URL of Stripe's
 * checkout. Free cancels the subscription at the end of the period.
 */
export async function changePlan(buyer: Buyer, wanted: Wanted): Promise<{ url?: string }> {
  requireSetUp();
  const { db } = buyer;
  const answer = await change(buyer, wanted, await orgRow(db, buyer.orgId));
  // The audit log reads the organization around this transaction only, so that no row is locked during Stripe's call.
  await db.transaction(async () => ({ ordered: buyer.orgId }));
  return answer;
}

async function change(buyer: Buyer, wanted: Wanted, org: OrgRow): Promise<{ url?: string }> {
  const { db, orgId } = buyer;
  if (org.plan !== null)
    throw new AppError(
      "conflict",
      "Whoever runs this server has set the plan of this organization. Ask them for another.",
    );
  requireAddons(wanted);
  const free = wanted.plan === Plan.FREE;
  if (free && !org.stripeCustomerId) return {};
  const customer = await customerFor(db, orgId);
  const { current, has } = await currentOf(customer);
  if (!current && free) return {};
  const order = orderOf(wanted, has);
  await buyer.requireRights();
  if (!current) return { url: await checkout(buyer, customer, order) };
  await callStripe(({ subscriptions }) => subscriptions.update(current.id, changeOf(current, order, has)));
  await syncBilling(db, orgId);
  return {};
}

async function orgRow(db: Pick<Db, "select">, orgId: string): Promise<OrgRow> {
  const [org] = await db.select().from(orgs).where(eq(orgs.id, orgId));
  if (!org) throw notFound("This organization");
  return org;
}

function requireAddons({ plan, users, storage }: Wanted): void {
  const { title, usersAddon, storageAddon } = plans[plan];
  if (users && !usersAddon) throw invalidField("users", `The ${title} plan takes no further users.`);
  if (storage && !storageAddon) throw invalidField("storage", `The ${title} plan takes no further storage.`);
}

/** Unspecified parts are unchanged, if the new plan has them. */
function orderOf({ plan, users, storage }: Wanted, has: Order): Order {
  const { usersAddon, storageAddon } = plans[plan];
  return {
    plan,
    users: usersAddon ? (users ?? has.users) : 0,
    storage: storageAddon ? (storage ?? has.storage) : 0,
  };
}

const notForSale = () =>
  new AppError(
    "conflict",
    "This is not for sale on this server yet: its price at Stripe is not set. Ask whoever runs it.",
  );

/** The active subscription and its contents from Stripe: the organization's row may be outdated. */
async function currentOf(customer: string): Promise<{ current: Stripe.Subscription | undefined; has: Order }> {
  const { data } = await callStripe(({ subscriptions }) => subscriptions.list({ customer, status: "all", limit: 100 }));
  const { subscriptionId, plan, users, storage } = readBillingState(data, soldAs);
  return { current: data.find(({ id }) => id === subscriptionId), has: { plan: plan ?? Plan.FREE, users, storage } };
}

function changeOf(current: Stripe.Subscription, order: Order, has: Order): Stripe.SubscriptionUpdateParams {
  if (order.plan === Plan.FREE) return { cancel_at_period_end: true };
  const goesOn = current.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : current.cancel_at
      ? { cancel_at: "" as const }
      : {};
  return {
    items: itemChanges(current.items.data, linesOf(order, notForSale)),
    ...goesOn,
    // Upgrades are paid immediately or fail; downgrades are credited to the next invoice.
    ...(isMore(order, has)
      ? { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" }
      : { proration_behavior: "create_prorations" }),
  };
}

const chosenMeanwhile = () =>
  new AppError("conflict", "A plan was chosen elsewhere in the same moment. Reload to see which, and choose again.");

/** Expires other open checkouts, including concurrent ones, so that nobody pays twice. */
async function checkout({ orgId, teamId }: Buyer, customer: string, order: Order): Promise<string> {
  const lines = linesOf(order, notForSale).map(({ line }) => line);
  const session = await callStripe(async ({ checkout: { sessions } }) => {
    const made = await sessions.create({
      mode: "subscription",
      customer,
      client_reference_id: orgId,
      line_items: lines,
      subscription_data: { metadata: { orgId } },
      allow_promotion_codes: true,
      success_url: returnAddress(teamId, "&checkout=done"),
      cancel_url: returnAddress(teamId),
    });
    // Listed after creation: of several concurrent ones each sees those before it, and the newest remains.
    const { data } = await sessions.list({ customer, status: "open", limit: 100 });
    for (const { id } of data.slice(1)) await expireCheckout(sessions, id);
    if (data[0]?.id !== made.id) throw chosenMeanwhile();
    return made;
  });
  if (!session.url) throw new Error("Stripe has answered a checkout without an address.");
  return session.url;
}
