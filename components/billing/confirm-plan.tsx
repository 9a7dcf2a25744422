"use client";

import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { Plan } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing/schemas";
import { toast } from "@/lib/utils/toasts/toast";
import { formatDay, isUpgrade, type OfferedPlan } from "./offers";
import type { PlanChange } from "./use-plan-change";

interface ConfirmPlanProps {
  billing: Billing;
  plan: OfferedPlan;
  change: PlanChange;
  onClose(): void;
}

const nothingDeletedText = "Nothing is deleted, but you can't add items over the new plan's limits.";

function consequence({ plan: now, endsAt, cancelled }: Billing, plan: OfferedPlan): string {
  const until = endsAt ? formatDay(endsAt) : "the end of the paid period";
  if (plan === Plan.FREE)
    return `The ${plans[now].title} plan stays active until ${until} and won't renew. The organization then moves to the Free plan. ${nothingDeletedText}`;
  if (plan === now) return `It continues and renews ${endsAt ? "on" : "at"} ${until}.`;
  const resumed = cancelled ? " This also undoes your cancellation." : "";
  return isUpgrade(plan, now)
    ? `Effective immediately. The difference for the rest of this period is charged to your card now.${resumed}`
    : `Effective immediately. The unused amount is credited to the next invoice.${resumed} ${nothingDeletedText}`;
}

/** Confirms the change of a paid plan. */
export function ConfirmPlan({ billing, plan, change, onClose }: ConfirmPlanProps) {
  const { title } = plans[plan];
  const resumes = plan === billing.plan;
  const confirm = async (): Promise<void> => {
    const done = await change.run({ plan });
    onClose();
    if (done) toast.success(resumes ? `${title} plan resumed.` : "Plan changed.");
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={resumes ? `Resume the ${title} plan?` : `Change to the ${title} plan?`}
      description={consequence(billing, plan)}
      confirmLabel={resumes ? "Resume plan" : `Change to ${title}`}
      destructive={plan === Plan.FREE}
      pending={change.pending}
      onConfirm={() => void confirm()}
    />
  );
}
