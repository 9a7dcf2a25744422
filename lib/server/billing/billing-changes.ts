import type { PlanName } from "@/lib/constants/plans";
import { isFailing } from "./stripe-state";

/** What of an organisation's billing its owner hears of. */
export interface Standing {
  /** The administrator's choice, which wins. */
  plan: PlanName | null;
  stripePlan: PlanName | null;
  stripeTrial: boolean;
  stripeCancelled: boolean;
  /** Stripe's word for the subscription. */
  status: string | null;
}

export type BillingChange = "started" | "changed" | "ending" | "resumed" | "ended" | "failed";

/** What has happened between two standings: told by what they are, so that it is told once however it came about. */
export function billingChanges(before: Standing, after: Standing): BillingChange[] {
  const changes: BillingChange[] = [];
  const change = planChange(before, after);
  if (change && after.plan === null) changes.push(change);
  if (isFailing(after.status) && !isFailing(before.status)) changes.push("failed");
  return changes;
}

function planChange(before: Standing, after: Standing): BillingChange | undefined {
  const [old, now] = [before.stripePlan ?? "free", after.stripePlan ?? "free"];
  if (now === "free") return old === "free" ? undefined : "ended";
  if (old === "free" || (before.stripeTrial && !after.stripeTrial)) return "started";
  if (old !== now) return "changed";
  if (before.stripeCancelled !== after.stripeCancelled) return after.stripeCancelled ? "ending" : "resumed";
  return undefined;
}
