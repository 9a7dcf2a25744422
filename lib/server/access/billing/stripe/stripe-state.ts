import { type PlanName, planNames } from "@/lib/constants/plan-names";
import type { Product } from "./stripe-prices";

/** The parts of Stripe's subscription that determine the plan. */
export interface SubscriptionView {
  id: string;
  status: string;
  /** Seconds, like all of Stripe's times. */
  created: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  trial_end: number | null;
  items: { data: { quantity?: number; current_period_end: number; price: { id: string } }[] };
}

/** What an organization has bought. */
export interface BillingState {
  subscriptionId: string | null;
  status: string | null;
  plan: PlanName | null;
  trial: boolean;
  endsAt: Date | null;
  cancelled: boolean;
  users: number;
  storage: number;
  /** There is or was a subscription, which ends Muster's trial. */
  begun: boolean;
}

export const noSubscription: BillingState = {
  subscriptionId: null,
  status: null,
  plan: null,
  trial: false,
  begun: false,
  endsAt: null,
  cancelled: false,
  users: 0,
  storage: 0,
};

/** While Stripe retries a payment, the plan remains in force; afterwards the status is `unpaid` or `canceled`. */
const heldStatuses = new Set(["active", "trialing", "past_due"]);

/** Statuses without any payment. */
const notStartedStatuses = new Set(["incomplete", "incomplete_expired"]);

/** A payment failed and Stripe is retrying. */
export const isFailing = (status: string | null): boolean => status === "past_due";

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

/**
 * The state resulting from all subscriptions of a customer. There should be one active; of several, the best plan counts, then
 * the newest.
 */
export function readBillingState(
  subscriptions: readonly SubscriptionView[],
  findProduct: (priceId: string) => Product | undefined,
): BillingState {
  const ours = subscriptions
    .filter(({ status }) => !notStartedStatuses.has(status))
    .toSorted((a, b) => b.created - a.created)
    .map((subscription) => toState(subscription, findProduct))
    .filter(({ plan }) => plan !== null);
  const held = ours.filter(({ status }) => status !== null && heldStatuses.has(status));
  const rank = ({ plan }: BillingState) => (plan ? planNames.indexOf(plan) : -1);
  const best = held.reduce((best, one) => (rank(one) > rank(best) ? one : best), held[0] ?? noSubscription);
  return { ...best, begun: ours.length > 0 };
}

function toState(subscription: SubscriptionView, findProduct: (priceId: string) => Product | undefined): BillingState {
  const { id, status, cancel_at, cancel_at_period_end, trial_end, items } = subscription;
  const bought = items.data.map(({ price, quantity = 1, ...item }) => ({
    ...item,
    quantity,
    sold: findProduct(price.id),
  }));
  const main = bought.find(({ sold }) => sold && "plan" in sold);
  const amount = (addon: "users" | "storage") =>
    bought.reduce(
      (sum, { sold, quantity }) => sum + (sold && "addon" in sold && sold.addon === addon ? quantity : 0),
      0,
    );
  const trial = status === "trialing";
  const periodEnd = Math.max(...items.data.map(({ current_period_end }) => current_period_end));
  const ends = cancel_at ?? (trial && trial_end ? trial_end : periodEnd);
  return {
    subscriptionId: id,
    status,
    trial,
    begun: true,
    plan: main?.sold && "plan" in main.sold ? main.sold.plan : null,
    endsAt: Number.isFinite(ends) ? toDate(ends) : null,
    cancelled: cancel_at_period_end || cancel_at !== null,
    users: amount("users"),
    storage: amount("storage"),
  };
}
