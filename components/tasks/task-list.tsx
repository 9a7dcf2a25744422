"use client";

import { ListChecks } from "lucide-react";
import { nameColumn, updatedColumn, usedByColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyState } from "@/components/shared/status/empty-state";
import { useTeamSlug } from "@/context/account";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { agents } from "@/lib/contract/agents/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import type { Task } from "@/lib/contract/tasks/schemas";
import { Permission } from "@/lib/permissions/bits";

const columns: Column<Task>[] = [
  nameColumn,
  {
    key: "agent",
    label: "Agent",
    cell: ({ agent }) => agent?.name ?? <span className="text-faint">None</span>,
  },
  {
    key: "context",
    label: "Depends on",
    wide: true,
    cell: ({ context }) =>
      context.length > 0 ? (
        <span className="block truncate" title={context.map(({ name }) => name).join(", ")}>
          {context.map(({ name }) => name).join(", ")}
        </span>
      ) : (
        <span className="text-faint">None</span>
      ),
  },
  usedByColumn("app"),
  updatedColumn,
];

export function TaskList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const agentId = state.filter("agentId") ?? "";
  const query = useInfiniteEndpoint(tasks.list, {
    params,
    query: { ...state.query, ...(agentId && { agentId }) },
    items: (page) => page.tasks,
  });
  const agentRows = useFirstRows(agents.list, {
    params,
    query: { limit: 100, sort: "name" },
    items: (page) => page.agents,
  });
  const rows = useResourceActions<Task>({
    kind: "task",
    calls: tasks,
    idParam: "taskId",
    href: ({ _id }) => `/${slug}/task/${_id}`,
    permissions: { create: Permission.CREATE_TASK, edit: Permission.EDIT_TASK, remove: Permission.DELETE_TASK },
    consequence: "Sessions that used this task are kept.",
    bulkConsequence: "Sessions that used these tasks are kept.",
    invalidate: ["apps", "variables"],
  });
  const primary = (
    <NewButton href={`/${slug}/task/add`} permission={Permission.CREATE_TASK}>
      New task
    </NewButton>
  );
  return (
    <ResourceList
      {...rows}
      title="Tasks"
      columns={columns}
      primary={primary}
      filters={[
        {
          name: "agentId",
          label: "Agent",
          className: "w-48",
          value: agentId,
          all: "All agents",
          options: agentRows?.map(({ _id, name }) => ({ value: _id, label: name })),
        },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyState icon={ListChecks} guide="processes" action={primary} example="“Summarize this week's tickets.”">
          A task is a piece of work for an agent. Process apps run several, in sequence or in parallel.
        </EmptyState>
      }
    />
  );
}
