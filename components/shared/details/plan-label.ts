import { Plan, planNames, plans, unlimited } from "@/lib/constants/plans";
import { pluralize } from "@/lib/utils/text/pluralize";

/** `Free Plan`, `Pro Plan (Trial)`, `Teams Plan`. */
export function planLabel(plan: string, trial: boolean): string {
  if (plan === Plan.FREE) return "Free Plan";
  const known = planNames.find((name) => name === plan);
  return `${known ? plans[known].title : plan} Plan${trial ? " (Trial)" : ""}`;
}

/** What a plan allows of something: `1 team`, `10 members`, `Any number of teams`. */
export const planAmount = (limit: number, one: string): string =>
  limit >= unlimited ? `Any number of ${one}s` : pluralize(limit, one);
