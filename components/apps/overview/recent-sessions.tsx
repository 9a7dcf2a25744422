"use client";

import Link from "next/link";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";

const skeletonRows = ["a", "b", "c"];

/** The newest sessions of an app. */
export function RecentSessions({ slug, appId }: { slug: string; appId: string }) {
  const { data, error, refetch } = useEndpoint(sessions.list, {
    params: { resourceSlug: slug },
    query: { appId, limit: 5, sort: "dateUpdated" },
  });
  return (
    <section aria-labelledby="recent" className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recent" className="font-semibold text-section">
          Newest sessions
        </h2>
        {data && data.sessions.length > 0 && (
          <Link href={`/${slug}/sessions?appId=${appId}`} className="text-accent text-secondary hover:underline">
            All of them
          </Link>
        )}
      </div>
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          {errorMessage(error)}
        </Banner>
      )}
      {!error && (
        <ul aria-busy={!data} className="divide-y overflow-hidden rounded-card border bg-surface">
          {!data &&
            skeletonRows.map((row) => (
              <li key={row} className="grid gap-2 px-4 py-3">
                <Skeleton className="w-1/3" />
                <Skeleton className="h-3 w-2/3" />
              </li>
            ))}
          {data?.sessions.map((session) => (
            <SessionRow key={session._id} slug={slug} session={session} />
          ))}
          {data?.sessions.length === 0 && (
            <li className="px-4 py-6 text-center text-muted text-secondary">This app has no session yet.</li>
          )}
        </ul>
      )}
    </section>
  );
}

function SessionRow({ slug, session }: { slug: string; session: Session }) {
  const { inputTokens, outputTokens, costUsd } = session.usage;
  return (
    <li className="relative flex items-center gap-4 px-4 py-2.5 hover:bg-hover">
      <span className="min-w-0 flex-1">
        <Link
          href={`/${slug}/session/${session._id}`}
          dir="auto"
          className="block truncate text-left font-medium after:absolute after:inset-0"
        >
          {session.name}
        </Link>
        <span dir="auto" className="block truncate text-left text-label text-muted">
          {session.trigger === "schedule" && "By schedule. "}
          {session.previewText}
        </span>
      </span>
      <span className="text-label text-muted tabular-nums max-sm:hidden">
        {formatCount(inputTokens + outputTokens)} tokens · {formatCost(costUsd)}
      </span>
      <span className="shrink-0 text-label text-muted">
        <RelativeTime date={session.lastUpdatedDate} />
      </span>
    </li>
  );
}
