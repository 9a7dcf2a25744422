"use client";

import { type ReactNode, useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Skeleton } from "@/components/ui/skeleton";
import { type RevisionDialog, RevisionDialogs } from "./revision-dialogs";
import { RevisionList } from "./revision-list";
import { RolloutPanel } from "./rollout-panel";
import type { RevisionActions, ShownRollout } from "./rollout-state";
import type { ChosenRevision } from "./use-chosen-revision";

interface RevisionsViewProps {
  chosen: ChosenRevision;
  /** The number of the applied revision. */
  applied: number;
  /** Undefined: it isn't known yet whether one is running. */
  shown: ShownRollout | undefined;
  disabledReason: string | undefined;
  actions: RevisionActions;
  /** What applying changes, in the dialog. */
  impact: string;
  /** The same for a rollout. */
  rolloutImpact: string;
  impactList?: ReactNode;
  /** The chosen one's difference to the applied one, once it is known. */
  difference: ReactNode;
}

/** A resource's revisions and its draft: their differences, a rollout, and actions to apply, roll out or discard them. */
export function RevisionsView({ chosen: state, applied, shown, disabledReason, ...props }: RevisionsViewProps) {
  const { actions, difference, ...texts } = props;
  const { listed, chosen, isDraft, choose } = state;
  const [dialog, setDialog] = useState<RevisionDialog>();
  const rollout = shown?.rollout ?? null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {shown && rollout && (
        <RolloutPanel
          {...shown}
          rollout={rollout}
          applied={applied}
          disabledReason={disabledReason}
          onChangeShare={() => setDialog("share")}
          onStop={() => setDialog("stop")}
          onApply={() => {
            choose(rollout.revisionId);
            setDialog("apply");
          }}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <RevisionList
          revisions={listed}
          chosenId={chosen?._id}
          pending={actions.apply.pending || actions.discard.pending}
          disabledReason={disabledReason}
          deleteLabel={() => (isDraft ? "Discard" : undefined)}
          onChoose={choose}
          onApply={() => setDialog("apply")}
          onRollOut={() => setDialog("rollout")}
          rolloutReason={
            rollout ? `Revision ${rollout.revision} is being rolled out. End its rollout first.` : undefined
          }
          onDelete={() => setDialog("discard")}
        />
        {!chosen && (
          <FormSection title="Difference">
            <p className="text-muted text-secondary">
              There is only one revision. Saving a changed definition creates another.
            </p>
          </FormSection>
        )}
        {chosen?.applied && (
          <FormSection title="Difference">
            <p className="text-muted text-secondary">This revision is applied. Select another to compare.</p>
          </FormSection>
        )}
        {chosen && !chosen.applied && (difference ?? <Skeleton className="h-64 rounded-card" />)}
      </div>
      <RevisionDialogs
        {...texts}
        state={state}
        applied={applied}
        rollout={rollout}
        actions={actions}
        dialog={dialog}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}
