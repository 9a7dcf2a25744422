"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { FormFooter } from "../form/form-footer";

interface RolloutHint {
  revision: number;
  share: number;
}

interface SaveFooterProps {
  cancel: string;
  /** Creates it, if nothing is stored yet. */
  create: string | undefined;
  pending: boolean;
  disabledReason: string | undefined;
  error: Error | null;
  onReload: (() => void) | undefined;
  onSaveDraft(): void;
  notice: ReactNode;
  /** The revision that is rolled out. */
  rollout?: RolloutHint | undefined;
}

/** The footer of a form whose saves are revisions, which are applied immediately or later. */
export function SaveFooter({ create, onSaveDraft, notice, rollout, ...footer }: SaveFooterProps) {
  const { disabledReason, pending } = footer;
  const hint = rollout && (
    <p className="text-muted text-secondary">
      Revision {rollout.revision} is used by {rollout.share}% of new sessions. Applying changes ends its rollout.
    </p>
  );
  return (
    <FormFooter
      {...footer}
      submit={create ?? "Save and apply"}
      notice={
        hint ? (
          <>
            {hint}
            {notice}
          </>
        ) : (
          notice
        )
      }
    >
      {!create && (
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" onClick={onSaveDraft} disabled={pending}>
            Save as draft
          </Button>
        </DisabledTooltip>
      )}
    </FormFooter>
  );
}
