"use client";

import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { apps } from "@/lib/contract/apps/calls";
import { shares } from "@/lib/contract/shares/calls";
import { AccessForm } from "./access-form";
import { ShareLinks } from "./share-links";

interface ContentProps {
  slug: string;
  appId: string;
  linksOnly: boolean;
}

/** The access and the links of one app. */
export function ShareDialogContent({ slug, appId, linksOnly }: ContentProps) {
  const params = { resourceSlug: slug };
  const { data, error: appError, refetch } = useEndpoint(apps.get, { params: { ...params, appId } });
  const links = useInfiniteEndpoint(shares.list, { params, query: { appId }, items: (page) => page.shareLinks });
  const add = useAction(shares.add);
  const { items } = links;
  const error = appError ?? links.error;
  if (error && !(data && items))
    return (
      <Banner
        tone="danger"
        action={{ label: "Try again", onSelect: () => void Promise.all([refetch(), links.refetch()]) }}
      >
        {errorMessage(error)}
      </Banner>
    );
  if (!data || !items) return <Skeleton className="h-24 rounded-card" />;
  const { app } = data;
  return (
    <div className="grid grid-cols-1 gap-4">
      {!linksOnly && (
        <AccessForm
          slug={slug}
          app={app}
          hasLinks={items.length > 0}
          onOpened={() => add.run({ params, body: { appId } })}
        />
      )}
      <ShareLinks slug={slug} appId={appId} mode={app.sharingConfig.mode} links={{ ...links, items }} />
    </div>
  );
}
