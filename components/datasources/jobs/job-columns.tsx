import type { Column } from "@/components/shared/data-table/column";
import { RelativeTime } from "@/components/shared/details/relative-time";
import type { DatasourceJob } from "@/lib/contract/datasources/outputs";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { jobLabels } from "../labels";
import { StatusBadge } from "../status-badge";

const number = (value: number) => value.toLocaleString("en");

function JobDuration({ job: { startedAt, endedAt } }: { job: DatasourceJob }) {
  if (!startedAt) return <span className="text-faint">Not started</span>;
  if (!endedAt) return <span className="text-faint">Running</span>;
  return <span className="whitespace-nowrap">{formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}</span>;
}

export const jobColumns: Column<DatasourceJob>[] = [
  {
    key: "kind",
    label: "Job",
    cell: ({ kind, startedByName, startedAt }) => (
      <span className="grid min-w-0">
        <span>{kind === "sync" ? "Sync" : startedByName ? "Processing" : "Retry"}</span>
        <span className="truncate font-normal text-label text-muted">
          {startedByName ? `by ${startedByName}` : kind === "sync" ? "scheduled" : "automatically"}
          {startedAt && (
            <>
              {", "}
              <RelativeTime date={startedAt} />
            </>
          )}
        </span>
      </span>
    ),
  },
  {
    key: "status",
    label: "Status",
    long: true,
    share: "max-xl:w-[30%]",
    cell: ({ status, error, nextRetry }) => (
      <span className="grid min-w-0 gap-0.5 py-1">
        <span>
          <StatusBadge status={jobLabels[status]} />
        </span>
        {error && (
          <span className="whitespace-normal text-label text-muted [overflow-wrap:anywhere]">
            {error}
            {nextRetry && (
              <>
                {" Next retry "}
                <RelativeTime date={nextRetry} upcoming />.
              </>
            )}
          </span>
        )}
      </span>
    ),
  },
  { key: "records", label: "Read", align: "right", cell: ({ records }) => number(records) },
  { key: "added", label: "Added", align: "right", cell: ({ added }) => number(added) },
  { key: "changed", label: "Changed", align: "right", roomy: true, cell: ({ changed }) => number(changed) },
  { key: "removed", label: "Removed", align: "right", wide: true, card: true, cell: ({ removed }) => number(removed) },
  { key: "took", label: "Duration", align: "right", wide: true, card: true, cell: (job) => <JobDuration job={job} /> },
];
