import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Reader, ReadWrite, Transact } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { billingStates } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { callStripe, isMissing } from "./stripe/stripe-client";
import { syncBilling } from "./stripe-sync";

interface CustomerDetails {
  name: string;
  email: string;
}

/**
 * The organization's customer in Stripe, created on first use with the owner's current address for invoices. A customer unknown
 * to Stripe, or to the current key, is replaced. Idempotent for concurrent calls.
 */
export async function ensureCustomer(store: ReadWrite, orgId: string): Promise<string> {
  const { db, write } = store;
  const { customerId, ...org } = await getCustomer(db, orgId);
  if (!customerId) return createCustomer(write, orgId, org);
  if (await updateCustomer(customerId, org)) return customerId;
  await syncBilling(store, orgId);
  const own = and(eq(orgs.id, orgId), eq(orgs.stripeCustomerId, customerId));
  await write((tx) => tx.update(orgs).set({ stripeCustomerId: null }).where(own));
  const now = await getCustomer(db, orgId);
  return now.customerId ?? createCustomer(write, orgId, now);
}

async function getCustomer(db: Reader, orgId: string) {
  const [org] = await db
    .select({
      name: orgs.name,
      customerId: orgs.stripeCustomerId,
      email: accounts.email,
      version: billingStates.version,
    })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .leftJoin(billingStates, eq(billingStates.orgId, orgs.id))
    .where(eq(orgs.id, orgId));
  if (!org) throw notFound("This organization");
  return org;
}

/** Updates the customer's name and address. Returns whether the customer exists. */
const updateCustomer = (customerId: string, { name, email }: CustomerDetails): Promise<boolean> =>
  callStripe(({ customers }) => customers.update(customerId, { name, email })).then(
    () => true,
    async (error: unknown) => {
      if (await isMissing(error)) return false;
      throw error;
    },
  );

type NewCustomer = CustomerDetails & { version: number | null };

async function createCustomer(write: Transact, orgId: string, { name, email, version }: NewCustomer): Promise<string> {
  // The version distinguishes a new customer from one deleted at Stripe.
  const idempotencyKey = `muster-customer-${orgId}-${version ?? 0}`;
  const { id } = await callStripe(({ customers }) =>
    customers.create({ name, email, metadata: { orgId } }, { idempotencyKey }),
  );
  await write((tx) => tx.update(orgs).set({ stripeCustomerId: id }).where(eq(orgs.id, orgId)));
  return id;
}

type Method = Stripe.PaymentMethod | string | null | undefined;

/** The payment method that Stripe would charge: the subscription's, otherwise the customer's, otherwise any. */
export async function findPaymentMethod(db: Reader, orgId: string): Promise<{ ok: boolean; last4?: string }> {
  const { stripeCustomerId, stripeSubscriptionId } = orgs;
  const [org] = await db.select({ stripeCustomerId, stripeSubscriptionId }).from(orgs).where(eq(orgs.id, orgId));
  const [customer, subscription] = [org?.stripeCustomerId, org?.stripeSubscriptionId];
  if (!customer) return { ok: false };
  const request = callStripe(async (client) => {
    const expand = ["default_payment_method"];
    const own = subscription ? await client.subscriptions.retrieve(subscription, { expand }) : undefined;
    const found =
      own?.default_payment_method ??
      (await fetchDefaultMethod(client, customer)) ??
      (await fetchAnyMethod(client, customer));
    const last4 = typeof found === "object" ? found?.card?.last4 : undefined;
    return { ok: Boolean(found), ...(last4 && { last4 }) };
  });
  return request.catch(async (error: unknown) => {
    if (await isMissing(error)) return { ok: false };
    throw error;
  });
}

async function fetchDefaultMethod(client: Stripe, customer: string): Promise<Method> {
  const found = await client.customers.retrieve(customer, { expand: ["invoice_settings.default_payment_method"] });
  return found.deleted ? null : found.invoice_settings.default_payment_method;
}

async function fetchAnyMethod(client: Stripe, customer: string): Promise<Method> {
  const { data } = await client.paymentMethods.list({ customer, limit: 1 });
  return data[0];
}
