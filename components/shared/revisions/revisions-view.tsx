"use client";

import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { Skeleton } from "@/components/ui/skeleton";
import { RevisionList } from "./revision-list";
import type { ChosenRevision } from "./use-chosen-revision";

/** A call that closes its dialog when it succeeds. */
interface Action<Sent extends unknown[]> {
  pending: boolean;
  /** Resolves to nothing if it failed. */
  run(...sent: Sent): Promise<object | undefined>;
}

interface RevisionsViewProps {
  chosen: ChosenRevision;
  /** The number of the applied revision. */
  applied: number;
  disabledReason: string | undefined;
  /** Without an ID, it applies the draft. */
  apply: Action<[revisionId: string | undefined]>;
  discard: Action<[]>;
  /** What applying changes, in the dialog. */
  impact: string;
  impactList?: ReactNode;
  /** The chosen one's difference to the applied one, once it is known. */
  difference: ReactNode;
}

/** A resource's revisions and its draft: their differences, and actions to apply or discard them. */
export function RevisionsView({ chosen: state, applied, disabledReason, ...props }: RevisionsViewProps) {
  const { apply, discard, impact, impactList, difference } = props;
  const { listed, chosen, isDraft, choose } = state;
  const [dialog, setDialog] = useState<"apply" | "discard">();
  const close = () => setDialog(undefined);
  const closeAfter = async (call: Promise<object | undefined>) => {
    if (await call) close();
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <RevisionList
        revisions={listed}
        chosenId={chosen?._id}
        pending={apply.pending || discard.pending}
        disabledReason={disabledReason}
        deleteLabel={() => (isDraft ? "Discard" : undefined)}
        onChoose={choose}
        onApply={() => setDialog("apply")}
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
      <ConfirmDialog
        open={dialog === "apply" && chosen !== undefined}
        onOpenChange={close}
        title={isDraft ? "Apply the draft?" : `Apply ${chosen?.title.toLowerCase() ?? ""} again?`}
        description={`It will become revision ${applied + 1}. ${impact}`}
        confirmLabel="Apply"
        destructive={false}
        pending={apply.pending}
        onConfirm={() => void closeAfter(apply.run(isDraft ? undefined : chosen?._id))}
      >
        {impactList}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === "discard" && isDraft}
        onOpenChange={close}
        title="Discard the draft?"
        description={`Its changes will be deleted. Revision ${applied} remains applied.`}
        confirmLabel="Discard"
        pending={discard.pending}
        onConfirm={() => void closeAfter(discard.run())}
      />
    </div>
  );
}
