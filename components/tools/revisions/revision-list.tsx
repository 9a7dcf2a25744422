"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import type { Revision } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { cn } from "@/lib/utils/cn";

interface RevisionListProps {
  revisions: Revision[];
  chosenId: string | undefined;
  pending: boolean;
  onChoose(revision: Revision): void;
  onApply(revision: Revision): void;
  onDelete(revision: Revision): void;
}

const pinnedLabel = (pinnedBy: Revision["pinnedBy"]): string =>
  pinnedBy.length === 1
    ? `${pinnedBy[0]?.name} is pinned to this revision`
    : `${pinnedBy.length} agents are pinned to this revision`;

/** Revisions, newest first. The chosen one is compared with the applied one. */
export function RevisionList({ revisions, chosenId, pending, onChoose, onApply, onDelete }: RevisionListProps) {
  const { why } = usePermission();
  const reason = why(Permission.EDIT_TOOL);
  return (
    <ol aria-label="Revisions" className="divide-y overflow-hidden rounded-card border bg-surface">
      {revisions.map((revision) => {
        const { _id, number, note, date, createdByName, applied, pinnedBy } = revision;
        const chosen = _id === chosenId;
        return (
          <li key={_id} className={cn("grid gap-2 p-3", chosen && "bg-accent-tint")}>
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => onChoose(revision)}
              className="grid gap-0.5 rounded-mark text-left"
            >
              <span className="flex items-center gap-2 font-medium text-body">
                Revision {number}
                {applied && <Badge tone="success">Applied</Badge>}
              </span>
              {note && (
                <span dir="auto" className="wrap-anywhere text-secondary">
                  {note}
                </span>
              )}
              <span className="text-label text-muted">
                <RelativeTime date={date} />
                {createdByName && ` by ${createdByName}`}
                {pinnedBy.length > 0 && ` · ${pinnedLabel(pinnedBy)}`}
              </span>
            </button>
            {chosen && !applied && (
              <div className="flex gap-2">
                <DisabledTooltip disabledReason={reason}>
                  <Button size="sm" loading={pending} onClick={() => onApply(revision)}>
                    Apply
                  </Button>
                </DisabledTooltip>
                <DisabledTooltip
                  disabledReason={
                    reason ??
                    (pinnedBy.length > 0
                      ? `${pinnedLabel(pinnedBy)}. Change the revision in the ${pinnedBy.length === 1 ? "agent" : "agents"} first.`
                      : undefined)
                  }
                >
                  <Button size="sm" variant="outline" onClick={() => onDelete(revision)}>
                    Delete
                  </Button>
                </DisabledTooltip>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
