import { and, asc, eq, isNotNull, like } from "drizzle-orm";
import type Stripe from "stripe";
import { afterCommit } from "../../../platform/db/after-commit";
import { type Db, openDatabase, type Tx } from "../../../platform/db/client";
import { billingEvents } from "../../../platform/db/tables/billing";
import { orgs } from "../../../platform/db/tables/teams";
import { runOutsideCall } from "../../../platform/lifecycle/call-in-progress";
import { log } from "../../../platform/log/log";
import { isStripeConfigured } from "../../plans/effective-plan";
import { getStripe, isMissing } from "./stripe-client";

const endedStatuses = new Set(["canceled", "incomplete_expired"]);
const batch = 100;

const findRecordedEnd = (orgId: string): string => `ending:${orgId}`;
/** A pending cancellation: remains recorded until done. */
export const isEnding = like(billingEvents.id, findRecordedEnd("%"));

/**
 * Records, in the transaction that deletes an organization, that its subscriptions end. Stripe is called after the commit in
 * the background; failures are retried by each sweep.
 */
export async function recordSubscriptionEnd(tx: Tx, orgId: string): Promise<void> {
  const [org] = await tx.select({ customer: orgs.stripeCustomerId }).from(orgs).where(eq(orgs.id, orgId));
  if (!org?.customer) return;
  const note = { id: findRecordedEnd(orgId), orgId };
  await tx.insert(billingEvents).values(note).onConflictDoNothing();
  afterCommit(tx, async () => {
    const { db } = await openDatabase();
    void runOutsideCall(() => tryToCancel(db, orgId));
  });
}

const tryToCancel = (db: Db, orgId: string): Promise<void> =>
  cancelRecordedSubscriptions(db, orgId).catch((err: unknown) =>
    log().warn({ err, orgId }, "the subscription of a deleted organization has not ended yet"),
  );

/** Cancels all subscriptions of a deleted organization. Throws when Stripe does not respond; idempotent. */
export async function cancelRecordedSubscriptions(db: Db, orgId: string): Promise<void> {
  if (!isStripeConfigured()) return;
  const deleted = and(eq(orgs.id, orgId), isNotNull(orgs.dateDeleted));
  const [org] = await db.select({ customer: orgs.stripeCustomerId }).from(orgs).where(deleted);
  if (!org) return;
  if (org.customer) await cancelAtStripe(org.customer);
  await db.delete(billingEvents).where(eq(billingEvents.id, findRecordedEnd(orgId)));
}

/** A session paid at this moment is no longer open: its subscription exists by then. */
export const expireCheckout = (sessions: Stripe.Checkout.SessionResource, id: string): Promise<unknown> =>
  sessions.expire(id).catch(() => undefined);

async function cancelAtStripe(customer: string): Promise<void> {
  const { checkout, subscriptions } = await getStripe();
  try {
    const { data: open } = await checkout.sessions.list({ customer, status: "open", limit: batch });
    for (const { id } of open) await expireCheckout(checkout.sessions, id);
    const { data } = await subscriptions.list({ customer, status: "all", limit: batch });
    for (const { id, status } of data) if (!endedStatuses.has(status)) await subscriptions.cancel(id);
  } catch (error) {
    if (!(await isMissing(error, "customer"))) throw error;
  }
}

/** Retries cancellations that failed or were interrupted. */
export async function cancelRemaining(db: Db, signal?: AbortSignal): Promise<void> {
  const left = await db
    .select({ orgId: billingEvents.orgId })
    .from(billingEvents)
    .where(isEnding)
    .orderBy(asc(billingEvents.date))
    .limit(batch);
  for (const { orgId } of left) {
    if (signal?.aborted) return;
    if (orgId) await tryToCancel(db, orgId);
  }
}
