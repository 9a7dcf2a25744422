"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import type { App } from "@/lib/contract/apps/schemas";
import { shares } from "@/lib/contract/shares/calls";
import { Permission } from "@/lib/permissions/bits";
import { LinkCard } from "./link-card";
import { LinkForm } from "./link-form";

type Mode = App["sharingConfig"]["mode"];

/** Who can open an app's links. */
const audienceTexts: Record<Mode, string> = {
  public: "Anyone with a link can use the app without an account.",
  whitelist: "Links work for people on the app's access list, after they sign in with their listed email address.",
  team: "Links work only for team members. To let others in, change the app's access.",
  private: "Links work only for the app's creator and team admins. To let others in, change the app's access.",
};

interface ShareLinksProps {
  slug: string;
  appId: string;
  mode: Mode;
}

/** The links of one app, and a form to add one. */
export function ShareLinks({ slug, appId, mode }: ShareLinksProps) {
  const { why } = usePermission();
  const [adding, setAdding] = useState(false);
  const query = useInfiniteEndpoint(shares.list, {
    params: { resourceSlug: slug },
    query: { appId },
    items: (page) => page.shareLinks,
  });
  const { items = [], error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted text-secondary">{audienceTexts[mode]}</p>
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void query.refetch() }}>
          {errorMessage(error)}
        </Banner>
      )}
      {isPending && <Skeleton className="h-24 rounded-card" />}
      {items.length > 0 && (
        <ul aria-label="Links" className="grid grid-cols-1 gap-2">
          {items.map((link) => (
            <LinkCard key={link.shareId} slug={slug} appId={appId} link={link} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="ghost" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
      {adding ? (
        <section aria-label="New link" className="rounded-card border p-3">
          <LinkForm slug={slug} appId={appId} onDone={() => setAdding(false)} />
        </section>
      ) : (
        <div>
          <DisabledTooltip disabledReason={why(Permission.EDIT_APP)}>
            <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
              <Plus aria-hidden /> New link
            </Button>
          </DisabledTooltip>
        </div>
      )}
    </div>
  );
}
