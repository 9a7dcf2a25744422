"use client";

import { Bot } from "lucide-react";
import { useRouter } from "next/navigation";
import { Avatar } from "@/components/shared/details/avatar";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { Changed } from "@/components/shared/form/changed";
import { ListFilter } from "@/components/shared/page/list-filter";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, duplicateAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { LastRun } from "@/components/shared/status/last-run";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
import { agents } from "@/lib/contract/agents/calls";
import type { Agent } from "@/lib/contract/agents/schemas";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";

const columns: Column<Agent>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <span dir="auto" className="truncate" title={name}>
          {name}
        </span>
      </span>
    ),
  },
  {
    key: "role",
    label: "Role",
    wide: true,
    cell: ({ role }) => (
      <span dir="auto" className="block truncate text-left text-muted" title={role}>
        {role}
      </span>
    ),
  },
  { key: "model", label: "Model", cell: ({ modelName }) => modelName ?? <span className="text-warning">None</span> },
  {
    key: "used",
    label: "Used by",
    cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, "app") : <span className="text-faint">No apps</span>),
  },
  {
    key: "last",
    label: "Last run",
    roomy: true,
    cell: ({ lastRun, lastRunStatus }) => <LastRun date={lastRun} status={lastRunStatus} />,
  },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) => <Changed date={dateUpdated} by={updatedByName} />,
  },
];

export function AgentList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why } = usePermission();
  const modelId = state.filter("modelId") ?? "";
  const query = useInfiniteEndpoint(agents.list, {
    params,
    query: { ...state.query, ...(modelId && { modelId }) },
    items: (page) => page.agents,
  });
  const modelsQuery = useEndpoint(models.list, { params, query: { modelType: "llm", limit: 100, sort: "name" } });
  const removal = useDelete<Agent>();
  const remove = useAction(agents.remove, {
    success: "Agent deleted.",
    invalidate: ["apps", "variables"],
    onError: removal.onError,
  });
  const duplicate = useAction(agents.duplicate, { success: "Agent duplicated.", navigate: false });
  const bulk = useBulkDelete<Agent>({
    kind: "agent",
    consequence: "Their sessions are kept.",
    disabledReason: why(Permission.DELETE_AGENT),
    invalidate: ["agents", "apps", "variables"],
    remove: (item, force) => call(agents.remove, { params: { ...params, agentId: item._id }, body: { force } }),
  });
  const actions = (agent: Agent) => [
    editAction(() => router.push(`/${slug}/agent/${agent._id}`), why(Permission.EDIT_AGENT)),
    duplicateAction(
      () => void duplicate.run({ params: { ...params, agentId: agent._id } }),
      why(Permission.CREATE_AGENT),
    ),
    deleteAction(() => removal.ask(agent), why(Permission.DELETE_AGENT)),
  ];
  const primary = (
    <NewButton href={`/${slug}/agent/add`} permission={Permission.CREATE_AGENT}>
      New agent
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Agents"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/agent/${_id}`}
        actions={actions}
        bulk={[bulk.action]}
        primary={primary}
        filters={
          <ListFilter
            label="Model"
            className="w-48"
            value={modelId}
            onChange={(value) => state.setFilter("modelId", value)}
            all="All models"
            options={modelsQuery.data?.models.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        }
        filtered={modelId !== ""}
        onClearFilters={() => state.setFilter("modelId", null)}
        state={state}
        query={query}
        empty={
          <EmptyList icon={Bot} guide="first-agent" action={primary} example="a support agent that reads your manuals.">
            An agent is a model with a role, a goal and tools. Use it in apps.
          </EmptyList>
        }
      />
      <DeleteDialog
        {...removal}
        kind="agent"
        consequence="Its sessions are kept."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (agentId, force) =>
          Boolean(await remove.run({ params: { ...params, agentId }, body: { force } }))
        }
      />
      {bulk.dialog}
    </>
  );
}
