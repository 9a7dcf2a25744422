import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "../db/client";
import { env } from "../env";
import { AppError } from "../http/errors";
import { log } from "../log";
import { orgs } from "../teams/table";
import { endSubscriptions } from "./end-subscription";
import { requireSetUp, stripe } from "./stripe-client";
import { syncBilling } from "./stripe-sync";
import { billingEvents } from "./table";

/**
 * Takes an event of Stripe. It only says whose billing to look at: what holds is what Stripe answers then, so that events
 * may come in any order and more than once. Throws for one that Stripe has not signed, or that is older than five minutes.
 */
export async function receiveEvent(db: Db, payload: string, signature: string | null): Promise<void> {
  requireSetUp();
  const event = await verified(payload, signature);
  const org = await orgOf(db, customerOf(event));
  if (!org || (await wasHandled(db, event.id))) return;
  const { id: orgId } = org;
  // Somebody may have paid while it was deleted.
  if (org.dateDeleted) await endSubscriptions(db, orgId);
  await syncBilling(db, orgId, event.id);
  log().info({ orgId, event: event.id, type: event.type }, "an event of Stripe was handled");
}

async function verified(payload: string, signature: string | null): Promise<Stripe.Event> {
  const { webhooks } = await stripe();
  try {
    return webhooks.constructEvent(payload, signature ?? "", env().STRIPE_WEBHOOK_SECRET ?? "");
  } catch (cause) {
    throw new AppError("invalid", "This is not signed by Stripe, or not lately.", { cause });
  }
}

/** Of whatever the event is about. */
function customerOf({ data: { object } }: Stripe.Event): string | null {
  const about = object as { object?: unknown; id?: unknown; customer?: unknown };
  const customer = about.object === "customer" ? about : about.customer;
  const id = typeof customer === "object" && customer !== null && "id" in customer ? customer.id : customer;
  return typeof id === "string" ? id : null;
}

async function orgOf(db: Db, customerId: string | null) {
  if (customerId === null) return undefined;
  const { id, dateDeleted } = orgs;
  const [org] = await db.select({ id, dateDeleted }).from(orgs).where(eq(orgs.stripeCustomerId, customerId));
  return org;
}

async function wasHandled(db: Db, eventId: string): Promise<boolean> {
  const [known] = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, eventId));
  return known !== undefined;
}
