import type { PlanName } from "@/lib/constants/plan-names";
import { isFailing } from "./stripe/stripe-state";

/** The parts of an organization's billing that its owner is notified of. */
export interface BillingStatus {
  /** Set by the administrator; takes precedence. */
  plan: PlanName | null;
  stripePlan: PlanName | null;
  stripeTrial: boolean;
  stripeCancelled: boolean;
  /** Stripe's subscription status. */
  status: string | null;
}

export type BillingChange = "started" | "changed" | "ending" | "resumed" | "ended" | "failed";

/** The events between two states: derived from the states, so that each is reported once. */
export function findBillingChanges(before: BillingStatus, after: BillingStatus): BillingChange[] {
  const changes: BillingChange[] = [];
  const change = planChange(before, after);
  if (change && after.plan === null) changes.push(change);
  if (isFailing(after.status) && !isFailing(before.status)) changes.push("failed");
  return changes;
}

function planChange(before: BillingStatus, after: BillingStatus): BillingChange | undefined {
  const [old, now] = [before.stripePlan ?? "free", after.stripePlan ?? "free"];
  if (now === "free") return old === "free" ? undefined : "ended";
  if (old === "free" || (before.stripeTrial && !after.stripeTrial)) return "started";
  if (old !== now) return "changed";
  if (before.stripeCancelled !== after.stripeCancelled) return after.stripeCancelled ? "ending" : "resumed";
  return undefined;
}
