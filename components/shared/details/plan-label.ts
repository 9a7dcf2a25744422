import { Plan, planNames, planTitles, unlimited } from "@/lib/constants/plan-names";
import { pluralize } from "@/lib/utils/text/pluralize";

/** `Free Plan`, `Pro Plan (Trial)`, `Teams Plan`. */
export function planLabel(plan: string, trial: boolean): string {
  if (plan === Plan.FREE) return "Free Plan";
  const planName = planNames.find((name) => name === plan);
  return `${planName ? planTitles[planName] : plan} Plan${trial ? " (Trial)" : ""}`;
}

/** Formats a limit: `1 team`, `10 members`, `Unlimited teams`. */
export const planAmount = (limit: number, one: string): string =>
  limit >= unlimited ? `Unlimited ${one}s` : pluralize(limit, one);
