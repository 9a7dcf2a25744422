import Link from "next/link";
import { Avatar } from "@/components/shared/avatar";
import { Changed } from "@/components/shared/changed";
import type { Column } from "@/components/shared/resource-list";
import { retrieverWords } from "@/components/shared/retrieval/words";
import { Badge } from "@/components/ui/badge";
import type { Tool } from "@/lib/contract/tools";

export const toolColumns = (slug: string): Column<Tool>[] => [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, functionName, icon, state, stateMessage }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <span className="min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <span dir="auto" className="truncate" title={name}>
              {name}
            </span>
            {state === "error" && (
              <Badge tone="danger" title={stateMessage ?? undefined}>
                Failed
              </Badge>
            )}
          </span>
          <span className="block truncate font-mono font-normal text-label text-muted" title={functionName}>
            {functionName}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: "source",
    label: "Asks",
    cell: ({ datasourceName, definition }) =>
      datasourceName ? (
        <Link
          href={`/${slug}/datasource/${definition.datasourceId}`}
          dir="auto"
          className="relative z-10 block truncate hover:text-accent hover:underline"
          title={datasourceName}
        >
          {datasourceName}
        </Link>
      ) : (
        <span className="text-warning">No connection</span>
      ),
  },
  {
    key: "retriever",
    label: "Retriever",
    wide: true,
    cell: ({ definition: { retriever } }) => (
      <span className="block truncate text-muted">
        {retrieverWords[retriever.type].label}, {retriever.k} at most
      </span>
    ),
  },
  {
    key: "used",
    label: "Used by",
    cell: ({ usedBy }) =>
      usedBy ? `${usedBy} ${usedBy === 1 ? "agent" : "agents"}` : <span className="text-faint">No agent</span>,
  },
  {
    key: "updated",
    label: "Changed",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) => <Changed date={dateUpdated} by={updatedByName} />,
  },
];
