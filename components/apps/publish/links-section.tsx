"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { Button } from "@/components/ui/button";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { App } from "@/lib/contract/apps/schemas";
import { shares } from "@/lib/contract/shares/calls";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The app's share links, with their manager. */
export function LinksSection({ slug, app }: { slug: string; app: App }) {
  const [open, setOpen] = useState(false);
  const { data } = useEndpoint(shares.list, { params: { resourceSlug: slug }, query: { appId: app._id, limit: 20 } });
  const count = data?.shareLinks.length ?? 0;
  const shown = data?.next ? `${count}+ links` : count > 0 ? pluralize(count, "link") : "No links";
  return (
    <section aria-label="Share links" className="flex flex-wrap items-center gap-3 rounded-card border bg-surface p-4">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <h2 className="font-semibold text-section">Share links</h2>
        <p className="text-muted text-secondary">People open the app in their browser. {data && `${shown}.`}</p>
      </div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Share2 aria-hidden /> Manage links
      </Button>
      <ShareLinksDialog slug={slug} app={app} open={open} onOpenChange={setOpen} />
    </section>
  );
}
