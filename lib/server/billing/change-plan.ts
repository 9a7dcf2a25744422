import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { z } from "zod";
import { Plan, plans } from "@/lib/constants/plans";
import type { planForm } from "@/lib/contract/billing";
import type { Db } from "../db/client";
import { env } from "../env";
import { AppError, invalidField, notFound } from "../http/errors";
import { orgs } from "../teams/table";
import { customerFor } from "./customer";
import { expire } from "./end-subscription";
import { atStripe, requireSetUp } from "./stripe-client";
import { soldAs } from "./stripe-prices";
import { billingState } from "./stripe-state";
import { syncBilling } from "./stripe-sync";
import { isMore, itemChanges, linesOf, type Order } from "./subscription-change";

type Wanted = z.output<typeof planForm>;
type OrgRow = typeof orgs.$inferSelect;

export interface Buyer {
  db: Db;
  orgId: string;
  /** By which to come back to the page. */
  teamId: string;
  /** Throws once the buyer may not buy any more. */
  requireRights: () => Promise<void>;
}

/** The page that Stripe leads back to. */
export const returnAddress = (teamId: string, more = ""): string =>
  `${env().APP_URL}/billing?resourceSlug=${teamId}${more}`;

/**
 * Gives an organisation the plan that it has chosen: a subscription that is paid for is changed at once, without one the
 * answer is the address of Stripe's checkout. Free ends the subscription with the period that is paid.
 */
export async function changePlan(buyer: Buyer, wanted: Wanted): Promise<{ url?: string }> {
  requireSetUp();
  const { db } = buyer;
  const answer = await change(buyer, wanted, await orgRow(db, buyer.orgId));
  // For the audit log, which looks at the organisation around it: only here, so that no row is held while Stripe is asked.
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
  await atStripe(({ subscriptions }) => subscriptions.update(current.id, changeOf(current, order, has)));
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

/** What is not named stays as it is, as far as the new plan has it. */
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

/** The subscription that holds and what is had by it, as Stripe has it now: the organisation's row may be behind. */
async function currentOf(customer: string): Promise<{ current: Stripe.Subscription | undefined; has: Order }> {
  const { data } = await atStripe(({ subscriptions }) => subscriptions.list({ customer, status: "all", limit: 100 }));
  const { subscriptionId, plan, users, storage } = billingState(data, soldAs);
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
    // More is paid at once, and not had unless it is; less is credited to the next invoice.
    ...(isMore(order, has)
      ? { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" }
      : { proration_behavior: "create_prorations" }),
  };
}

const chosenMeanwhile = () =>
  new AppError("conflict", "A plan was chosen elsewhere in the same moment. Reload to see which, and choose again.");

/** Those that are still open elsewhere end, also one that is begun in the same moment: nobody pays twice. */
async function checkout({ orgId, teamId }: Buyer, customer: string, order: Order): Promise<string> {
  const lines = linesOf(order, notForSale).map(({ line }) => line);
  const session = await atStripe(async ({ checkout: { sessions } }) => {
    const made = await sessions.create({
      ...{ mode: "subscription", customer, client_reference_id: orgId, line_items: lines },
      subscription_data: { metadata: { orgId } },
      allow_promotion_codes: true,
      success_url: returnAddress(teamId, "&checkout=done"),
      cancel_url: returnAddress(teamId),
    });
    // Looked for once it is there: of several that are made at once each sees those before it, and the newest stays.
    const { data } = await sessions.list({ customer, status: "open", limit: 100 });
    for (const { id } of data.slice(1)) await expire(sessions, id);
    if (data[0]?.id !== made.id) throw chosenMeanwhile();
    return made;
  });
  if (!session.url) throw new Error("Stripe has answered a checkout without an address.");
  return session.url;
}
