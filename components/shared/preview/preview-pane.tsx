"use client";

import { MessageSquareText, RotateCcw } from "lucide-react";
import { type FieldValues, useWatch } from "react-hook-form";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useEmbeddedSession } from "@/context/embedded-session";
import type { PreviewedForm, usePreview } from "./use-preview";

interface PreviewPaneProps<F extends FieldValues> extends Pick<PreviewedForm<F>, "slug" | "form"> {
  preview: ReturnType<typeof usePreview>;
  disabledReason: string | undefined;
}

/** The session of a form's unsaved values, and a button to start it again with the current ones. */
export function PreviewPane<F extends FieldValues>({ slug, form, preview, disabledReason }: PreviewPaneProps<F>) {
  const renderSession = useEmbeddedSession();
  const values = JSON.stringify(useWatch({ control: form.control }));
  const { started, pending, start } = preview;
  if (!started)
    return (
      <div className="grid h-full place-items-center">
        <EmptyState
          icon={MessageSquareText}
          action={
            <DisabledTooltip disabledReason={disabledReason}>
              <Button variant="outline" loading={pending} onClick={start}>
                Start preview
              </Button>
            </DisabledTooltip>
          }
        >
          Try your changes before you save them. A preview uses your budget, but isn't listed in the history.
        </EmptyState>
      </div>
    );
  const outdated = started.values !== values;
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center justify-between gap-2 border-b py-1.5 pr-1.5 pl-3">
        <p role="status" className="text-muted text-secondary">
          {outdated ? "You've made changes since it started." : "Runs the form as it is."}
        </p>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant={outdated ? "default" : "ghost"} size="sm" loading={pending} onClick={start}>
            <RotateCcw aria-hidden /> Restart
          </Button>
        </DisabledTooltip>
      </div>
      <div className="min-h-0 flex-1">{renderSession(slug, started.sessionId)}</div>
    </div>
  );
}
