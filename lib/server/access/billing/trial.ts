import { and, eq, gt, isNotNull, isNull, lt, lte, not } from "drizzle-orm";
import { billingEventMs, trialWarningMs } from "@/lib/constants/limits";
import { type Db, toReadWrite } from "../../platform/db/client";
import { billingEvents } from "../../platform/db/tables/billing";
import { orgs } from "../../platform/db/tables/teams";
import { log } from "../../platform/log/log";
import { isStripeConfigured } from "../plans/effective-plan";
import { notifyBilling } from "./notify-billing";
import { cancelRemaining, isEnding } from "./stripe/end-subscription";
import { syncBilling } from "./stripe-sync";

const batch = 100;

/** Hourly: ending and ended trials, plans with an overdue renewal, and subscriptions of deleted organizations. */
export async function sweepBilling(db: Db, signal?: AbortSignal): Promise<void> {
  if (!isStripeConfigured()) return;
  await warnOfTrials(db);
  await endTrials(db);
  await cancelRemaining(db, signal);
  await resyncOverdue(db, signal);
  const old = lt(billingEvents.date, new Date(Date.now() - billingEventMs));
  await db.delete(billingEvents).where(and(old, not(isEnding)));
}

const onTrial = and(isNull(orgs.dateDeleted), eq(orgs.stripeTrial, true));

/** Once per trial, across processes. */
async function warnOfTrials(db: Db): Promise<void> {
  const now = Date.now();
  const soon = and(gt(orgs.stripeEndsAt, new Date(now)), lte(orgs.stripeEndsAt, new Date(now + trialWarningMs)));
  const ending = await db
    .select()
    .from(orgs)
    .where(and(onTrial, soon, isNull(orgs.plan)));
  for (const org of ending) {
    const id = `trial-ending:${org.id}:${org.stripeEndsAt?.getTime()}`;
    await db.transaction(async (tx) => {
      const inserted = await tx.insert(billingEvents).values({ id, orgId: org.id }).onConflictDoNothing().returning();
      if (inserted.length > 0) await notifyBilling(tx, org, "trial-ending");
    });
  }
}

/** The plan ends automatically: this only cleans up and notifies. Stripe ends its own trials. */
async function endTrials(db: Db): Promise<void> {
  const over = and(onTrial, isNull(orgs.stripeSubscriptionId), lte(orgs.stripeEndsAt, new Date()));
  const ended = await db.select({ id: orgs.id }).from(orgs).where(over);
  for (const { id } of ended) {
    await db.transaction(async (tx) => {
      const [org] = await tx
        .select()
        .from(orgs)
        .where(and(eq(orgs.id, id), over))
        .for("no key update");
      if (!org) return;
      await tx.update(orgs).set({ stripePlan: null, stripeTrial: false }).where(eq(orgs.id, id));
      if (org.plan === null) await notifyBilling(tx, org, "trial-ended");
    });
  }
}

/** Events can be lost: queries Stripe when a paid period is over without an event. */
async function resyncOverdue(db: Db, signal?: AbortSignal): Promise<void> {
  const over = and(isNotNull(orgs.stripeSubscriptionId), lte(orgs.stripeEndsAt, new Date()));
  const due = await db.select({ id: orgs.id }).from(orgs).where(over).limit(batch);
  for (const { id: orgId } of due) {
    if (signal?.aborted) return;
    await syncBilling(toReadWrite(db), orgId).catch((err: unknown) =>
      log().warn({ err, orgId }, "Stripe could not be reached"),
    );
  }
}
