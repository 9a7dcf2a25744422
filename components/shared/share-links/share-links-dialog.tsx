"use client";

import { Suspense } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

const ShareDialogContent = lazyPart(async () => (await import("./share-dialog-content")).ShareDialogContent);

interface DialogProps {
  slug: string;
  app: { _id: string; name: string };
  /** Without the choice of who has access, which the form behind the dialog has. */
  linksOnly?: boolean;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Who has access to an app, and its share links, in a dialog. */
export function ShareLinksDialog({ slug, app, linksOnly = false, open, onOpenChange }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        width="wide"
        title={`Share “${app.name}”`}
        description={
          linksOnly ? "Create and manage links to this app." : "Choose who has access, and manage links to this app."
        }
      >
        <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
          <ShareDialogContent slug={slug} appId={app._id} linksOnly={linksOnly} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
