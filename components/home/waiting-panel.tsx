"use client";

import Link from "next/link";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ErrorState } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { inbox } from "@/lib/contract/inbox/calls";
import { HomePanel } from "./home-panel";

const maxShown = 4;

/** The oldest requests that the account can respond to. */
export function WaitingPanel({ slug }: { slug: string }) {
  const { data, error, refetch } = useEndpoint(inbox.list, {
    params: { resourceSlug: slug },
    query: { mine: "true", limit: maxShown },
    refetchInterval: 15_000,
  });
  return (
    <HomePanel
      title={data?.count ? `Waiting for you (${data.count})` : "Waiting for you"}
      href={`/${slug}/inbox`}
      link="Open inbox"
    >
      {error && !data && <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-12" />}
      {data?.count === 0 && <p className="py-2 text-center text-muted text-secondary">You're all caught up.</p>}
      {data && data.count > 0 && (
        <ul className="-m-4 divide-y">
          {data.inputRequests.map(({ _id, text, appName, sessionName, date }) => (
            <li key={_id} className="relative flex items-center gap-4 px-4 py-2.5 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <Link
                  href={`/${slug}/inbox`}
                  dir="auto"
                  className="block truncate text-left font-medium after:absolute after:inset-0"
                >
                  {text}
                </Link>
                <span dir="auto" className="block truncate text-left text-label text-muted">
                  {appName === sessionName ? appName : `${appName} · ${sessionName}`}
                </span>
              </span>
              <span className="shrink-0 text-label text-muted">
                <RelativeTime date={date} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomePanel>
  );
}
