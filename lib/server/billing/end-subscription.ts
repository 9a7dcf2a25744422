import { and, asc, eq, isNotNull, like } from "drizzle-orm";
import type Stripe from "stripe";
import { outsideCall } from "../call-in-progress";
import { afterCommit } from "../db/after-commit";
import { type Db, openDatabase, type Tx } from "../db/client";
import { log } from "../log";
import { orgs } from "../teams/table";
import { stripeIsSetUp } from "./plan-in-force";
import { isMissing, stripe } from "./stripe-client";
import { billingEvents } from "./table";

const over = new Set(["canceled", "incomplete_expired"]);
const batch = 100;

const noteOf = (orgId: string): string => `ending:${orgId}`;
/** What is to be ended yet: it stays noted until it is. */
export const isEnding = like(billingEvents.id, noteOf("%"));

/**
 * In the transaction that deletes an organisation: nobody goes on paying for what is gone. Stripe is asked once it is
 * committed, and nobody waits for that; what fails is tried again with each sweep.
 */
export async function noteEnding(tx: Tx, orgId: string): Promise<void> {
  const [org] = await tx.select({ customer: orgs.stripeCustomerId }).from(orgs).where(eq(orgs.id, orgId));
  if (!org?.customer) return;
  const note = { id: noteOf(orgId), orgId };
  await tx.insert(billingEvents).values(note).onConflictDoNothing();
  afterCommit(tx, async () => {
    const { db } = await openDatabase();
    void outsideCall(() => tryToEnd(db, orgId));
  });
}

const tryToEnd = (db: Db, orgId: string): Promise<void> =>
  endSubscriptions(db, orgId).catch((err: unknown) =>
    log().warn({ err, orgId }, "the subscription of a deleted organization has not ended yet"),
  );

/** Ends all that a deleted organisation pays for. Throws while Stripe does not answer; may be done again. */
export async function endSubscriptions(db: Db, orgId: string): Promise<void> {
  if (!stripeIsSetUp()) return;
  const deleted = and(eq(orgs.id, orgId), isNotNull(orgs.dateDeleted));
  const [org] = await db.select({ customer: orgs.stripeCustomerId }).from(orgs).where(deleted);
  if (!org) return;
  if (org.customer) await endAtStripe(org.customer);
  await db.delete(billingEvents).where(eq(billingEvents.id, noteOf(orgId)));
}

/** One that is paid in this moment is not open any more: its subscription is there by then. */
export const expire = (sessions: Stripe.Checkout.SessionResource, id: string): Promise<unknown> =>
  sessions.expire(id).catch(() => undefined);

async function endAtStripe(customer: string): Promise<void> {
  const { checkout, subscriptions } = await stripe();
  try {
    const { data: open } = await checkout.sessions.list({ customer, status: "open", limit: batch });
    for (const { id } of open) await expire(checkout.sessions, id);
    const { data } = await subscriptions.list({ customer, status: "all", limit: batch });
    for (const { id, status } of data) if (!over.has(status)) await subscriptions.cancel(id);
  } catch (error) {
    if (!(await isMissing(error, "customer"))) throw error;
  }
}

/** What a deletion has left at Stripe, as that did not answer or the process ended. */
export async function endWhatIsLeft(db: Db, signal?: AbortSignal): Promise<void> {
  const left = await db
    .select({ orgId: billingEvents.orgId })
    .from(billingEvents)
    .where(isEnding)
    .orderBy(asc(billingEvents.date))
    .limit(batch);
  for (const { orgId } of left) {
    if (signal?.aborted) return;
    if (orgId) await tryToEnd(db, orgId);
  }
}
