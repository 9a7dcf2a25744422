"use client";

import { Bot } from "lucide-react";
import { Avatar } from "@/components/shared/details/avatar";
import { updatedColumn, usedByColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { LastRun } from "@/components/shared/status/last-run";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { agents } from "@/lib/contract/agents/calls";
import type { Agent } from "@/lib/contract/agents/schemas";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";

const columns: Column<Agent>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <CutText text={name} />
      </span>
    ),
  },
  {
    key: "role",
    label: "Role",
    wide: true,
    cell: ({ role }) => <CutText text={role} className="text-left text-muted" />,
  },
  { key: "model", label: "Model", cell: ({ modelName }) => modelName ?? <span className="text-warning">None</span> },
  usedByColumn("app"),
  {
    key: "last",
    label: "Last run",
    roomy: true,
    cell: ({ lastRun, lastRunStatus }) => <LastRun date={lastRun} status={lastRunStatus} />,
  },
  updatedColumn,
];

export function AgentList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const modelId = state.filter("modelId") ?? "";
  const query = useInfiniteEndpoint(agents.list, {
    params,
    query: { ...state.query, ...(modelId && { modelId }) },
    items: (page) => page.agents,
  });
  const modelsQuery = useEndpoint(models.list, { params, query: { modelType: "llm", limit: 100, sort: "name" } });
  const rows = useResourceActions<Agent>({
    kind: "agent",
    calls: agents,
    idParam: "agentId",
    href: ({ _id }) => `/${slug}/agent/${_id}`,
    permissions: { create: Permission.CREATE_AGENT, edit: Permission.EDIT_AGENT, remove: Permission.DELETE_AGENT },
    consequence: "Its sessions are kept.",
    bulkConsequence: "Sessions are kept.",
    invalidate: ["apps", "variables"],
  });
  const primary = (
    <NewButton href={`/${slug}/agent/add`} permission={Permission.CREATE_AGENT}>
      New agent
    </NewButton>
  );
  return (
    <ResourceList
      {...rows}
      title="Agents"
      columns={columns}
      primary={primary}
      filters={[
        {
          name: "modelId",
          label: "Model",
          className: "w-48",
          value: modelId,
          all: "All models",
          options: modelsQuery.data?.models.map(({ _id, name }) => ({ value: _id, label: name })),
        },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyList icon={Bot} guide="first-agent" action={primary} example="a support agent that reads your manuals.">
          An agent is a model with a role, a goal and tools. Use it in apps.
        </EmptyList>
      }
    />
  );
}
