"use client";

import Link from "next/link";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/textarea";
import { usePermission } from "@/hooks/account/use-permission";
import { Permission } from "@/lib/permissions/bits";
import type { Refusal } from "./refusal";
import { RefusedTests } from "./refused-tests";
import type { Override } from "./use-refusal";

interface RefusedDialogProps {
  slug: string;
  refusal: Refusal;
  /** What the override does: "Apply anyway". */
  overrideLabel: string;
  /** The override is being sent. */
  pending: boolean;
  onOverride(override: Override): void;
  onClose(): void;
}

/** Lists the required tests that prevent a change. Administrators can override them, with a reason. */
export function RefusedDialog({ slug, refusal, onClose, ...props }: RefusedDialogProps) {
  const { has } = usePermission();
  const [overriding, setOverriding] = useState(false);
  const { evaluationId, failed, notMeasured, pending, message } = refusal;
  const isRunning = pending !== undefined;
  const canOverride = !isRunning && (has(Permission.TEAM_ADMIN) || has(Permission.TEAM_OWNER));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={isRunning ? "Required tests are running" : "Required tests haven't passed"}
        description={message}
      >
        <div className="grid gap-4">
          <RefusedTests title="Failed" tests={failed} />
          <RefusedTests title="Not measured" tests={notMeasured} />
          {evaluationId && (
            <Link
              href={`/${slug}/evaluation/${evaluationId}`}
              className="justify-self-start text-accent underline underline-offset-2"
            >
              Open evaluation
            </Link>
          )}
          {overriding ? (
            <OverrideForm {...props} onClose={onClose} />
          ) : (
            <DialogFooter>
              {canOverride && (
                <Button variant="outline" onClick={() => setOverriding(true)}>
                  {props.overrideLabel}…
                </Button>
              )}
              <Button onClick={onClose}>Close</Button>
            </DialogFooter>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function OverrideForm({ overrideLabel, pending, onOverride, onClose }: Omit<RefusedDialogProps, "slug" | "refusal">) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog may be inside another form, whose submit handler must not run.
    event.stopPropagation();
    if (reason.trim()) onOverride({ force: true, reason: reason.trim() });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field label="Reason" required help="Recorded in the audit log.">
        <Textarea
          autoFocus
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <DialogButtons
        submit={overrideLabel}
        destructive
        pending={pending}
        disabled={!reason.trim()}
        onCancel={onClose}
      />
    </form>
  );
}
