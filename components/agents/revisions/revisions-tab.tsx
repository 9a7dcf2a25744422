"use client";

import { useState } from "react";
import { ConfirmDialog, DependentsList } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { type ListedRevision, RevisionList } from "@/components/shared/revisions/revision-list";
import { ErrorState } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { agents } from "@/lib/contract/agents/calls";
import type { AgentDraft, AgentRevision } from "@/lib/contract/agents/definition";
import type { Agent } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { AgentDifference } from "./agent-difference";

/** The entry of the draft, which has no number. */
const draftId = "draft";

function toListed(revisions: AgentRevision[], draft: AgentDraft | null): ListedRevision[] {
  const listed = revisions.map(({ number, ...revision }) => ({ ...revision, title: `Revision ${number}` }));
  return draft ? [{ ...draft, _id: draftId, title: "Draft", note: "", applied: false }, ...listed] : listed;
}

interface RevisionsTabProps {
  slug: string;
  agent: Agent;
  draft: AgentDraft | null;
  /** Reloads the agent. */
  onChanged(): void;
}

/** The agent's revisions and its draft: their changes, and actions to apply or discard them. */
export function RevisionsTab({ slug, agent, draft, onChanged }: RevisionsTabProps) {
  const { why } = usePermission();
  const [chosenId, setChosenId] = useState<string>();
  const [applyingId, setApplyingId] = useState<string>();
  const [isDiscarding, setDiscarding] = useState(false);
  const params = { resourceSlug: slug, agentId: agent._id };
  const list = useEndpoint(agents.revisions, { params });
  const listed = toListed(list.data?.revisions ?? [], draft);
  const other = listed.find(({ _id }) => _id === chosenId) ?? listed.find(({ applied }) => !applied);
  const isStored = other !== undefined && other._id !== draftId;
  const read = useEndpoint(agents.revision, {
    params: { ...params, agentRevisionId: other?._id ?? "" },
    enabled: isStored && !other.applied,
  });
  const definition = isStored ? read.data?.revision.definition : draft?.definition;
  const done = () => {
    setApplyingId(undefined);
    setDiscarding(false);
    onChanged();
  };
  const apply = useAction(agents.apply, { success: "Revision applied.", invalidate: ["apps"], onSuccess: done });
  const discard = useAction(agents.removeDraft, { success: "Draft discarded.", onSuccess: done });
  if (list.error) return <ErrorState message={errorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-96 rounded-card" />;
  const { usedBy } = list.data;
  const applying = listed.find(({ _id }) => _id === applyingId);
  const revisionId = applyingId === draftId ? undefined : applyingId;
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <RevisionList
        revisions={listed}
        chosenId={other?._id}
        pending={apply.pending || discard.pending}
        disabledReason={why(Permission.EDIT_AGENT)}
        deleteLabel={({ _id }) => (_id === draftId ? "Discard" : undefined)}
        onChoose={setChosenId}
        onApply={setApplyingId}
        onDelete={() => setDiscarding(true)}
      />
      {!other && (
        <FormSection title="Difference">
          <p className="text-muted text-secondary">
            There is only one revision. Saving a changed definition creates another.
          </p>
        </FormSection>
      )}
      {other?.applied && (
        <FormSection title="Difference">
          <p className="text-muted text-secondary">This revision is applied. Select another to compare.</p>
        </FormSection>
      )}
      {other && !other.applied && !definition && <Skeleton className="h-64 rounded-card" />}
      {other && !other.applied && definition && (
        <AgentDifference
          applied={agent}
          other={definition}
          names={{ ...list.data.names, ...read.data?.names }}
          labels={[`Revision ${agent.revision}, applied`, other.title]}
        />
      )}
      <ConfirmDialog
        open={applying !== undefined}
        onOpenChange={(open) => !open && setApplyingId(undefined)}
        title={applyingId === draftId ? "Apply the draft?" : `Apply ${applying?.title ?? ""} again?`}
        description={`It becomes revision ${agent.revision + 1}. ${
          usedBy.length > 0 ? "These will use it from the next message or run:" : "Nothing uses this agent yet."
        }`}
        confirmLabel="Apply"
        destructive={false}
        pending={apply.pending}
        onConfirm={() =>
          void apply.run({ params, body: { version: agent.version, ...(revisionId ? { revisionId } : {}) } })
        }
      >
        {usedBy.length > 0 && <DependentsList items={usedBy} />}
      </ConfirmDialog>
      <ConfirmDialog
        open={isDiscarding && draft !== null}
        onOpenChange={setDiscarding}
        title="Discard the draft?"
        description={`Its changes are deleted. Revision ${agent.revision} stays applied.`}
        confirmLabel="Discard"
        pending={discard.pending}
        onConfirm={() => void discard.run({ params })}
      />
    </div>
  );
}
