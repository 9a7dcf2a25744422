"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { FormFooter } from "../form/form-footer";

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
}

/** The footer of a form whose saves are revisions, which are applied immediately or later. */
export function SaveFooter({ create, onSaveDraft, ...footer }: SaveFooterProps) {
  const { disabledReason, pending } = footer;
  return (
    <FormFooter {...footer} submit={create ?? "Save and apply"}>
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
