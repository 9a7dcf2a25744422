"use client";

import { Trash2 } from "lucide-react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { nameColumn } from "@/components/shared/page/list-columns";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { useTeamSlug } from "@/context/account";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { type TrashKind, trashDays, trashKinds } from "@/lib/constants/trash";
import { trash } from "@/lib/contract/trash/calls";
import type { TrashItem } from "@/lib/contract/trash/schemas";
import { capitalize } from "@/lib/utils/text/capitalize";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { EmptyTrash } from "./empty-trash";
import { useTrashActions } from "./use-trash-actions";

const columns: Column<TrashItem>[] = [
  nameColumn,
  { key: "type", label: "Type", cell: ({ type }) => capitalize(kindLabel(type)) },
  {
    key: "by",
    label: "Deleted by",
    wide: true,
    card: true,
    cell: ({ deletedByName }) => (
      <span dir="auto" className="block truncate text-left">
        {deletedByName ?? <span className="text-faint">Unknown</span>}
      </span>
    ),
  },
  { key: "date", label: "Deleted", sort: "dateCreated", cell: ({ date }) => <RelativeTime date={date} /> },
  { key: "expires", label: "Expires", roomy: true, cell: ({ expires }) => <RelativeTime date={expires} upcoming /> },
];

const typeOptions = trashKinds.map((kind) => ({ value: kind, label: `${capitalize(kindLabel(kind))}s` }));
const isKind = (value: string | null): value is TrashKind => trashKinds.some((kind) => kind === value);

/** What was deleted and can be restored. */
export function TrashPage() {
  const slug = useTeamSlug();
  const state = useListState();
  const chosen = state.filter("type");
  const type = isKind(chosen) ? chosen : undefined;
  const query = useInfiniteEndpoint(trash.list, {
    params: { resourceSlug: slug },
    query: { ...state.query, ...(type && { type }) },
    items: (page) => page.trash,
  });
  const rows = useTrashActions(slug);
  return (
    <ResourceList
      {...rows}
      title="Trash"
      columns={columns}
      primary={<EmptyTrash slug={slug} disabled={!query.items?.length} />}
      filters={[
        { name: "type", label: "Type", className: "w-44", value: type, all: "All types", options: typeOptions },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyState icon={Trash2}>
          Deleted apps, agents, tasks, tools, data sources, variables and sessions stay here for up to {trashDays} days.
        </EmptyState>
      }
    />
  );
}
