"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { maxComparedSessions } from "@/lib/constants/limits";
import type { ComparedRevision, RolloutView } from "@/lib/contract/base/revisions";
import { RolloutTable } from "./rollout-table";

interface RolloutPanelProps {
  rollout: RolloutView;
  compared: ComparedRevision[];
  capped: boolean;
  /** The number of the applied revision. */
  applied: number;
  disabledReason: string | undefined;
  onChangeShare(): void;
  onApply(): void;
  onStop(): void;
}

/** A rollout that is running, with the figures of both revisions. */
export function RolloutPanel({ rollout, compared, capped, applied, disabledReason, ...on }: RolloutPanelProps) {
  const { revision, share, startedAt, author, override } = rollout;
  const actions = [
    { label: "End rollout", variant: "outline", onClick: on.onStop },
    { label: "Change percentage", variant: "outline", onClick: on.onChangeShare },
    { label: "Apply to all", variant: "default", onClick: on.onApply },
  ] as const;
  return (
    <FormSection
      title="Rollout"
      description={
        <>
          Revision {revision} is used by {share}% of new sessions. Started <RelativeTime date={startedAt} />
          {author && ` by ${author}`}.{override && <> Required tests hadn't passed: {override}</>}
        </>
      }
    >
      <RolloutTable rows={compared} applied={applied} />
      {capped && (
        <p className="text-muted text-secondary">
          Only the newest {maxComparedSessions.toLocaleString("en")} sessions are compared.
        </p>
      )}
      <FormActions>
        {actions.map(({ label, ...button }) => (
          <DisabledTooltip key={label} disabledReason={disabledReason}>
            <Button size="sm" {...button}>
              {label}
            </Button>
          </DisabledTooltip>
        ))}
      </FormActions>
    </FormSection>
  );
}
