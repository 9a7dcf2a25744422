"use client";

import { Database } from "lucide-react";
import { useRouter } from "next/navigation";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { Changed } from "@/components/shared/form/changed";
import { ListFilter } from "@/components/shared/page/list-filter";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, duplicateAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { vectorDbKinds, vectorDbTypes } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import { Permission } from "@/lib/permissions/bits";

const always = "The built-in database can't be changed.";

function users({ usedBy, usedIn: [first] }: VectorDb): string {
  if (!first) return "Not used";
  return usedBy === 1 ? first.name : `${first.name} and ${usedBy - 1} more`;
}

const columns: Column<VectorDb>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate" title={name}>
        {name}
      </span>
    ),
  },
  { key: "kind", label: "Type", wide: true, cell: ({ type }) => vectorDbKinds[type].title },
  {
    key: "address",
    label: "URL",
    cell: ({ url }) =>
      url ? (
        <span className="block truncate font-mono text-label" title={url}>
          {url}
        </span>
      ) : (
        <span className="text-faint">On this server</span>
      ),
  },
  {
    key: "used",
    label: "Used by",
    cell: (vectorDb) => (
      <span dir="auto" className={vectorDb.usedBy ? "block truncate text-left" : "text-faint"}>
        {users(vectorDb)}
      </span>
    ),
  },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) =>
      dateUpdated ? <Changed date={dateUpdated} by={updatedByName} /> : <span className="text-faint">Never</span>,
  },
];

export function VectorDbList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why } = usePermission();
  const type = vectorDbTypes.find((id) => id === state.filter("kind"));
  const query = useInfiniteEndpoint(vectordbs.list, {
    params,
    query: { ...state.query, ...(type && { type }) },
    items: (page) => page.vectorDbs,
  });
  const removal = useDelete<VectorDb>();
  const remove = useAction(vectordbs.remove, { success: "Vector DB deleted.", onError: removal.onError });
  const duplicate = useAction(vectordbs.duplicate, { success: "Vector DB duplicated.", navigate: false });
  const actions = (vectorDb: VectorDb) => {
    const at = { ...params, vectorDbId: vectorDb._id };
    const fixed = vectorDb.type === "builtin" ? always : undefined;
    return [
      editAction(() => router.push(`/${slug}/vectordb/${vectorDb._id}`), fixed ?? why(Permission.EDIT_VECTOR_DB)),
      duplicateAction(() => void duplicate.run({ params: at }), fixed ?? why(Permission.CREATE_VECTOR_DB)),
      deleteAction(() => removal.ask(vectorDb, vectorDb.usedIn), fixed ?? why(Permission.DELETE_VECTOR_DB)),
    ];
  };
  const primary = (
    <NewButton href={`/${slug}/vectordb/add`} permission={Permission.CREATE_VECTOR_DB}>
      New vector DB
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Vector DBs"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/vectordb/${_id}`}
        actions={actions}
        primary={primary}
        filters={
          <ListFilter
            label="Type"
            className="w-36"
            value={type}
            onChange={(value) => state.setFilter("kind", value)}
            all="All types"
            options={vectorDbTypes.map((id) => ({ value: id, label: vectorDbKinds[id].title }))}
          />
        }
        filtered={type !== undefined}
        onClearFilters={() => state.setFilter("kind", null)}
        state={state}
        query={query}
        empty={
          <EmptyList icon={Database} guide="knowledge" action={primary} example="your company's Qdrant server.">
            Vector DBs store embeddings of your data sources so that agents can search them by meaning.
          </EmptyList>
        }
      />
      <DeleteDialog
        {...removal}
        kind="vector DB"
        consequence="Its URL and key are deleted from Muster. Data stored in the database is kept."
        pending={remove.pending}
        typeToConfirm
        onClose={removal.close}
        onDelete={async (vectorDbId, force) =>
          Boolean(await remove.run({ params: { ...params, vectorDbId }, body: { force } }))
        }
      />
    </>
  );
}
