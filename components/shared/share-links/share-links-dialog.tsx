"use client";

import { Suspense } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { App } from "@/lib/contract/apps/schemas";

const ShareLinks = lazyPart(async () => (await import("./share-links")).ShareLinks);

interface DialogProps {
  slug: string;
  app: { _id: string; name: string; mode: App["sharingConfig"]["mode"] };
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** An app's share links, in a dialog. */
export function ShareLinksDialog({ slug, app, open, onOpenChange }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent width="wide" title={`Share “${app.name}”`} description="Create and manage links to this app.">
        <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
          <ShareLinks slug={slug} appId={app._id} mode={app.mode} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
