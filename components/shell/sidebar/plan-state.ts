import { planLabel } from "@/components/shared/details/plan-label";
import { Plan } from "@/lib/constants/plan-names";
import { planProgressMax } from "@/lib/constants/ui";
import type { Account } from "@/lib/contract/accounts/schemas";

interface PlanState {
  title: string;
  /** Plan period elapsed since the organization was created. */
  percent: number;
  until: Date;
}

/** Returns what the plan box shows; null hides it: no plan, no end date, or a paid plan. */
export function planState(
  { stripe, currentOrgDateCreated }: Pick<Account, "stripe" | "currentOrgDateCreated">,
  now: Date,
): PlanState | null {
  const { stripePlan, stripeTrial, stripeEndsAt } = stripe;
  if (!stripePlan || !stripeEndsAt) return null;
  const free = stripePlan === Plan.FREE;
  if (!free && !stripeTrial) return null;
  const until = new Date(stripeEndsAt);
  const from = currentOrgDateCreated ? new Date(currentOrgDateCreated).getTime() : now.getTime();
  const share = (now.getTime() - from) / (until.getTime() - from);
  const percent =
    until.getTime() <= from ? planProgressMax : Math.max(0, Math.min(planProgressMax, share * planProgressMax));
  return { title: planLabel(stripePlan, stripeTrial), percent, until };
}
