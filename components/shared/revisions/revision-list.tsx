"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { cn } from "@/lib/utils/cn";

export interface ListedRevision {
  _id: string;
  /** "Revision 3", or "Draft". */
  title: string;
  note: string;
  date: string;
  author: string | null;
  applied: boolean;
  /** A share of new sessions uses it. */
  rolledOut?: boolean;
  /** Why it can't be deleted. */
  inUse?: string | undefined;
}

interface RevisionListProps {
  revisions: ListedRevision[];
  chosenId: string | undefined;
  pending: boolean;
  /** Why the viewer can change none. */
  disabledReason: string | undefined;
  /** What deletes the chosen one: "Delete", or "Discard". */
  deleteLabel?(revision: ListedRevision): string | undefined;
  onChoose(id: string): void;
  onApply(id: string): void;
  /** Absent: there are no rollouts. */
  onRollOut?(id: string): void;
  /** Why nothing can be rolled out now. */
  rolloutReason?: string | undefined;
  onDelete(id: string): void;
}

/** Revisions, newest first. The chosen one is compared with the applied one. */
export function RevisionList(props: RevisionListProps) {
  const { revisions, chosenId, pending, disabledReason, onChoose, onApply, onDelete } = props;
  const { deleteLabel = () => "Delete", onRollOut, rolloutReason } = props;
  return (
    <ol aria-label="Revisions" className="divide-y overflow-hidden rounded-card border bg-surface">
      {revisions.map((revision) => {
        const { _id, title, note, date, author, applied, rolledOut, inUse } = revision;
        const removal = deleteLabel(revision);
        const chosen = _id === chosenId;
        return (
          <li key={_id} className={cn("grid gap-2 p-3", chosen && "bg-accent-tint")}>
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => onChoose(_id)}
              className="grid gap-0.5 rounded-mark text-left"
            >
              <span className="flex items-center gap-2 font-medium text-body">
                {title}
                {applied && <Badge tone="success">Applied</Badge>}
                {rolledOut && <Badge tone="info">Rolling out</Badge>}
              </span>
              {note && (
                <span dir="auto" className="wrap-anywhere text-secondary">
                  {note}
                </span>
              )}
              <span className="text-label text-muted">
                <RelativeTime date={date} />
                {author && ` by ${author}`}
                {inUse && ` · ${inUse}`}
              </span>
            </button>
            {chosen && !applied && (
              <div className="flex flex-wrap gap-2">
                <DisabledTooltip disabledReason={disabledReason}>
                  <Button size="sm" loading={pending} onClick={() => onApply(_id)}>
                    {rolledOut ? "Apply to all" : "Apply"}
                  </Button>
                </DisabledTooltip>
                {onRollOut && !rolledOut && (
                  <DisabledTooltip disabledReason={disabledReason ?? rolloutReason}>
                    <Button size="sm" variant="outline" onClick={() => onRollOut(_id)}>
                      Roll out…
                    </Button>
                  </DisabledTooltip>
                )}
                {removal && (
                  <DisabledTooltip
                    disabledReason={disabledReason ?? (inUse && `${inUse}. Change the revision there first.`)}
                  >
                    <Button size="sm" variant="outline" onClick={() => onDelete(_id)}>
                      {removal}
                    </Button>
                  </DisabledTooltip>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
