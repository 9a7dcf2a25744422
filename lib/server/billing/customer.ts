import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { accounts } from "../accounts/table";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { orgs } from "../teams/table";
import { atStripe } from "./stripe-client";
import { billingStates } from "./table";

/** The organisation's customer at Stripe, made when it is first wanted. Two at once get the same one. */
export async function customerFor(db: Db, orgId: string): Promise<string> {
  const [org] = await db
    .select({
      ...{ name: orgs.name, customerId: orgs.stripeCustomerId, email: accounts.email },
      version: billingStates.version,
    })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .leftJoin(billingStates, eq(billingStates.orgId, orgs.id))
    .where(eq(orgs.id, orgId));
  if (!org) throw notFound("This organization");
  if (org.customerId) return org.customerId;
  const { name, email } = org;
  // The version tells a new customer from one that was deleted at Stripe.
  const idempotencyKey = `muster-customer-${orgId}-${org.version ?? 0}`;
  const { id } = await atStripe(({ customers }) =>
    customers.create({ name, email, metadata: { orgId } }, { idempotencyKey }),
  );
  await db.transaction((tx) => tx.update(orgs).set({ stripeCustomerId: id }).where(eq(orgs.id, orgId)));
  return id;
}

type Method = Stripe.PaymentMethod | string | null | undefined;

/** What Stripe would charge: the subscription's own card, else the customer's, else any. */
export async function paymentMethodOf(db: Db, orgId: string): Promise<{ ok: boolean; last4?: string }> {
  const { stripeCustomerId, stripeSubscriptionId } = orgs;
  const [org] = await db.select({ stripeCustomerId, stripeSubscriptionId }).from(orgs).where(eq(orgs.id, orgId));
  const [customer, subscription] = [org?.stripeCustomerId, org?.stripeSubscriptionId];
  if (!customer) return { ok: false };
  return atStripe(async (client) => {
    const expand = ["default_payment_method"];
    const own = subscription ? await client.subscriptions.retrieve(subscription, { expand }) : undefined;
    const found =
      own?.default_payment_method ?? (await customersOwn(client, customer)) ?? (await anyOf(client, customer));
    const last4 = typeof found === "object" ? found?.card?.last4 : undefined;
    return { ok: Boolean(found), ...(last4 && { last4 }) };
  });
}

async function customersOwn(client: Stripe, customer: string): Promise<Method> {
  const found = await client.customers.retrieve(customer, { expand: ["invoice_settings.default_payment_method"] });
  return found.deleted ? null : found.invoice_settings.default_payment_method;
}

async function anyOf(client: Stripe, customer: string): Promise<Method> {
  const { data } = await client.paymentMethods.list({ customer, limit: 1 });
  return data[0];
}
