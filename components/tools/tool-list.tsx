"use client";

import { Wrench } from "lucide-react";
import Link from "next/link";
import { listUsers } from "@/components/shared/dialogs/delete-dialog";
import { NewButton } from "@/components/shared/page/new-button";
import { ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
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
  const params = { resourceSlug: slug };
  const state = useListState();
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
  const rows = useResourceActions<ToolSummary>({
    kind: "tool",
    calls: tools,
    idParam: "toolId",
    href: ({ _id }) => `/${slug}/tool/${_id}`,
    permissions: { create: Permission.CREATE_TOOL, edit: Permission.EDIT_TOOL, remove: Permission.DELETE_TOOL },
    consequence: describeDeletion,
    loss: searchLoss,
    bulkConsequence: "This also deletes revisions and saved arguments.",
    invalidate: ["agents", "datasources"],
    users: ({ usedIn }) => listUsers(usedIn),
  });
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
    <ResourceList
      {...rows}
      title="Tools"
      columns={toolColumns(slug)}
      primary={primary}
      filters={[
        {
          name: "type",
          label: "Type",
          className: "w-36",
          value: type,
          all: "All types",
          options: toolTypes.map((one) => ({ value: one, label: toolTypeLabels[one].label })),
        },
        {
          name: "datasourceId",
          label: "Data source",
          className: "w-48",
          value: datasourceId,
          all: "All data sources",
          options: sources?.map(({ _id, name }) => ({ value: _id, label: name })),
        },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyState icon={Wrench} guide="tools" action={primary} example="an API call that looks up an order.">
          Tools let agents run code, call services and search your data sources. Each new data source comes with a
          search tool.
        </EmptyState>
      }
    />
  );
}
