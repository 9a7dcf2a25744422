"use client";

import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import type { Revision, Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { ComparisonResults } from "./comparison-results";
import { useComparison } from "./use-comparison";

interface ComparePanelProps {
  slug: string;
  tool: Tool;
  revision: Revision;
  applied: Revision;
}

/** Runs a revision and the applied one on the same inputs, to compare them before applying it. */
export function ComparePanel({ slug, tool, revision, applied }: ComparePanelProps) {
  const { why } = usePermission();
  const { comparison, question, run, pending, cancel } = useComparison(slug, tool._id, revision._id);
  return (
    <FormSection
      title="Try before you apply"
      description="Runs both revisions with your saved arguments and recent calls, and shows where the results differ."
    >
      <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
        <Button variant="outline" className="justify-self-start" loading={pending} onClick={() => void run(false)}>
          Run both
        </Button>
      </DisabledTooltip>
      {comparison && !pending && (
        <ComparisonResults comparison={comparison} numbers={[applied.number, revision.number]} />
      )}
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && cancel()}
        title={`Call ${tool.name} to compare revisions?`}
        description={question}
        confirmLabel="Call"
        destructive={false}
        onConfirm={() => void run(true)}
      />
    </FormSection>
  );
}
