"use client";

import { DependentsList } from "@/components/shared/dialogs/confirm-dialog";
import { type Override, useRefusal } from "@/components/shared/required-tests/use-refusal";
import { DifferenceParts } from "@/components/shared/revisions/difference-parts";
import { RevisionsView } from "@/components/shared/revisions/revisions-view";
import { rolloutPollMs } from "@/components/shared/revisions/rollout-state";
import { useChosenRevision } from "@/components/shared/revisions/use-chosen-revision";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import type { AgentDraft } from "@/lib/contract/agents/definition";
import type { Agent } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { toast } from "@/lib/utils/toasts/toast";
import { buildDefinitionParts } from "./definition-parts";

interface RevisionsTabProps {
  slug: string;
  agent: Agent;
  draft: AgentDraft | null;
  /** Reloads the agent. */
  onChanged(): void;
}

interface Pinned {
  _id: string;
  name: string;
  pinnedTo: number | null;
}

/** What applying changes, and what it doesn't. */
function Impact({ followers, pinned }: { followers: { _id: string; name: string; type: string }[]; pinned: Pinned[] }) {
  return (
    <>
      {followers.length > 0 && <DependentsList items={followers} />}
      {pinned.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-secondary">These apps are pinned to a revision and won't change:</p>
          <DependentsList
            items={pinned.map(({ _id, name, pinnedTo }) => ({ _id, name: `${name}: revision ${pinnedTo}` }))}
          />
        </div>
      )}
    </>
  );
}

/** The agent's revisions and its draft. */
export function RevisionsTab({ slug, agent, draft, onChanged }: RevisionsTabProps) {
  const { why } = usePermission();
  const params = { resourceSlug: slug, agentId: agent._id };
  const refusal = useRefusal(slug);
  const list = useEndpoint(agents.revisions, { params });
  const chosen = useChosenRevision(list.data?.revisions ?? [], draft);
  const read = useEndpoint(agents.revision, {
    params: { ...params, agentRevisionId: chosen.readId ?? "" },
    enabled: chosen.readId !== undefined,
  });
  const options = { invalidate: ["apps"], onSuccess: onChanged };
  const apply = useAction(agents.apply, {
    ...options,
    onError: refusal.onError,
    onSuccess: ({ revision }) => {
      if (revision === undefined)
        toast.info("Required tests are still running. The change will be applied once they pass.");
      else toast.success("Revision applied.");
      onChanged();
    },
  });
  const discard = useAction(agents.removeDraft, { ...options, success: "Draft discarded." });
  const rollout = useEndpoint(agents.rollout, { params, refetchInterval: rolloutPollMs });
  const rollOut = useAction(agents.setRollout, {
    onError: refusal.onError,
    onSuccess: ({ revision }) => {
      if (revision === undefined)
        toast.info("Required tests are still running. The rollout will start once they pass.");
      else toast.success(rollout.data?.rollout ? "Percentage changed." : "Rollout started.");
      onChanged();
    },
  });
  const stop = useAction(agents.stopRollout, { ...options, success: "Rollout ended." });
  if (list.error) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!list.data) return <Skeleton className="h-96 rounded-card" />;
  const { usedBy } = list.data;
  const followers = usedBy.filter(({ pinnedTo }) => pinnedTo === null);
  const definition = chosen.isDraft ? draft?.definition : read.data?.revision.definition;
  const names = { ...list.data.names, ...read.data?.names };
  return (
    <>
      <RevisionsView
        chosen={chosen}
        applied={agent.revision}
        shown={rollout.data}
        disabledReason={why(Permission.EDIT_AGENT)}
        actions={{
          apply: {
            pending: apply.pending,
            run: (revisionId) => {
              const body = { version: agent.version, ...(revisionId && { revisionId }) };
              return refusal.attempt((override) => apply.run({ params, body: { ...body, ...override } }));
            },
          },
          discard: { pending: discard.pending, run: () => discard.run({ params }) },
          rollOut: {
            pending: rollOut.pending,
            run: (sent) => {
              const body = { version: agent.version, ...sent };
              const send = (override: Override) => rollOut.run({ params, body: { ...body, ...override } });
              return refusal.attempt(send, "Roll out anyway");
            },
          },
          stop: { pending: stop.pending, run: () => stop.run({ params }) },
        }}
        impact={
          followers.length > 0
            ? "New sessions of these apps will use the new revision:"
            : usedBy.length > 0
              ? ""
              : "No apps use this agent."
        }
        rolloutImpact={
          followers.length > 0
            ? "A percentage of new sessions of these apps will use it:"
            : usedBy.length > 0
              ? ""
              : "No apps use this agent."
        }
        impactList={<Impact followers={followers} pinned={usedBy.filter(({ pinnedTo }) => pinnedTo !== null)} />}
        difference={
          definition && (
            <DifferenceParts
              parts={buildDefinitionParts(agent, definition, names)}
              labels={[`Revision ${agent.revision}, applied`, chosen.chosen?.title ?? ""]}
            />
          )
        }
      />
      {refusal.dialog}
    </>
  );
}
