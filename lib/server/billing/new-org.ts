import { Plan } from "@/lib/constants/plans";
import { env } from "../env";
import { stripeIsSetUp } from "./plan-in-force";

const dayMs = 24 * 60 * 60 * 1_000;

/** What a new organisation begins with where Stripe is set up: the Pro plan for a week, without a card. */
export function trialColumns(now = Date.now()) {
  const { TRIAL_DAYS } = env();
  if (!stripeIsSetUp() || TRIAL_DAYS === 0) return {};
  return { stripePlan: Plan.PRO, stripeTrial: true, stripeEndsAt: new Date(now + TRIAL_DAYS * dayMs) };
}
