import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { Plan } from "@/lib/constants/plan-names";
import { deriveKey } from "../../platform/crypto/secret";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { usedTrials } from "../../platform/db/tables/billing";
import { env } from "../../platform/env/env";
import { isStripeConfigured } from "./effective-plan";

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * A new organization starts with a Pro trial of one week if Stripe is configured, without a card. Once per owner, even if the
 * organization or an account with the same address was deleted.
 */
export async function buildTrialColumns(tx: Tx, ownerId: string, now = Date.now()) {
  const { TRIAL_DAYS } = env();
  if (!isStripeConfigured() || TRIAL_DAYS === 0 || !(await claimTrial(tx, ownerId))) return {};
  return { stripePlan: Plan.PRO, stripeTrial: true, stripeEndsAt: new Date(now + TRIAL_DAYS * dayMs) };
}

const hashAddress = (email: string): string =>
  createHmac("sha256", deriveKey("used-trial")).update(email).digest("base64url");

/** Consumes the account's trial, unless the transaction fails. Returns whether it was available. */
async function claimTrial(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  if (!account) return false;
  const holders = [`account:${accountId}`, `address:${hashAddress(account.email)}`];
  const inserted = await tx
    .insert(usedTrials)
    .values(holders.map((holder) => ({ holder })))
    .onConflictDoNothing()
    .returning({ holder: usedTrials.holder });
  return inserted.length === holders.length;
}
