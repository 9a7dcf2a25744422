"use client";

import { Wrench } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { DeleteDialog, listUsers, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { ListFilter } from "@/components/shared/page/list-filter";
import { NewButton } from "@/components/shared/page/new-button";
import { ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, duplicateAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
import { toolTypes } from "@/lib/constants/tools";
import { datasources } from "@/lib/contract/datasources/calls";
import { tools } from "@/lib/contract/tools/calls";
import type { ToolSummary } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { toolColumns } from "./tool-columns";
import { describeDeletion, searchLoss } from "./tool-deletion";
import { toolTypeLabels } from "./tool-types";

export function ToolList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why } = usePermission();
  const datasourceId = state.filter("datasourceId") ?? "";
  const type = toolTypes.find((one) => one === state.filter("type"));
  const query = useInfiniteEndpoint(tools.list, {
    params,
    query: { ...state.query, ...(datasourceId && { datasourceId }), ...(type && { type }) },
    items: (page) => page.tools,
  });
  const sources = useFirstRows(datasources.list, {
    params,
    query: { limit: 100, sort: "name" },
    items: (page) => page.datasources,
  });
  const removal = useDelete<ToolSummary>();
  const remove = useAction(tools.remove, {
    success: "Tool deleted.",
    invalidate: ["agents", "datasources"],
    onError: removal.onError,
  });
  const duplicate = useAction(tools.duplicate, { success: "Tool duplicated.", navigate: false });
  const bulk = useBulkDelete<ToolSummary>({
    kind: "tool",
    consequence: "Their revisions and saved arguments are deleted.",
    disabledReason: why(Permission.DELETE_TOOL),
    invalidate: ["tools", "agents", "datasources"],
    remove: (item, force) => call(tools.remove, { params: { ...params, toolId: item._id }, body: { force } }),
  });
  const actions = (tool: ToolSummary) => [
    editAction(() => router.push(`/${slug}/tool/${tool._id}`), why(Permission.EDIT_TOOL)),
    duplicateAction(() => void duplicate.run({ params: { ...params, toolId: tool._id } }), why(Permission.CREATE_TOOL)),
    deleteAction(() => removal.ask(tool, listUsers(tool.usedIn)), why(Permission.DELETE_TOOL)),
  ];
  const primary = (
    <>
      <Button variant="outline" asChild>
        <Link href={`/${slug}/tool/add?type=builtin`}>Library</Link>
      </Button>
      <NewButton href={`/${slug}/tool/add`} permission={Permission.CREATE_TOOL}>
        New tool
      </NewButton>
    </>
  );
  return (
    <>
      <ResourceList
        title="Tools"
        columns={toolColumns(slug)}
        items={query.items}
        href={({ _id }) => `/${slug}/tool/${_id}`}
        actions={actions}
        bulk={[bulk.action]}
        primary={primary}
        filters={
          <>
            <ListFilter
              label="Type"
              className="w-36"
              value={type}
              onChange={(value) => state.setFilter("type", value)}
              all="All types"
              options={toolTypes.map((one) => ({ value: one, label: toolTypeLabels[one].label }))}
            />
            <ListFilter
              label="Data source"
              className="w-48"
              value={datasourceId}
              onChange={(value) => state.setFilter("datasourceId", value)}
              all="All data sources"
              options={sources?.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          </>
        }
        filtered={datasourceId !== "" || type !== undefined}
        onClearFilters={() => {
          state.setFilter("datasourceId", null);
          state.setFilter("type", null);
        }}
        state={state}
        query={query}
        empty={
          <EmptyState icon={Wrench} guide="tools" action={primary} example="an API call that looks up an order.">
            Tools let agents run code, call services and search your data sources. Each new data source comes with a
            search tool.
          </EmptyState>
        }
      />
      <DeleteDialog
        {...removal}
        kind="tool"
        consequence={removal.item ? describeDeletion(removal.item) : ""}
        loss={removal.item ? searchLoss(removal.item) : undefined}
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (toolId, force) =>
          Boolean(await remove.run({ params: { ...params, toolId }, body: { force } }))
        }
      />
      {bulk.dialog}
    </>
  );
}
