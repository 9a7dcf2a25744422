"use client";

import { Trash2 } from "lucide-react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ListFilter } from "@/components/shared/page/list-filter";
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
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate text-left" title={name}>
        {name}
      </span>
    ),
  },
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
  const { actions, dialogs } = useTrashActions(slug);
  return (
    <>
      <ResourceList
        title="Trash"
        columns={columns}
        items={query.items}
        actions={actions}
        primary={<EmptyTrash slug={slug} disabled={!query.items?.length} />}
        filters={
          <ListFilter
            label="Type"
            className="w-44"
            value={type}
            onChange={(value) => state.setFilter("type", value)}
            all="All types"
            options={typeOptions}
          />
        }
        filtered={type !== undefined}
        onClearFilters={() => state.setFilter("type", null)}
        state={state}
        query={query}
        empty={
          <EmptyState icon={Trash2}>
            Deleted apps, agents, tasks, tools, data sources, variables and sessions stay here for up to {trashDays}{" "}
            days.
          </EmptyState>
        }
      />
      {dialogs}
    </>
  );
}
