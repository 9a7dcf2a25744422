"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { feedback } from "@/lib/contract/feedback/calls";
import { RelativeTime } from "../details/relative-time";
import { QueryError } from "../status/error-state";

interface RatingListProps {
  slug: string;
  query: { agentId?: string; appId?: string; value?: "1" | "-1"; revision?: number };
}

/** The newest ratings, each with its reason and a link to the answer. */
export function RatingList({ slug, query }: RatingListProps) {
  const list = useEndpoint(feedback.list, { params: { resourceSlug: slug }, query: { ...query, limit: 50 } });
  if (list.error) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!list.data) return <Skeleton className="h-32" />;
  const { ratings } = list.data;
  if (ratings.length === 0) return <p className="py-4 text-center text-muted text-secondary">No matching ratings.</p>;
  return (
    <ul
      aria-label="Ratings"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 divide-y overflow-y-auto rounded-control border focus-visible:-outline-offset-2"
    >
      {ratings.map(({ messageId, sessionId, sessionName, value, reason, date, agentRevision }) => (
        <li key={`${messageId} ${date}`} className="flex gap-2.5 px-3 py-2">
          {value > 0 ? (
            <ThumbsUp aria-label="Good" className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <ThumbsDown aria-label="Bad" className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <div className="grid min-w-0 gap-0.5">
            <Link dir="auto" href={`/${slug}/session/${sessionId}#${messageId}`} className="truncate hover:underline">
              {sessionName}
            </Link>
            {reason && <p dir="auto">{reason}</p>}
            <p className="text-label text-muted">
              <RelativeTime date={date} />
              {agentRevision !== null && ` · revision ${agentRevision}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
