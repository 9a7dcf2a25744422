"use client";

import { Bot, Copy, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Avatar } from "@/components/shared/avatar";
import { Changed } from "@/components/shared/changed";
import { DeleteDialog, useDelete } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { LastRun } from "@/components/shared/last-run";
import { type Column, ResourceList } from "@/components/shared/resource-list";
import { TakeSample } from "@/components/shared/take-sample";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/use-infinite-endpoint";
import { useListState } from "@/hooks/use-list-state";
import { usePermission } from "@/hooks/use-permission";
import type { Agent } from "@/lib/contract/agents";
import { agents } from "@/lib/contract/calls/agents";
import { models } from "@/lib/contract/calls/models";
import { Permission } from "@/lib/permissions/bits";

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
    cell: ({ usedBy }) =>
      usedBy ? `${usedBy} ${usedBy === 1 ? "app" : "apps"}` : <span className="text-faint">No app</span>,
  },
  {
    key: "last",
    label: "Last run",
    wide: true,
    cell: ({ lastRun, lastRunStatus }) => <LastRun date={lastRun} status={lastRunStatus} />,
  },
  {
    key: "updated",
    label: "Changed",
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
  const { why, has } = usePermission();
  const modelId = state.filter("modelId") ?? "";
  const query = useInfiniteEndpoint(agents.list, {
    params,
    query: { ...state.query, ...(modelId && { modelId }) },
    items: (page) => page.agents,
  });
  const known = useEndpoint(models.list, { params, query: { modelType: "llm", limit: 100, sort: "name" } });
  const removal = useDelete<Agent>();
  const remove = useAction(agents.remove, {
    success: "Agent deleted.",
    invalidate: ["apps"],
    onError: removal.onError,
  });
  const duplicate = useAction(agents.duplicate, { success: "Agent duplicated.", navigate: false });
  const actions = (agent: Agent) => [
    {
      label: "Edit",
      icon: <Pencil />,
      onSelect: () => router.push(`/${slug}/agent/${agent._id}`),
      why: why(Permission.EDIT_AGENT),
    },
    {
      label: "Duplicate",
      icon: <Copy />,
      onSelect: () => void duplicate.run({ params: { ...params, agentId: agent._id } }),
      why: why(Permission.CREATE_AGENT),
    },
    {
      label: "Delete",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => removal.ask(agent),
      why: why(Permission.DELETE_AGENT),
    },
  ];
  const primary = has(Permission.CREATE_AGENT) ? (
    <Button asChild>
      <Link href={`/${slug}/agent/add`}>
        <Plus /> New agent
      </Link>
    </Button>
  ) : (
    <span className="text-muted text-secondary">{why(Permission.CREATE_AGENT)}</span>
  );
  return (
    <>
      <ResourceList
        title="Agents"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/agent/${_id}`}
        actions={actions}
        primary={primary}
        filters={
          <OptionSelect
            aria-label="Model"
            className="w-48 max-lg:w-32 max-md:min-w-0 max-md:flex-1"
            value={modelId}
            onChange={(value) => state.setFilter("modelId", value || null)}
            options={[
              { value: "", label: "Every model" },
              ...(known.data?.models ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        }
        filtered={modelId !== ""}
        onClearFilters={() => state.setFilter("modelId", null)}
        state={state}
        query={query}
        empty={
          <EmptyState
            icon={Bot}
            action={
              <>
                {primary}
                <TakeSample />
              </>
            }
          >
            An agent is a model with a role, a goal and a backstory. Apps let people talk to it.
          </EmptyState>
        }
      />
      <DeleteDialog
        {...removal}
        kind="agent"
        consequence="Sessions with it stay as they are."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (agentId, force) =>
          Boolean(await remove.run({ params: { ...params, agentId }, body: { force } }))
        }
      />
    </>
  );
}
