import { Plan, planNames, plans } from "./plans";

/** `Free Plan`, `Pro Plan (Trial)`, `Teams Plan`. */
export function planLabel(plan: string, trial: boolean): string {
  if (plan === Plan.FREE) return "Free Plan";
  const known = planNames.find((name) => name === plan);
  return `${known ? plans[known].title : plan} Plan${trial ? " (Trial)" : ""}`;
}
