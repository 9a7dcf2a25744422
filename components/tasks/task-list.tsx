"use client";

import { ListChecks } from "lucide-react";
import { useRouter } from "next/navigation";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { Changed } from "@/components/shared/form/changed";
import { ListFilter } from "@/components/shared/page/list-filter";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, duplicateAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyState } from "@/components/shared/status/empty-state";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
import { agents } from "@/lib/contract/agents/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import type { Task } from "@/lib/contract/tasks/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";

const columns: Column<Task>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate text-left" title={name}>
        {name}
      </span>
    ),
  },
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
  {
    key: "used",
    label: "Used by",
    cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, "app") : <span className="text-faint">No apps</span>),
  },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) => <Changed date={dateUpdated} by={updatedByName} />,
  },
];

export function TaskList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why } = usePermission();
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
  const removal = useDelete<Task>();
  const remove = useAction(tasks.remove, {
    success: "Task deleted.",
    invalidate: ["apps", "variables"],
    onError: removal.onError,
  });
  const duplicate = useAction(tasks.duplicate, { success: "Task duplicated.", navigate: false });
  const bulk = useBulkDelete<Task>({
    kind: "task",
    consequence: "Sessions that used these tasks are kept.",
    disabledReason: why(Permission.DELETE_TASK),
    invalidate: ["tasks", "apps", "variables"],
    remove: (item, force) => call(tasks.remove, { params: { ...params, taskId: item._id }, body: { force } }),
  });
  const actions = (task: Task) => [
    editAction(() => router.push(`/${slug}/task/${task._id}`), why(Permission.EDIT_TASK)),
    duplicateAction(() => void duplicate.run({ params: { ...params, taskId: task._id } }), why(Permission.CREATE_TASK)),
    deleteAction(() => removal.ask(task), why(Permission.DELETE_TASK)),
  ];
  const primary = (
    <NewButton href={`/${slug}/task/add`} permission={Permission.CREATE_TASK}>
      New task
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Tasks"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/task/${_id}`}
        actions={actions}
        bulk={[bulk.action]}
        primary={primary}
        filters={
          <ListFilter
            label="Agent"
            className="w-48"
            value={agentId}
            onChange={(value) => state.setFilter("agentId", value)}
            all="All agents"
            options={agentRows?.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        }
        filtered={agentId !== ""}
        onClearFilters={() => state.setFilter("agentId", null)}
        state={state}
        query={query}
        empty={
          <EmptyState icon={ListChecks} guide="processes" action={primary} example="“Summarize this week's tickets.”">
            A task is a piece of work for an agent. Process apps run several, in sequence or in parallel.
          </EmptyState>
        }
      />
      <DeleteDialog
        {...removal}
        kind="task"
        consequence="Sessions that used this task are kept."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (taskId, force) =>
          Boolean(await remove.run({ params: { ...params, taskId }, body: { force } }))
        }
      />
      {bulk.dialog}
    </>
  );
}
