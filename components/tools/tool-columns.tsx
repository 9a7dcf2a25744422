import Link from "next/link";
import { Avatar } from "@/components/shared/details/avatar";
import { listUsers } from "@/components/shared/dialogs/delete-dialog";
import { updatedColumn, usersColumn } from "@/components/shared/page/list-columns";
import type { Column } from "@/components/shared/page/resource-list";
import { Badge } from "@/components/ui/badge";
import { CutText } from "@/components/ui/cut-text";
import type { ToolSummary } from "@/lib/contract/tools/outputs";
import { toolTypeLabels } from "./tool-types";

export const toolColumns = (slug: string): Column<ToolSummary>[] => [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, functionName, icon, state, stateMessage }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <span className="min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <CutText text={name} />
            {state === "error" && (
              <Badge tone="danger" title={stateMessage ?? undefined}>
                Unavailable
              </Badge>
            )}
            {state === "pending" && <Badge tone="info">Checking</Badge>}
          </span>
          <span className="block truncate font-mono font-normal text-label text-muted" title={functionName}>
            {functionName}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: "type",
    label: "Type",
    cell: ({ type }) => toolTypeLabels[type].label,
  },
  {
    key: "does",
    label: "Description",
    wide: true,
    cell: ({ type, datasourceId, datasourceName, summary }) => (
      <span className="block min-w-0">
        {type === "rag" &&
          (datasourceName ? (
            <Link
              href={`/${slug}/datasource/${datasourceId}`}
              dir="auto"
              className="relative z-10 block truncate hover:text-accent hover:underline"
              title={datasourceName}
            >
              {datasourceName}
            </Link>
          ) : (
            <span className="text-warning">No data source</span>
          ))}
        <span className="block truncate text-muted" title={summary}>
          {summary}
        </span>
      </span>
    ),
  },
  usersColumn(({ usedIn }) => listUsers(usedIn)[0]),
  updatedColumn,
];
