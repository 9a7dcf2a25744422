"use client";

import { RelativeTime } from "@/components/shared/details/relative-time";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { admin } from "@/lib/contract/admin/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { QueueTeams } from "./queue-teams";
import { RunList } from "./run-list";
import { WorkerTable } from "./worker-table";

const refreshMs = 5_000;

export type QueueFigures = ResponseBody<typeof admin.queue>;

/** The queue of runs with their teams and workers, refreshed every five seconds. */
export function QueuePage() {
  const { data, error, refetch } = useEndpoint(admin.queue, { refetchInterval: refreshMs });
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Queue"
        description="Runs that haven't finished. Their content is visible only to their teams."
      />
      {data ? (
        <>
          <Totals queue={data} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <QueueTeams teams={data.teams} />
            <WorkerTable workers={data.workers} />
          </div>
        </>
      ) : error ? (
        <QueryError error={error} refetch={refetch} />
      ) : (
        <Skeleton className="h-48" />
      )}
      <RunList />
    </div>
  );
}

function Totals({ queue: { queued, running, waiting, oldestQueued } }: { queue: QueueFigures }) {
  const totals = [
    ["Queued", queued],
    ["Running", running],
    ["Needs response", waiting],
    ["Oldest queued", oldestQueued ? <RelativeTime key="oldest" date={oldestQueued} /> : "None"],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border bg-border md:grid-cols-4">
      {totals.map(([label, value]) => (
        <div key={label} className="bg-surface px-4 py-3">
          <dt className="text-muted text-secondary">{label}</dt>
          <dd className="font-semibold text-section tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
