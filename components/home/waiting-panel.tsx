"use client";

import { LinkRow } from "@/components/shared/details/link-row";
import { LinkedSection } from "@/components/shared/details/linked-section";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { inbox } from "@/lib/contract/inbox/calls";

const maxShown = 4;

/** The oldest requests that the account can respond to. */
export function WaitingPanel({ slug }: { slug: string }) {
  const { data, error, refetch } = useEndpoint(inbox.list, {
    params: { resourceSlug: slug },
    query: { mine: "true", limit: maxShown },
  });
  return (
    <LinkedSection
      title={data?.count ? `Waiting for you (${data.count})` : "Waiting for you"}
      href={`/${slug}/inbox`}
      link="Open inbox"
    >
      {error && !data ? (
        <QueryError error={error} refetch={refetch} />
      ) : (
        <ul aria-busy={!data} className="divide-y overflow-hidden rounded-card border bg-surface">
          {!data && (
            <li className="p-4">
              <Skeleton className="h-12" />
            </li>
          )}
          {data?.inputRequests.map(({ _id, text, appName, sessionName, date }) => (
            <LinkRow
              key={_id}
              href={`/${slug}/inbox`}
              title={text}
              detail={appName === sessionName ? appName : `${appName} · ${sessionName}`}
              date={date}
            />
          ))}
          {data?.count === 0 && (
            <li className="px-4 py-6 text-center text-muted text-secondary">You're all caught up.</li>
          )}
        </ul>
      )}
    </LinkedSection>
  );
}
