"use client";

import { Cable } from "lucide-react";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { NewButton } from "@/components/shared/page/new-button";
import { ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
import { datasourceStatuses } from "@/lib/constants/datasources";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { Permission } from "@/lib/permissions/bits";
import { connectionColumns } from "./connection-columns";
import { draftHref, isInProgress, statusOptions } from "./labels";
import { useDatasourceActions } from "./use-datasource-actions";

const hrefOf = (slug: string, datasource: Datasource): string =>
  datasource.status === "draft" ? draftHref(slug, datasource) : `/${slug}/datasource/${datasource._id}`;

export function ConnectionList() {
  const slug = useTeamSlug();
  const state = useListState();
  const status = datasourceStatuses.find((one) => one === state.filter("status"));
  const query = useInfiniteEndpoint(datasources.list, {
    params: { resourceSlug: slug },
    query: { ...state.query, ...(status && { status }) },
    items: (page) => page.datasources,
    pollWhile: isInProgress,
  });
  const { actions, dialog } = useDatasourceActions(slug);
  const { why } = usePermission();
  const bulk = useBulkDelete<Datasource>({
    kind: "data source",
    consequence:
      "This deletes all documents, uploaded files, chunks, vectors and search tools. Connected sources aren't changed.",
    disabledReason: why(Permission.DELETE_DATASOURCE),
    invalidate: ["datasources", "agents", "tools", "plans"],
    remove: ({ _id }, force) =>
      call(datasources.remove, { params: { resourceSlug: slug, datasourceId: _id }, body: { force } }),
  });
  const primary = (
    <NewButton href={`/${slug}/connections/add`} permission={Permission.CREATE_DATASOURCE}>
      New data source
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Connections"
        columns={connectionColumns}
        href={(datasource) => hrefOf(slug, datasource)}
        actions={actions}
        bulk={[bulk.action]}
        primary={primary}
        filters={[
          {
            name: "status",
            label: "Status",
            className: "w-40",
            value: status,
            all: "All statuses",
            options: statusOptions,
          },
        ]}
        state={state}
        query={query}
        empty={
          <EmptyState icon={Cable} guide="knowledge" action={primary} example="the employee handbook as a PDF.">
            Data sources give agents your documents: upload files, or sync a database, a drive or a website. Answers
            cite the passages they use.
          </EmptyState>
        }
      />
      {dialog}
      {bulk.dialog}
    </>
  );
}
