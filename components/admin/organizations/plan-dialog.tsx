"use client";

import { useState } from "react";
import { planAmount } from "@/components/shared/details/plan-label";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { useAction } from "@/hooks/api/use-action";
import { type PlanName, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminOrg } from "@/lib/contract/admin/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { planSourceLabels } from "../labels";

const automatic = "";

/** Returns the limits of a plan that users reach first, as text. */
function describeLimits(plan: PlanName): string {
  const { users, teams, maxFileBytes } = plans[plan].limits;
  return `${planAmount(users, "member")}, ${planAmount(teams, "team").toLowerCase()}, files up to ${formatBytes(maxFileBytes)}.`;
}

interface PlanDialogProps {
  /** Null: closed. */
  org: AdminOrg | null;
  onClose(): void;
}

export function PlanDialog({ org, onClose }: PlanDialogProps) {
  return (
    <Dialog open={org !== null} onOpenChange={(open) => !open && onClose()}>
      {org && (
        <DialogContent
          title={`Plan for “${org.name}”`}
          description={`Currently ${plans[org.plan].title} (${planSourceLabels[org.planSource].toLowerCase()}). A plan set here overrides the subscription. Existing items over a smaller plan's limits are kept.`}
        >
          <Choice key={org._id} org={org} onClose={onClose} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Choice({ org, onClose }: { org: AdminOrg; onClose(): void }) {
  const [chosen, setChosen] = useState<string>(org.planSource === "set" ? org.plan : automatic);
  const set = useAction(admin.setPlan, { success: "Plan set.", onSuccess: onClose });
  const plan = planNames.find((name) => name === chosen) ?? null;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void set.run({ params: { orgId: org._id }, body: { plan } });
      }}
    >
      <RadioGroup aria-label="Plan" value={chosen} onChange={setChosen}>
        <RadioItem value={automatic} label="No override" help="Uses the subscription or the server default." />
        {planNames.map((name) => (
          <RadioItem key={name} value={name} label={plans[name].title} help={describeLimits(name)} />
        ))}
      </RadioGroup>
      <DialogButtons submit="Set plan" pending={set.pending} onCancel={onClose} />
    </form>
  );
}
