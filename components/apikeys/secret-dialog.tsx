"use client";

import Link from "next/link";
import { CopyButton } from "@/components/shared/details/copy-button";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";

interface SecretDialogProps {
  /** Null: closed. */
  created: { name: string; secret: string } | null;
  onClose(): void;
}

/** Shows a key's secret. It cannot be shown again, so a click outside does not close the dialog. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  return (
    <Dialog open={created !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Your key “${created?.name ?? ""}”`}
        description="Send it with each request: Authorization: Bearer <key>"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="grid gap-4">
          <Banner tone="warning">Copy it now. It is shown only once.</Banner>
          <div className="flex items-center gap-2 rounded-control border bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 break-all text-secondary">{created?.secret}</code>
            <CopyButton text={created?.secret ?? ""} label="Copy key" showLabel variant="outline" />
          </div>
          <p className="text-muted text-secondary">
            See all endpoints in the{" "}
            <Link href="/reference" className="text-accent underline underline-offset-2">
              API reference
            </Link>
            .
          </p>
          <DialogFooter>
            <Button onClick={onClose}>Done</Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  );
}
