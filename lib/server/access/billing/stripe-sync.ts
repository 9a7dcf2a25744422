import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client";
import { billingEvents, billingStates } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { log } from "../../platform/log/log";
import { findBillingChanges } from "./billing-changes";
import { notifyBilling } from "./notify-billing";
import { isMissing, stripe } from "./stripe/stripe-client";
import { soldAs } from "./stripe/stripe-prices";
import { type BillingState, noSubscription, readBillingState } from "./stripe/stripe-state";

const maxTries = 25;
const maxSubscriptions = 100;

type OrgRow = typeof orgs.$inferSelect;

/** Written concurrently since Stripe was queried. */
class Outdated extends Error {}

/**
 * Synchronizes an organization's plan with its current subscriptions in Stripe: independent of the order and number of events.
 * A result that was overtaken by another write is read again, so that the newest state wins. With an `eventId`, does nothing if
 * it was already handled.
 */
export async function syncBilling(db: Db, orgId: string, eventId?: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [known] = await db
      .select({ customerId: orgs.stripeCustomerId, version: billingStates.version })
      .from(orgs)
      .leftJoin(billingStates, eq(billingStates.orgId, orgs.id))
      .where(eq(orgs.id, orgId));
    if (!known?.customerId) return;
    const state = await readState(known.customerId);
    try {
      await db.transaction((tx) => write(tx, { orgId, version: known.version, eventId }, state));
      return;
    } catch (error) {
      if (!(error instanceof Outdated) || tries === maxTries) throw error;
    }
  }
}

interface Read {
  state: BillingState;
  /** The customer was deleted at Stripe. */
  gone: boolean;
}

async function readState(customer: string): Promise<Read> {
  try {
    const { subscriptions } = await stripe();
    const { data } = await subscriptions.list({ customer, status: "all", limit: maxSubscriptions });
    const state = readBillingState(data, soldAs);
    const unknown = data.find(({ status }) => status === "active" && state.plan === null);
    if (unknown) log().warn({ subscription: unknown.id }, "a subscription has no price that the settings know");
    return { state, gone: false };
  } catch (error) {
    if (await isMissing(error, "customer")) return { state: noSubscription, gone: true };
    throw error;
  }
}

interface Reading {
  orgId: string;
  /** The version written last when Stripe was queried; null: none. */
  version: number | null;
  eventId: string | undefined;
}

async function write(tx: Tx, { orgId, version, eventId }: Reading, { state, gone }: Read): Promise<void> {
  const before = await billingStatus(tx, orgId);
  if (!before) return;
  if (eventId !== undefined && !(await isFirst(tx, eventId, orgId))) return;
  await advance(tx, orgId, version, state.status);
  const columns = { ...columnsOf(before, state), ...(gone && { stripeCustomerId: null }) };
  if (Object.keys(columns).length === 0) return;
  const [after] = await tx.update(orgs).set(columns).where(eq(orgs.id, orgId)).returning();
  if (!after || after.dateDeleted) return;
  for (const change of findBillingChanges(before, { ...after, status: state.status }))
    await notifyBilling(tx, after, change);
}

/** Locks the organization's row first, like the audit log. */
async function billingStatus(tx: Tx, orgId: string) {
  const [org] = await tx.select().from(orgs).where(eq(orgs.id, orgId)).for("no key update");
  const [said] = await tx
    .select({ status: billingStates.status })
    .from(billingStates)
    .where(eq(billingStates.orgId, orgId));
  return org && { ...org, status: said?.status ?? null };
}

/** Whether the event is new. Concurrent handlers of the same event wait here. */
async function isFirst(tx: Tx, id: string, orgId: string): Promise<boolean> {
  const made = await tx.insert(billingEvents).values({ id, orgId }).onConflictDoNothing().returning();
  return made.length > 0;
}

async function advance(tx: Tx, orgId: string, version: number | null, status: string | null): Promise<void> {
  const next = { orgId, version: (version ?? 0) + 1, status, dateSynced: new Date() };
  const [mine] = await tx
    .insert(billingStates)
    .values(next)
    .onConflictDoUpdate({
      target: billingStates.orgId,
      set: next,
      setWhere: eq(billingStates.version, version ?? 0),
    })
    .returning();
  if (!mine) throw new Outdated("Another has written since Stripe was asked.");
}

/**
 * The trial of a new organization is Muster's own: it ends with its period or a subscription, even one that began and ended
 * before Muster was notified.
 */
function columnsOf({ stripeTrial, stripeSubscriptionId, stripeEndsAt }: OrgRow, state: BillingState): Partial<OrgRow> {
  if (!state.begun && stripeTrial && stripeSubscriptionId === null) return {};
  return {
    stripeSubscriptionId: state.subscriptionId,
    stripePlan: state.plan,
    stripeTrial: state.trial,
    // The end of the last plan remains visible.
    stripeEndsAt: state.plan === null ? pastOf(stripeEndsAt) : state.endsAt,
    stripeCancelled: state.cancelled,
    addonUsers: state.users,
    addonStorage: state.storage,
  };
}

const pastOf = (date: Date | null): Date | null => date && new Date(Math.min(date.getTime(), Date.now()));
