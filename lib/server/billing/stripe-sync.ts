import { eq } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { log } from "../log";
import { orgs } from "../teams/table";
import { billingChanges } from "./billing-changes";
import { isMissing, stripe } from "./stripe-client";
import { soldAs } from "./stripe-prices";
import { type BillingState, billingState, noSubscription } from "./stripe-state";
import { billingEvents, billingStates } from "./table";
import { tellBilling } from "./tell-billing";

const triesMost = 25;
const subscriptionsMost = 100;

type OrgRow = typeof orgs.$inferSelect;

/** Somebody else has written since Stripe was asked. */
class Outdated extends Error {}

/**
 * Brings an organisation's plan in line with Stripe, by what its subscriptions are now: the order and the number of events
 * do not matter. What was read before another wrote is not written but read again, so that the newest answer stays.
 * With an `eventId` nothing is done for one that was handled before.
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
      if (!(error instanceof Outdated) || tries === triesMost) throw error;
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
    const { data } = await subscriptions.list({ customer, status: "all", limit: subscriptionsMost });
    const state = billingState(data, soldAs);
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
  /** Of what was written last when Stripe was asked; null: nothing yet. */
  version: number | null;
  eventId: string | undefined;
}

async function write(tx: Tx, { orgId, version, eventId }: Reading, { state, gone }: Read): Promise<void> {
  const before = await standingOf(tx, orgId);
  if (!before) return;
  if (eventId !== undefined && !(await isFirst(tx, eventId, orgId))) return;
  await advance(tx, orgId, version, state.status);
  const columns = { ...columnsOf(before, state), ...(gone && { stripeCustomerId: null }) };
  if (Object.keys(columns).length === 0) return;
  const [after] = await tx.update(orgs).set(columns).where(eq(orgs.id, orgId)).returning();
  if (!after || after.dateDeleted) return;
  for (const change of billingChanges(before, { ...after, status: state.status })) await tellBilling(tx, after, change);
}

/** Holds the organisation's row first, as whoever is noted in the audit log does. */
async function standingOf(tx: Tx, orgId: string) {
  const [org] = await tx.select().from(orgs).where(eq(orgs.id, orgId)).for("no key update");
  const [said] = await tx
    .select({ status: billingStates.status })
    .from(billingStates)
    .where(eq(billingStates.orgId, orgId));
  return org && { ...org, status: said?.status ?? null };
}

/** Whether the event was not handled before. Whoever handles the same one waits here. */
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
      ...{ target: billingStates.orgId, set: next },
      setWhere: eq(billingStates.version, version ?? 0),
    })
    .returning();
  if (!mine) throw new Outdated("Another has written since Stripe was asked.");
}

/**
 * The trial of a new organisation is not Stripe's: it ends with its time, or with a subscription, also with one that began
 * and ended before Muster has heard of it.
 */
function columnsOf({ stripeTrial, stripeSubscriptionId, stripeEndsAt }: OrgRow, state: BillingState): Partial<OrgRow> {
  if (!state.begun && stripeTrial && stripeSubscriptionId === null) return {};
  return {
    ...{ stripeSubscriptionId: state.subscriptionId, stripePlan: state.plan, stripeTrial: state.trial },
    // When the last plan has ended stays to be seen.
    ...{ stripeEndsAt: state.plan === null ? pastOf(stripeEndsAt) : state.endsAt, stripeCancelled: state.cancelled },
    ...{ addonUsers: state.users, addonStorage: state.storage },
  };
}

const pastOf = (date: Date | null): Date | null => date && new Date(Math.min(date.getTime(), Date.now()));
