"use client";

import { useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { feedback } from "@/lib/contract/feedback/calls";
import { QueryError } from "../status/error-state";
import { DayBars } from "./day-bars";
import { type Counts, RatedRows } from "./rated-rows";
import { RatingList } from "./rating-list";

interface FeedbackSectionProps {
  slug: string;
  tested: { agentId: string } | { appId: string };
}

type Shown = "all" | "1" | "-1";

const shownOptions: { value: Shown; label: string }[] = [
  { value: "all", label: "All" },
  { value: "-1", label: "Bad" },
  { value: "1", label: "Good" },
];

/** How answers of an agent or app were rated in the last 30 days, with the sessions behind each figure. */
export function FeedbackSection({ slug, tested }: FeedbackSectionProps) {
  const [shown, setShown] = useState<Shown>("all");
  const [revision, setRevision] = useState<number>();
  const { data, error, refetch } = useEndpoint(feedback.get, { params: { resourceSlug: slug }, query: tested });
  if (error) return <QueryError error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-48 rounded-card" />;
  const { up, down } = data.totals;
  const rows = data.revisions.map((one): Counts & { key: string; name: string; revision: number | null } => ({
    ...one,
    key: `${one.agentId} ${one.revision}`,
    name: `${"appId" in tested ? `${one.agentName}, ` : ""}${one.revision === null ? "unknown revision" : `revision ${one.revision}`}`,
  }));
  return (
    <section className="min-w-0 rounded-card border bg-surface">
      <header className="flex flex-wrap items-baseline justify-between gap-2 border-b px-4 py-3">
        <h2 className="font-semibold text-section">Feedback</h2>
        <p className="text-muted text-secondary">
          {up + down === 0 ? "No ratings in the last 30 days" : `Last 30 days: ${up} good, ${down} bad`}
        </p>
      </header>
      {up + down === 0 ? (
        <p className="px-4 py-6 text-center text-muted text-secondary">
          People rate answers with the thumbs-up and thumbs-down buttons. Their ratings and reasons appear here.
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-4 p-4 lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-4">
            <DayBars days={data.days} />
            <RatedRows rows={rows} chosen={revision} onChoose={setRevision} />
          </div>
          <div className="grid min-w-0 content-start gap-2">
            <div>
              <Segmented<Shown> label="Ratings" value={shown} onChange={setShown} options={shownOptions} />
            </div>
            <RatingList
              slug={slug}
              query={{
                ...tested,
                ...(shown !== "all" && { value: shown }),
                ...(revision !== undefined && { revision }),
              }}
            />
          </div>
        </div>
      )}
    </section>
  );
}
