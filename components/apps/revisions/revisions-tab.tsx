"use client";

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
import { apps } from "@/lib/contract/apps/calls";
import type { AppDraft } from "@/lib/contract/apps/definition";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { toDefinition } from "../form/app-form";
import { buildDefinitionParts } from "./definition-parts";

interface RevisionsTabProps {
  slug: string;
  app: App;
  draft: AppDraft | null;
  /** Reloads the app. */
  onChanged(): void;
}

/** A process's revisions and its draft. */
export function RevisionsTab({ slug, app, draft, onChanged }: RevisionsTabProps) {
  const { why } = usePermission();
  const params = { resourceSlug: slug, appId: app._id };
  const refusal = useRefusal(slug);
  const list = useEndpoint(apps.revisions, { params });
  const chosen = useChosenRevision(list.data?.revisions ?? [], draft);
  const read = useEndpoint(apps.revision, {
    params: { ...params, appRevisionId: chosen.readId ?? "" },
    enabled: chosen.readId !== undefined,
  });
  const apply = useAction(apps.apply, {
    success: "Revision applied.",
    onSuccess: onChanged,
    onError: refusal.onError,
  });
  const discard = useAction(apps.removeDraft, { success: "Draft discarded.", onSuccess: onChanged });
  const rollout = useEndpoint(apps.rollout, { params, refetchInterval: rolloutPollMs });
  const rollOut = useAction(apps.setRollout, {
    success: rollout.data?.rollout ? "Percentage changed." : "Rollout started.",
    onSuccess: onChanged,
    onError: refusal.onError,
  });
  const stop = useAction(apps.stopRollout, { success: "Rollout ended.", onSuccess: onChanged });
  if (list.error) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!list.data) return <Skeleton className="h-96 rounded-card" />;
  const definition = chosen.isDraft ? draft?.definition : read.data?.revision.definition;
  const names = { ...list.data.names, ...read.data?.names };
  const applied = app.revision ?? 0;
  return (
    <>
      <RevisionsView
        chosen={chosen}
        applied={applied}
        shown={rollout.data}
        disabledReason={why(Permission.EDIT_APP)}
        actions={{
          apply: {
            pending: apply.pending,
            run: (revisionId) => {
              const body = { version: app.version, ...(revisionId && { revisionId }) };
              return refusal.attempt((override) => apply.run({ params, body: { ...body, ...override } }));
            },
          },
          discard: { pending: discard.pending, run: () => discard.run({ params }) },
          rollOut: {
            pending: rollOut.pending,
            run: (sent) => {
              const body = { version: app.version, ...sent };
              const send = (override: Override) => rollOut.run({ params, body: { ...body, ...override } });
              return refusal.attempt(send, "Roll out anyway");
            },
          },
          stop: { pending: stop.pending, run: () => stop.run({ params }) },
        }}
        impact="New sessions will use the new revision."
        rolloutImpact="A percentage of new sessions will use it."
        difference={
          definition && (
            <DifferenceParts
              parts={buildDefinitionParts(toDefinition(app), definition, names)}
              labels={[`Revision ${applied}, applied`, chosen.chosen?.title ?? ""]}
            />
          )
        }
      />
      {refusal.dialog}
    </>
  );
}
