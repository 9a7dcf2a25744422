import { and, eq, gt, isNotNull, isNull, lt, lte, not } from "drizzle-orm";
import { billingEventMs, trialWarningMs } from "@/lib/constants/limits";
import type { Db } from "../db/client";
import { log } from "../log";
import { orgs } from "../teams/table";
import { endWhatIsLeft, isEnding } from "./end-subscription";
import { stripeIsSetUp } from "./plan-in-force";
import { syncBilling } from "./stripe-sync";
import { billingEvents } from "./table";
import { tellBilling } from "./tell-billing";

const batch = 100;

/** What is due once an hour: trials that end soon or have ended, plans whose renewal nobody has heard of, and subscriptions of what was deleted. */
export async function sweepBilling(db: Db, signal?: AbortSignal): Promise<void> {
  if (!stripeIsSetUp()) return;
  await warnOfTrials(db);
  await endTrials(db);
  await endWhatIsLeft(db, signal);
  await askAgain(db, signal);
  const old = lt(billingEvents.date, new Date(Date.now() - billingEventMs));
  await db.delete(billingEvents).where(and(old, not(isEnding)));
}

const onTrial = and(isNull(orgs.dateDeleted), eq(orgs.stripeTrial, true));

/** Once for each end of a trial, whichever process sweeps. */
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
      const made = await tx.insert(billingEvents).values({ id, orgId: org.id }).onConflictDoNothing().returning();
      if (made.length > 0) await tellBilling(tx, org, "trial-ending");
    });
  }
}

/** The plan itself has ended with its time: this only tidies up, and tells. When it was stays to be seen. A trial of Stripe's own is Stripe's to end. */
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
      if (org.plan === null) await tellBilling(tx, org, "trial-ended");
    });
  }
}

/** Events can be lost: where a paid time is over and nothing was heard, Stripe is asked. */
async function askAgain(db: Db, signal?: AbortSignal): Promise<void> {
  const over = and(isNotNull(orgs.stripeSubscriptionId), lte(orgs.stripeEndsAt, new Date()));
  const due = await db.select({ id: orgs.id }).from(orgs).where(over).limit(batch);
  for (const { id } of due) {
    if (signal?.aborted) return;
    await syncBilling(db, id).catch((err: unknown) => log().warn({ err, orgId: id }, "Stripe was not heard"));
  }
}
