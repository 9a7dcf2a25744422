"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import { RevisionList } from "@/components/shared/revisions/revision-list";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { tools } from "@/lib/contract/tools/calls";
import type { Revision, Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ComparePanel } from "./compare-panel";
import { RevisionDifference } from "./revision-difference";

interface RevisionsTabProps {
  slug: string;
  tool: Tool;
  revisions: Revision[];
  onApplied(): void;
}

function describePins(pinnedBy: Revision["pinnedBy"]): string | undefined {
  if (pinnedBy.length === 0) return undefined;
  return pinnedBy.length === 1
    ? `${pinnedBy[0]?.name} is pinned to this revision`
    : `${pluralize(pinnedBy.length, "agent")} are pinned to this revision`;
}

const toListed = ({ number, createdByName, pinnedBy, ...revision }: Revision) => ({
  ...revision,
  title: `Revision ${number}`,
  author: createdByName,
  inUse: describePins(pinnedBy),
});

/** The tool's revisions: their changes, and actions to apply or delete them. */
export function RevisionsTab({ slug, tool, revisions, onApplied }: RevisionsTabProps) {
  const { why } = usePermission();
  const applied = revisions.find((one) => one.applied);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Revision | null>(null);
  const other = revisions.find(({ _id }) => _id === chosenId) ?? revisions.find((one) => !one.applied);
  const refusal = useRefusal(slug);
  const apply = useAction(tools.applyRevision, {
    success: "Revision applied.",
    onSuccess: onApplied,
    onError: refusal.onError,
  });
  const remove = useAction(tools.removeRevision, {
    success: "Revision deleted.",
    onSuccess: () => setDeleting(null),
    onError: () => {
      setDeleting(null);
      return false;
    },
  });
  const toInput = (revisionId: string) => ({ params: { resourceSlug: slug, revisionId } });
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <RevisionList
        revisions={revisions.map(toListed)}
        chosenId={other?._id}
        pending={apply.pending}
        disabledReason={why(Permission.EDIT_TOOL)}
        onChoose={setChosenId}
        onApply={(id) => void refusal.attempt((override) => apply.run({ ...toInput(id), body: override }))}
        onDelete={(id) => setDeleting(revisions.find(({ _id }) => _id === id) ?? null)}
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
      {refusal.dialog}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete revision ${deleting?.number ?? ""}?`}
        description="This revision's definition will be deleted. Past runs keep its number."
        confirmLabel="Delete"
        pending={remove.pending}
        onConfirm={() => deleting && void remove.run({ ...toInput(deleting._id), body: {} })}
      />
    </div>
  );
}
