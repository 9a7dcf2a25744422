"use client";

import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { answerLeaving, useIsLeaving } from "@/hooks/forms/use-unsaved-guard";

/** Asks before unsaved changes are discarded. */
export function LeaveDialog() {
  return (
    <ConfirmDialog
      open={useIsLeaving()}
      onOpenChange={(open) => !open && answerLeaving(false)}
      title="Leave without saving your changes?"
      description="Your changes will be lost."
      confirmLabel="Leave"
      onConfirm={() => answerLeaving(true)}
    />
  );
}
