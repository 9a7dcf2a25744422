import { Plan, type PlanName, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing/schemas";

/** A plan that can be chosen here. */
export type OfferedPlan = "free" | "pro" | "teams";

/** What the card of a plan offers. */
type Offer =
  | { kind: "current" }
  | { kind: "contact" }
  /** The server administrator sets the plan. */
  | { kind: "given" }
  /** Starts when the current plan ends. */
  | { kind: "later" }
  /** Opens the checkout, or a confirmation (`confirms`) if a plan is already paid for. */
  | { kind: "choose"; plan: OfferedPlan; label: string; confirms: boolean };

const rank = (plan: PlanName): number => planNames.indexOf(plan);

export function findOffer(
  plan: PlanName,
  billing: Pick<Billing, "setUp" | "plan" | "trial" | "subscribed" | "cancelled">,
): Offer {
  const { setUp, plan: now, trial, subscribed: confirms, cancelled } = billing;
  const { title } = plans[plan];
  if (plan === Plan.ENTERPRISE) return { kind: "contact" };
  if (!setUp) return { kind: plan === now ? "current" : "given" };
  if (plan === now && trial && !confirms) return { kind: "choose", plan, label: `Keep ${title}`, confirms: false };
  if (plan === now && cancelled) return { kind: "choose", plan, label: `Resume ${title}`, confirms: true };
  if (plan === now) return { kind: "current" };
  if (plan === Plan.FREE) {
    return confirms && !cancelled ? { kind: "choose", plan, label: "Change to Free", confirms } : { kind: "later" };
  }
  return { kind: "choose", plan, label: `${rank(plan) > rank(now) ? "Upgrade" : "Change"} to ${title}`, confirms };
}

/** Returns the price in US dollars a month: Stripe's, else the plan's own. */
export function findPrice(plan: PlanName, { prices }: Pick<Billing, "prices">): number | null {
  const own = plan === Plan.PRO ? prices.pro : plan === Plan.TEAMS ? prices.teams : null;
  return own ?? plans[plan].price;
}

export const isUpgrade = (plan: PlanName, now: PlanName): boolean => rank(plan) > rank(now);

export const formatDay = (date: string): string => new Date(date).toLocaleDateString(undefined, { dateStyle: "long" });
