import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { type Db, toReadWrite } from "../../platform/db/client";
import { billingEvents } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { cancelRecordedSubscriptions } from "./stripe/end-subscription";
import { getStripe, requireSetUp } from "./stripe/stripe-client";
import { syncBilling } from "./stripe-sync";

/**
 * Handles an event from Stripe. It only identifies the customer: the state is read from Stripe, so that events may arrive in
 * any order and repeatedly. Throws for an invalid signature, or an event older than five minutes.
 */
export async function receiveEvent(db: Db, payload: string, signature: string | null): Promise<void> {
  requireSetUp();
  const event = await verifyEvent(payload, signature);
  const org = await findOrg(db, findCustomerId(event));
  if (!org || (await wasHandled(db, event.id))) return;
  const { id: orgId } = org;
  // A payment may arrive during the deletion.
  if (org.dateDeleted) await cancelRecordedSubscriptions(db, orgId);
  await syncBilling(toReadWrite(db), orgId, event.id);
  log().info({ orgId, event: event.id, type: event.type }, "a Stripe event was handled");
}

async function verifyEvent(payload: string, signature: string | null): Promise<Stripe.Event> {
  const { webhooks } = await getStripe();
  try {
    return webhooks.constructEvent(payload, signature ?? "", env().STRIPE_WEBHOOK_SECRET ?? "");
  } catch (cause) {
    throw new AppError("invalid", "The Stripe signature is invalid or expired.", { cause });
  }
}

/** The customer of any kind of event. */
function findCustomerId({ data: { object } }: Stripe.Event): string | null {
  const about = object as { object?: unknown; id?: unknown; customer?: unknown };
  const customer = about.object === "customer" ? about : about.customer;
  const id = typeof customer === "object" && customer !== null && "id" in customer ? customer.id : customer;
  return typeof id === "string" ? id : null;
}

async function findOrg(db: Db, customerId: string | null) {
  if (customerId === null) return undefined;
  const { id, dateDeleted } = orgs;
  const [org] = await db.select({ id, dateDeleted }).from(orgs).where(eq(orgs.stripeCustomerId, customerId));
  return org;
}

async function wasHandled(db: Db, eventId: string): Promise<boolean> {
  const [known] = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, eventId));
  return known !== undefined;
}
