"use client";

import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge, type Tone } from "@/components/ui/badge";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { publications } from "@/lib/contract/publications/calls";
import type { PublicationCall } from "@/lib/contract/publications/schemas";
import { formatCost, formatDuration } from "@/lib/utils/text/format-figures";
import { none, RunDetails } from "./run-details";
import { wayTexts } from "./ways";

const statuses: Record<PublicationCall["status"], { label: string; tone: Tone }> = {
  running: { label: "Running", tone: "info" },
  completed: { label: "Completed", tone: "success" },
  waiting: { label: "Needs response", tone: "warning" },
  cancelled: { label: "Canceled", tone: "neutral" },
  error: { label: "Failed", tone: "danger" },
  refused: { label: "Rejected", tone: "danger" },
};

const columnsOf = (slug: string): Column<PublicationCall>[] => [
  {
    key: "date",
    label: "Time",
    cell: ({ date }) => <RelativeTime date={date} />,
  },
  {
    key: "status",
    label: "Status",
    cell: ({ status, httpStatus }) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
        {httpStatus !== null && <span className="text-muted tabular-nums">{httpStatus}</span>}
      </span>
    ),
  },
  {
    key: "way",
    label: "Channel",
    wide: true,
    card: true,
    cell: ({ way }) => <span className="whitespace-nowrap">{wayTexts[way].label}</span>,
  },
  {
    key: "caller",
    label: "Caller",
    wide: true,
    card: true,
    cell: ({ keyName, clientName, personName }) =>
      clientName ? <bdi>{[clientName, personName].filter(Boolean).join(", ")}</bdi> : (keyName ?? none),
  },
  {
    key: "latency",
    label: "Latency",
    align: "right",
    cell: ({ latencyMs }) => (latencyMs === null ? none : formatDuration(latencyMs)),
  },
  {
    key: "cost",
    label: "Cost",
    align: "right",
    cell: ({ costUsd }) => (costUsd === null ? none : formatCost(costUsd)),
  },
  {
    key: "session",
    label: "Details",
    cell: ({ sessionId, error }) => <RunDetails slug={slug} sessionId={sessionId} error={error} />,
  },
];

const isRunning = ({ status }: PublicationCall): boolean => status === "running";

/** The recent calls of a publication. */
export function CallsSection({ slug, publicationId }: { slug: string; publicationId: string }) {
  const query = useInfiniteEndpoint(publications.calls, {
    params: { resourceSlug: slug, publicationId },
    query: { limit: 10 },
    items: (page) => page.calls,
    pollWhile: isRunning,
  });
  if (query.items?.length === 0) return <p className="text-muted text-secondary">No calls in the last 30 days.</p>;
  return (
    <DataTable
      level={4}
      title="Calls"
      columns={columnsOf(slug)}
      getKey={({ _id }) => _id}
      getName={({ date }) => `call from ${date}`}
      empty={null}
      {...pagedProps(query)}
    />
  );
}
