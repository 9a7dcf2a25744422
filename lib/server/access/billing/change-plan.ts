import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { z } from "zod";
import { Plan } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import type { planForm } from "@/lib/contract/billing/schemas";
import type { Reader } from "../../platform/db/client";
import { orgs } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import type { TeamCallContext } from "../calls/implement";
import { ensureCustomer } from "./customer";
import { expireCheckout } from "./stripe/end-subscription";
import { callStripe, requireSetUp } from "./stripe/stripe-client";
import { findProduct } from "./stripe/stripe-prices";
import { readBillingState } from "./stripe/stripe-state";
import { findItemChanges, isUpgrade, type Order, toLines } from "./stripe/subscription-change";
import { syncBilling } from "./stripe-sync";

type PlanForm = z.output<typeof planForm>;
type OrgRow = typeof orgs.$inferSelect;

interface Buyer extends Pick<TeamCallContext<"orgPlanOrder">, "db" | "write" | "teamId"> {
  orgId: string;
  /** Throws once the buyer has lost the permission. */
  requireRights: () => Promise<void>;
}

/** The page to which Stripe redirects. */
export const buildReturnUrl = (teamId: string, more = ""): string =>
  `${env().APP_URL}/billing?resourceSlug=${teamId}${more}`;

/**
 * Changes an organization's plan: an existing subscription is updated immediately, otherwise returns the URL of Stripe's
 * checkout. Free cancels the subscription at the end of the period.
 */
export async function changePlan(buyer: Buyer, wanted: PlanForm): Promise<{ url?: string }> {
  requireSetUp();
  const { db, write, orgId } = buyer;
  const result = await applyChange(buyer, wanted, await getOrg(db, orgId));
  // The audit log reads the organization around this transaction only, so that no row is locked during Stripe's call.
  await write(async (_tx, audit) => audit.record("orgPlanOrder", orgId));
  return result;
}

async function applyChange(buyer: Buyer, wanted: PlanForm, org: OrgRow): Promise<{ url?: string }> {
  const { orgId } = buyer;
  if (org.plan !== null)
    throw new AppError(
      "conflict",
      "This organization's plan is managed by the server administrator. Ask them to change it.",
    );
  requireAddons(wanted);
  const free = wanted.plan === Plan.FREE;
  if (free && !org.stripeCustomerId) return {};
  const customer = await ensureCustomer(buyer, orgId);
  const { current, has } = await fetchCurrent(customer);
  if (!current && free) return {};
  const order = toOrder(wanted, has);
  await buyer.requireRights();
  if (!current) return { url: await checkout(buyer, customer, order) };
  await callStripe(({ subscriptions }) => subscriptions.update(current.id, toSubscriptionUpdate(current, order, has)));
  await syncBilling(buyer, orgId);
  return {};
}

async function getOrg(db: Reader, orgId: string): Promise<OrgRow> {
  const [org] = await db.select().from(orgs).where(eq(orgs.id, orgId));
  if (!org) throw notFound("This organization");
  return org;
}

function requireAddons({ plan, users, storage }: PlanForm): void {
  const { title, usersAddon, storageAddon } = plans[plan];
  if (users && !usersAddon) throw invalidField("users", `The ${title} plan doesn't offer additional seats.`);
  if (storage && !storageAddon) throw invalidField("storage", `The ${title} plan doesn't offer additional storage.`);
}

/** Add-ons that are not specified stay unchanged, if the new plan offers them. */
function toOrder({ plan, users, storage }: PlanForm, has: Order): Order {
  const { usersAddon, storageAddon } = plans[plan];
  return {
    plan,
    users: usersAddon ? (users ?? has.users) : 0,
    storage: storageAddon ? (storage ?? has.storage) : 0,
  };
}

const createNotForSaleError = () =>
  new AppError(
    "conflict",
    "This plan can't be purchased yet: its Stripe price isn't configured. Ask the server administrator.",
  );

/** The active subscription and its contents from Stripe: the organization's row may be outdated. */
async function fetchCurrent(customer: string): Promise<{ current: Stripe.Subscription | undefined; has: Order }> {
  const { data } = await callStripe(({ subscriptions }) => subscriptions.list({ customer, status: "all", limit: 100 }));
  const { subscriptionId, plan, users, storage } = readBillingState(data, findProduct);
  return { current: data.find(({ id }) => id === subscriptionId), has: { plan: plan ?? Plan.FREE, users, storage } };
}

function toSubscriptionUpdate(current: Stripe.Subscription, order: Order, has: Order): Stripe.SubscriptionUpdateParams {
  if (order.plan === Plan.FREE) return { cancel_at_period_end: true };
  const renewal = current.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : current.cancel_at
      ? { cancel_at: "" as const }
      : {};
  return {
    items: findItemChanges(current.items.data, toLines(order, createNotForSaleError)),
    ...renewal,
    // Upgrades are paid immediately or fail; downgrades are credited to the next invoice.
    ...(isUpgrade(order, has)
      ? { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" }
      : { proration_behavior: "create_prorations" }),
  };
}

const createRaceError = () =>
  new AppError("conflict", "Another plan was chosen at the same time. Reload the page and choose again.");

/** Expires other open checkouts, including concurrent ones, to prevent paying twice. */
async function checkout({ orgId, teamId }: Buyer, customer: string, order: Order): Promise<string> {
  const lines = toLines(order, createNotForSaleError).map(({ line }) => line);
  const session = await callStripe(async ({ checkout: { sessions } }) => {
    const created = await sessions.create({
      mode: "subscription",
      customer,
      client_reference_id: orgId,
      line_items: lines,
      subscription_data: { metadata: { orgId } },
      allow_promotion_codes: true,
      success_url: buildReturnUrl(teamId, "&checkout=done"),
      cancel_url: buildReturnUrl(teamId),
    });
    // Listed after creation: of several concurrent ones each sees those before it, and the newest remains.
    const { data } = await sessions.list({ customer, status: "open", limit: 100 });
    for (const { id } of data.slice(1)) await expireCheckout(sessions, id);
    if (data[0]?.id !== created.id) throw createRaceError();
    return created;
  });
  if (!session.url) throw new Error("Stripe returned a checkout without a URL.");
  return session.url;
}
