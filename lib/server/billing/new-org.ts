import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { Plan } from "@/lib/constants/plans";
import { accounts } from "../accounts/table";
import type { Tx } from "../db/client";
import { env } from "../env";
import { deriveKey } from "../secret";
import { stripeIsSetUp } from "./plan-in-force";
import { usedTrials } from "./table";

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * What a new organization begins with where Stripe is set up: the Pro plan for a week, without a card. Once for each owner,
 * whatever became of the organization that had it, and also once for an address whose account was deleted.
 */
export async function trialColumns(tx: Tx, ownerId: string, now = Date.now()) {
  const { TRIAL_DAYS } = env();
  if (!stripeIsSetUp() || TRIAL_DAYS === 0 || !(await takeTrial(tx, ownerId))) return {};
  return { stripePlan: Plan.PRO, stripeTrial: true, stripeEndsAt: new Date(now + TRIAL_DAYS * dayMs) };
}

const addressHash = (email: string): string =>
  createHmac("sha256", deriveKey("used-trial")).update(email).digest("base64url");

/** Whether the account still had its trial; from here on it has not, unless the transaction fails. */
async function takeTrial(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  if (!account) return false;
  const holders = [`account:${accountId}`, `address:${addressHash(account.email)}`];
  const made = await tx
    .insert(usedTrials)
    .values(holders.map((holder) => ({ holder })))
    .onConflictDoNothing()
    .returning({ holder: usedTrials.holder });
  return made.length === holders.length;
}
