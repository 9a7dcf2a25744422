import { eq } from "drizzle-orm";
import type { ReadWrite, Tx } from "../../platform/db/client";
import { billingEvents, billingStates } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { log } from "../../platform/log/log";
import { findBillingChanges } from "./billing-changes";
import { notifyBilling } from "./notify-billing";
import { getStripe, isMissing } from "./stripe/stripe-client";
import { findProduct } from "./stripe/stripe-prices";
import { type BillingState, noSubscription, readBillingState } from "./stripe/stripe-state";

const maxTries = 25;
const maxSubscriptions = 100;

type OrgRow = typeof orgs.$inferSelect;

/** The state was written concurrently after Stripe had been queried. */
class OutdatedError extends Error {}

/**
 * Synchronizes an organization's plan with its current Stripe subscriptions, independently of the order and number of events.
 * Retries when another write was faster, so that the newest state wins. Does nothing if `eventId` was already handled.
 */
export async function syncBilling({ db, write }: ReadWrite, orgId: string, eventId?: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [known] = await db
      .select({ customerId: orgs.stripeCustomerId, version: billingStates.version })
      .from(orgs)
      .leftJoin(billingStates, eq(billingStates.orgId, orgs.id))
      .where(eq(orgs.id, orgId));
    if (!known?.customerId) return;
    const state = await readState(known.customerId);
    try {
      await write((tx) => store(tx, { orgId, version: known.version, eventId }, state));
      return;
    } catch (error) {
      if (!(error instanceof OutdatedError) || tries === maxTries) throw error;
    }
  }
}

interface StripeState {
  state: BillingState;
  /** The customer was deleted at Stripe. */
  gone: boolean;
}

async function readState(customer: string): Promise<StripeState> {
  try {
    const { subscriptions } = await getStripe();
    const { data } = await subscriptions.list({ customer, status: "all", limit: maxSubscriptions });
    const state = readBillingState(data, findProduct);
    const unknown = data.find(({ status }) => status === "active" && state.plan === null);
    if (unknown) log().warn({ subscription: unknown.id }, "a subscription has none of the configured prices");
    return { state, gone: false };
  } catch (error) {
    if (await isMissing(error, "customer")) return { state: noSubscription, gone: true };
    throw error;
  }
}

interface SyncRequest {
  orgId: string;
  /** The version written last when Stripe was queried; null: none. */
  version: number | null;
  eventId: string | undefined;
}

async function store(tx: Tx, { orgId, version, eventId }: SyncRequest, { state, gone }: StripeState): Promise<void> {
  const before = await lockBillingStatus(tx, orgId);
  if (!before) return;
  if (eventId !== undefined && !(await recordEvent(tx, eventId, orgId))) return;
  await saveState(tx, orgId, version, state.status);
  const columns = { ...toColumns(before, state), ...(gone && { stripeCustomerId: null }) };
  if (Object.keys(columns).length === 0) return;
  const [after] = await tx.update(orgs).set(columns).where(eq(orgs.id, orgId)).returning();
  if (!after || after.dateDeleted) return;
  for (const change of findBillingChanges(before, { ...after, status: state.status }))
    await notifyBilling(tx, after, change);
}

/** Locks the organization's row first, like the audit log. */
async function lockBillingStatus(tx: Tx, orgId: string) {
  const [org] = await tx.select().from(orgs).where(eq(orgs.id, orgId)).for("no key update");
  const [reported] = await tx
    .select({ status: billingStates.status })
    .from(billingStates)
    .where(eq(billingStates.orgId, orgId));
  return org && { ...org, status: reported?.status ?? null };
}

/** Whether the event is new. Concurrent handlers of the same event wait here. */
async function recordEvent(tx: Tx, id: string, orgId: string): Promise<boolean> {
  const inserted = await tx.insert(billingEvents).values({ id, orgId }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

async function saveState(tx: Tx, orgId: string, version: number | null, status: string | null): Promise<void> {
  const next = { orgId, version: (version ?? 0) + 1, status, dateSynced: new Date() };
  const [saved] = await tx
    .insert(billingStates)
    .values(next)
    .onConflictDoUpdate({
      target: billingStates.orgId,
      set: next,
      setWhere: eq(billingStates.version, version ?? 0),
    })
    .returning();
  if (!saved) throw new OutdatedError("Another process wrote after Stripe was queried.");
}

/**
 * The trial of a new organization is Muster's own: it ends with its period or a subscription, even one that began and ended
 * before Muster was notified.
 */
function toColumns({ stripeTrial, stripeSubscriptionId, stripeEndsAt }: OrgRow, state: BillingState): Partial<OrgRow> {
  if (!state.begun && stripeTrial && stripeSubscriptionId === null) return {};
  return {
    stripeSubscriptionId: state.subscriptionId,
    stripePlan: state.plan,
    stripeTrial: state.trial,
    // The end of the last plan remains visible.
    stripeEndsAt: state.plan === null ? clampToNow(stripeEndsAt) : state.endsAt,
    stripeCancelled: state.cancelled,
    addonUsers: state.users,
    addonStorage: state.storage,
  };
}

const clampToNow = (date: Date | null): Date | null => date && new Date(Math.min(date.getTime(), Date.now()));
