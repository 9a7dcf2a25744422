"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";

export interface CreatedSecret {
  name: string;
  secret: string;
}

interface SecretDialogProps {
  /** Null: closed. */
  created: CreatedSecret | null;
  /** How it is used. */
  description: string;
  /** What it is: "key". */
  kind?: string;
  onClose(): void;
  /** Below the secret. */
  children?: ReactNode;
}

/** Shows a new secret. It cannot be shown again, so a click outside does not close the dialog. */
export function SecretDialog({ created, description, kind = "key", onClose, children }: SecretDialogProps) {
  return (
    <Dialog open={created !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Your ${kind} “${created?.name ?? ""}”`}
        description={description}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="grid gap-4">
          <Banner tone="warning">Copy it now. It is shown only once.</Banner>
          <div className="flex items-center gap-2 rounded-control border bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 break-all text-secondary">{created?.secret}</code>
            <CopyButton text={created?.secret ?? ""} label={`Copy ${kind}`} showLabel variant="outline" />
          </div>
          {children}
          <DialogFooter>
            <Button onClick={onClose}>Done</Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  );
}
