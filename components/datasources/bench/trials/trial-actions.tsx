"use client";

import { Check, CircleStop, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormActions } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { trials } from "@/lib/contract/trials/calls";
import type { Trial } from "@/lib/contract/trials/schemas";
import { Permission } from "@/lib/permissions/bits";
import { chunkingLabel, isUnfinished } from "./trial-labels";

interface TrialActionsProps {
  slug: string;
  datasource: Datasource;
  trial: Trial;
}

/** Buttons to stop, resume, accept or discard a trial. */
export function TrialActions({ slug, datasource, trial: { status, chunking } }: TrialActionsProps) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const disabledReason = usePermission().why(Permission.EDIT_DATASOURCE);
  const [confirming, setConfirming] = useState(false);
  const stop = useAction(trials.stop, { success: "The comparison will be canceled after the current step." });
  const resume = useAction(trials.resume, { success: "Comparison resumed." });
  const discard = useAction(trials.discard, { success: "Comparison discarded.", invalidate: ["plans"] });
  const use = useAction(trials.use, {
    success: "Documents now use the new chunking settings.",
    invalidate: ["datasources", "documents", "airbyte", "plans"],
  });
  return (
    <FormActions>
      {isUnfinished(status) && (
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" loading={stop.pending} onClick={() => void stop.run({ params })}>
            <CircleStop aria-hidden /> Cancel
          </Button>
        </DisabledTooltip>
      )}
      <DisabledTooltip disabledReason={disabledReason}>
        <Button variant="outline" loading={discard.pending} onClick={() => void discard.run({ params })}>
          <Trash2 aria-hidden /> Discard
        </Button>
      </DisabledTooltip>
      {(status === "stopped" || status === "failed") && (
        <DisabledTooltip disabledReason={disabledReason}>
          <Button loading={resume.pending} onClick={() => void resume.run({ params })}>
            <Play aria-hidden /> Resume
          </Button>
        </DisabledTooltip>
      )}
      {status === "ready" && (
        <DisabledTooltip disabledReason={disabledReason}>
          <Button loading={use.pending} onClick={() => setConfirming(true)}>
            <Check aria-hidden /> Use these chunking settings
          </Button>
        </DisabledTooltip>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Use these chunking settings?"
        description={`${chunkingLabel(chunking)}. Agents find each document's new chunks as soon as they are stored. The current chunks are deleted.`}
        confirmLabel="Use these chunking settings"
        destructive={false}
        pending={use.pending}
        onConfirm={() => void use.run({ params }).then(() => setConfirming(false))}
      />
    </FormActions>
  );
}
