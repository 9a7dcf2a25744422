import { RelativeTime } from "@/components/shared/relative-time";
import type { Column } from "@/components/shared/resource-list";
import { Progress } from "@/components/ui/progress";
import type { Datasource } from "@/lib/contract/datasources";
import { formatBytes } from "@/lib/utils/bytes";
import { pluralize } from "@/lib/utils/pluralize";
import { LookBadge } from "./look-badge";
import { useSourceLabel } from "./use-source-label";
import { fileSource, isPaused, isUnderWay, scheduleWords, sourceLook, statusLook } from "./words";

function Name({ datasource }: { datasource: Datasource }) {
  const { icon: Icon } = sourceLook(datasource.sourceType);
  const label = useSourceLabel(datasource);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-control border bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate" title={datasource.name}>
          {datasource.name}
        </span>
        <span className="block truncate font-normal text-label text-muted">{label}</span>
      </span>
    </span>
  );
}

interface DocumentsProps {
  datasource: Datasource;
  /** Beside a head and a status that say the rest. */
  brief?: boolean;
}

/** How many documents are stored, of how many; while they are brought there, a bar. */
export function Documents({ datasource, brief = false }: DocumentsProps) {
  const { total, succeeded, failed } = datasource.recordCount;
  if (datasource.status === "draft") return <span className="text-faint">None yet</span>;
  const all = brief ? total.toLocaleString("en") : pluralize(total, "document");
  return (
    <span className="grid gap-1">
      <span>
        {succeeded === total ? all : `${succeeded.toLocaleString("en")} of ${all}`}
        {failed > 0 && !brief && <span className="text-danger"> · {failed} failed</span>}
      </span>
      {isUnderWay(datasource) && (
        <Progress
          className="max-w-32"
          aria-label={`${succeeded} of ${pluralize(total, "document")} of ${datasource.name} stored`}
          value={total > 0 ? (100 * succeeded) / total : null}
        />
      )}
    </span>
  );
}

/** When the schedule comes to it. */
export function NextSync({ datasource }: { datasource: Datasource }) {
  const { nextSync, schedule, sourceType, statusMessage } = datasource;
  if (sourceType === fileSource) return <span className="text-faint">None</span>;
  if (isPaused(datasource))
    return (
      <span className="text-warning" title={statusMessage ?? undefined}>
        Paused
      </span>
    );
  if (!nextSync) return <span className="text-faint">{scheduleWords(schedule)}</span>;
  return (
    <span title={scheduleWords(schedule)}>
      <RelativeTime date={nextSync} />
    </span>
  );
}

export const connectionColumns: Column<Datasource>[] = [
  { key: "name", label: "Name", sort: "name", cell: (datasource) => <Name datasource={datasource} /> },
  {
    key: "status",
    label: "Status",
    share: "max-lg:w-[34%] lg:max-xl:w-[22%]",
    cell: (datasource) => <LookBadge look={statusLook(datasource)} title={datasource.statusMessage} />,
  },
  {
    key: "documents",
    label: "Documents",
    cell: (datasource) => <Documents datasource={datasource} brief />,
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
    cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, "agent") : <span className="text-faint">No agent</span>),
  },
];
