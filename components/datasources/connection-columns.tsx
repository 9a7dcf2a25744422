import { RelativeTime } from "@/components/shared/details/relative-time";
import type { Column } from "@/components/shared/page/resource-list";
import { CutText } from "@/components/ui/cut-text";
import { Progress } from "@/components/ui/progress";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { datasourceStatusLabel, fileSource, isInProgress, isPaused, scheduleLabel } from "./labels";
import { SourceIcon } from "./source-icon";
import { StatusBadge } from "./status-badge";
import { useSourceLabel } from "./use-source-label";

function Name({ datasource }: { datasource: Datasource }) {
  const label = useSourceLabel(datasource);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-control border bg-sunken text-muted">
        <SourceIcon source={datasource.sourceType} className="size-4" />
      </span>
      <span className="min-w-0">
        <CutText text={datasource.name} />
        <span className="block truncate font-normal text-label text-muted">{label}</span>
      </span>
    </span>
  );
}

interface DocumentsProps {
  datasource: Datasource;
  /** Shortens the text where the column and the status already say the rest. */
  compact?: boolean;
}

/** The number of stored documents, with a progress bar during a sync. */
export function Documents({ datasource, compact = false }: DocumentsProps) {
  const { total, succeeded, failed } = datasource.recordCount;
  if (datasource.status === "draft") return <span className="text-faint">None yet</span>;
  const all = compact ? total.toLocaleString("en") : pluralize(total, "document");
  return (
    <span className="grid gap-1">
      <span>
        {succeeded === total ? all : `${succeeded.toLocaleString("en")} of ${all}`}
        {failed > 0 && !compact && <span className="text-danger"> · {failed} failed</span>}
      </span>
      {isInProgress(datasource) && (
        <Progress
          className="max-w-32"
          aria-label={`${succeeded} of ${pluralize(total, "document")} in ${datasource.name} stored`}
          value={total > 0 ? (100 * succeeded) / total : null}
        />
      )}
    </span>
  );
}

/** The time of the next scheduled sync. */
export function NextSync({ datasource }: { datasource: Datasource }) {
  const { nextSync, schedule, sourceType, statusMessage } = datasource;
  if (sourceType === fileSource) return <span className="text-faint">None</span>;
  if (isPaused(datasource))
    return (
      <span className="text-warning" title={statusMessage ?? undefined}>
        Paused
      </span>
    );
  if (!nextSync) return <span className="text-faint">{scheduleLabel(schedule)}</span>;
  return (
    <span title={scheduleLabel(schedule)}>
      <RelativeTime date={nextSync} upcoming />
    </span>
  );
}

export const connectionColumns: Column<Datasource>[] = [
  { key: "name", label: "Name", sort: "name", cell: (datasource) => <Name datasource={datasource} /> },
  {
    key: "status",
    label: "Status",
    share: "max-lg:w-[34%] lg:max-xl:w-[22%]",
    cell: (datasource) => <StatusBadge status={datasourceStatusLabel(datasource)} title={datasource.statusMessage} />,
  },
  {
    key: "documents",
    label: "Documents",
    cell: (datasource) => <Documents datasource={datasource} compact />,
  },
  {
    key: "size",
    label: "Size",
    wide: true,
    cell: ({ storageBytes }) => <span className="whitespace-nowrap">{formatBytes(storageBytes)}</span>,
  },
  {
    key: "synced",
    label: "Last sync",
    wide: true,
    card: true,
    cell: ({ lastSyncedDate, sourceType }) =>
      lastSyncedDate ? (
        <RelativeTime date={lastSyncedDate} />
      ) : (
        <span className="text-faint">{sourceType === fileSource ? "Uploaded" : "Never"}</span>
      ),
  },
  {
    key: "next",
    label: "Next sync",
    wide: true,
    cell: (datasource) => <NextSync datasource={datasource} />,
  },
  {
    key: "used",
    label: "Used by",
    roomy: true,
    cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, "agent") : <span className="text-faint">No agents</span>),
  },
];
