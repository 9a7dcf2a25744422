"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { useAction } from "@/hooks/api/use-action";
import { tools } from "@/lib/contract/tools/calls";
import type { Revision, Tool } from "@/lib/contract/tools/outputs";
import { ComparePanel } from "./compare-panel";
import { RevisionDifference } from "./revision-difference";
import { RevisionList } from "./revision-list";

interface RevisionsTabProps {
  slug: string;
  tool: Tool;
  revisions: Revision[];
  onApplied(): void;
}

/** The tool's revisions: their changes, and actions to apply or delete them. */
export function RevisionsTab({ slug, tool, revisions, onApplied }: RevisionsTabProps) {
  const applied = revisions.find((one) => one.applied);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Revision | null>(null);
  const other = revisions.find(({ _id }) => _id === chosenId) ?? revisions.find((one) => !one.applied);
  const apply = useAction(tools.applyRevision, { success: "Revision applied.", onSuccess: onApplied });
  const remove = useAction(tools.removeRevision, {
    success: "Revision deleted.",
    onSuccess: () => setDeleting(null),
    onError: () => {
      setDeleting(null);
      return false;
    },
  });
  const toInput = (revision: Revision) => ({ params: { resourceSlug: slug, revisionId: revision._id } });
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <RevisionList
        revisions={revisions}
        chosenId={other?._id}
        pending={apply.pending}
        onChoose={({ _id }) => setChosenId(_id)}
        onApply={(revision) => void apply.run(toInput(revision))}
        onDelete={setDeleting}
      />
      {applied && other ? (
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <RevisionDifference slug={slug} type={tool.type} applied={applied} other={other} />
          {!other.applied && (
            <ComparePanel key={other._id} slug={slug} tool={tool} revision={other} applied={applied} />
          )}
        </div>
      ) : (
        <FormSection title="Difference">
          <p className="text-muted text-secondary">
            There is only one revision. Saving a changed definition creates another.
          </p>
        </FormSection>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete revision ${deleting?.number ?? ""}?`}
        description="This revision's definition will be deleted. Past runs keep its number."
        confirmLabel="Delete"
        pending={remove.pending}
        onConfirm={() => deleting && void remove.run({ ...toInput(deleting), body: {} })}
      />
    </div>
  );
}
