"use client";

import { Link2, Share2 } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useAccount } from "@/context/account";
import type { Session } from "@/lib/contract/sessions/schemas";

interface ShareProps {
  slug: string;
  session: Session;
  className?: string;
}

/** Links to a session and its app, and who can open them. */
export function ShareSession({ slug, session, className }: ShareProps) {
  const { team } = useAccount();
  const { _id, appId, app, sharingConfig } = session;
  const [open, setOpen] = useState(false);
  const [links, setLinks] = useState(false);
  const audienceText =
    sharingConfig.mode === "private"
      ? "Only team admins and the person who started this session can open it."
      : `Every member of ${team?.name ?? "the team"} can open this session after signing in.`;
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button size="sm" variant="ghost" className={className}>
            <Share2 aria-hidden /> <span className="max-lg:sr-only">Share</span>
          </Button>
        </PopoverTrigger>
        <PopoverContent align="end" aria-label="Share" className="grid w-80 gap-3">
          <LinkRow title="This session" help={audienceText} path={`/${slug}/session/${_id}`} />
          {appId && app?.exists && (
            <>
              <LinkRow
                title="The app"
                help="Opens the app, where members start their own sessions."
                path={`/${slug}/app/${appId}`}
              />
              <section aria-label="External sharing" className="flex items-start gap-3 border-t pt-3">
                <div className="min-w-0 flex-1">
                  <h2 className="font-medium">External sharing</h2>
                  <p className="text-muted text-secondary">Links to the app for people outside the team.</p>
                </div>
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => {
                    setOpen(false);
                    setLinks(true);
                  }}
                >
                  <Link2 aria-hidden /> Share links
                </Button>
              </section>
            </>
          )}
        </PopoverContent>
      </Popover>
      {appId && links && (
        <ShareLinksDialog
          slug={slug}
          app={{ _id: appId, name: session.appName }}
          open={links}
          onOpenChange={setLinks}
        />
      )}
    </>
  );
}

function LinkRow({ title, help, path }: { title: string; help: string; path: string }) {
  return (
    <section aria-label={title} className="flex items-start gap-3 border-t pt-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted text-secondary">{help}</p>
      </div>
      <CopyButton variant="outline" label="Copy link" showLabel text={() => window.location.origin + path} />
    </section>
  );
}
