"use client";

import { LinkRow } from "@/components/shared/details/link-row";
import { LinkedSection } from "@/components/shared/details/linked-section";
import { Banner } from "@/components/shared/status/banner";
import { SessionStatus } from "@/components/shared/status/session-status";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";

const skeletonRows = ["a", "b", "c"];

interface SessionListProps {
  slug: string;
  title: string;
  /** Shown without sessions. */
  empty: string;
  filter?: { appId?: string; status?: Session["status"] };
  limit?: number;
  refetchInterval?: number;
}

/** The most recent sessions, with a link to all that match. */
export function SessionList({ slug, title, empty, filter = {}, limit = 5, refetchInterval }: SessionListProps) {
  const { data, error, refetch } = useEndpoint(sessions.list, {
    params: { resourceSlug: slug },
    query: { ...filter, limit, sort: "dateUpdated" },
    ...(refetchInterval && { refetchInterval }),
  });
  return (
    <LinkedSection
      title={title}
      href={data?.sessions.length ? `/${slug}/sessions?${new URLSearchParams(filter)}` : undefined}
      link="View all"
      label={`View all: ${title}`}
    >
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
            <SessionRow key={session._id} slug={slug} session={session} hasStatus={!filter.status} />
          ))}
          {data?.sessions.length === 0 && <li className="px-4 py-6 text-center text-muted text-secondary">{empty}</li>}
        </ul>
      )}
    </LinkedSection>
  );
}

function SessionRow({ slug, session, hasStatus }: { slug: string; session: Session; hasStatus: boolean }) {
  const { usage, lastRun, status, trigger, previewText } = session;
  const text = lastRun?.status === "error" ? lastRun.reason : previewText;
  return (
    <LinkRow
      href={`/${slug}/session/${session._id}`}
      title={session.name}
      detail={`${trigger === "schedule" ? "Scheduled. " : ""}${text || session.appName}`}
      date={session.lastUpdatedDate}
    >
      {hasStatus && (
        <>
          <span className="text-label text-muted tabular-nums max-md:hidden">
            {formatCount(usage.inputTokens + usage.outputTokens)} tokens · {formatCost(usage.costUsd)}
          </span>
          <span className="max-sm:hidden">
            <SessionStatus status={status} lastRun={lastRun} />
          </span>
        </>
      )}
    </LinkRow>
  );
}
