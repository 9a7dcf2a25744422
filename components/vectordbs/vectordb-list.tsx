"use client";

import { Database } from "lucide-react";
import { updatedColumn, usersColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { vectorDbKinds, vectorDbTypes } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import { Permission } from "@/lib/permissions/bits";

const columns: Column<VectorDb>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => <CutText text={name} />,
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
  usersColumn(({ usedIn }) => usedIn[0]),
  updatedColumn,
];

export function VectorDbList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const type = vectorDbTypes.find((id) => id === state.filter("kind"));
  const query = useInfiniteEndpoint(vectordbs.list, {
    params,
    query: { ...state.query, ...(type && { type }) },
    items: (page) => page.vectorDbs,
  });
  const rows = useResourceActions<VectorDb>({
    kind: "vector DB",
    calls: vectordbs,
    idParam: "vectorDbId",
    href: ({ _id }) => `/${slug}/vectordb/${_id}`,
    permissions: {
      create: Permission.CREATE_VECTOR_DB,
      edit: Permission.EDIT_VECTOR_DB,
      remove: Permission.DELETE_VECTOR_DB,
    },
    consequence: "Its URL and key are deleted from Muster. Data stored in the database is kept.",
    typeToConfirm: true,
    users: ({ usedIn }) => usedIn,
    fixedReason: ({ type }) => (type === "builtin" ? "The built-in database can't be changed." : undefined),
  });
  const primary = (
    <NewButton href={`/${slug}/vectordb/add`} permission={Permission.CREATE_VECTOR_DB}>
      New vector DB
    </NewButton>
  );
  return (
    <ResourceList
      {...rows}
      title="Vector DBs"
      columns={columns}
      primary={primary}
      filters={[
        {
          name: "kind",
          label: "Type",
          className: "w-36",
          value: type,
          all: "All types",
          options: vectorDbTypes.map((id) => ({ value: id, label: vectorDbKinds[id].title })),
        },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyList icon={Database} guide="knowledge" action={primary} example="your company's Qdrant server.">
          Vector DBs store embeddings of your data sources so that agents can search them by meaning.
        </EmptyList>
      }
    />
  );
}
