"use client";

import { FileText, RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { ListFilter } from "@/components/shared/page/list-filter";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { pollMs } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { documentStages } from "@/lib/constants/datasources";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { documents } from "@/lib/contract/documents/calls";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { isInProgress, stageOptions } from "../labels";
import { documentColumns } from "./document-columns";
import { useDocumentActions } from "./use-document-actions";

const finalStages: readonly string[] = ["stored", "failed", "skipped"];
const isUnfinished = ({ stage }: KnowledgeDocument): boolean => !finalStages.includes(stage);

/** The documents of a connection with their stages and errors. */
export function DocumentsTab({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const { _id: datasourceId, sourceType, recordCount } = datasource;
  const state = useListState();
  const stage = documentStages.find((one) => one === state.filter("stage"));
  const query = useInfiniteEndpoint(documents.list, {
    params: { resourceSlug: slug },
    query: { ...state.query, datasourceId, limit: 50, ...(stage && { stage }) },
    items: (page) => page.documents,
    refetchInterval: isInProgress(datasource) && pollMs,
    pollWhile: isUnfinished,
  });
  const { refetch } = query;
  const syncState = `${isInProgress(datasource)} ${datasource.status} ${Object.values(recordCount).join(" ")}`;
  const before = useRef(syncState);
  // Reloads the list when a sync ends: it may have added or removed documents.
  useEffect(() => {
    if (before.current !== syncState) void refetch();
    before.current = syncState;
  }, [syncState, refetch]);
  const { actions, dialog, retryAll, retrying, retryDisabledReason } = useDocumentActions({
    slug,
    datasourceId,
    sourceType,
  });
  const open = (id: string) => state.setFilter("document", id);
  const { failed } = recordCount;
  return (
    <>
      <DataTable
        level={2}
        title="Documents"
        columns={documentColumns(open)}
        getKey={({ _id }) => _id}
        getName={({ title }) => title}
        actions={actions}
        primary={
          failed > 0 && (
            <DisabledTooltip disabledReason={retryDisabledReason}>
              <Button variant="outline" loading={retrying} onClick={retryAll}>
                <RotateCcw aria-hidden /> Retry {failed === 1 ? "failed document" : `all ${failed} failed`}
              </Button>
            </DisabledTooltip>
          )
        }
        search={state.search}
        sorting={{
          key: state.sort,
          dir: state.dir,
          toggle: (key) => (key === "name" || key === "dateUpdated") && state.toggleSort(key),
        }}
        filters={
          <ListFilter
            label="Status"
            className="w-44"
            value={stage}
            onChange={(value) => state.setFilter("stage", value)}
            all="All statuses"
            options={stageOptions}
          />
        }
        isFiltered={state.q !== "" || stage !== undefined}
        onClear={() => {
          state.clearSearch();
          state.setFilter("stage", null);
        }}
        empty={
          <EmptyState icon={FileText}>
            {isInProgress(datasource) ? "The first documents are being fetched." : "No documents yet."}
          </EmptyState>
        }
        {...pagedProps(query)}
      />
      {dialog}
    </>
  );
}
