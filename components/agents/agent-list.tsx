"use client";

import { Bot, Copy, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Avatar } from "@/components/shared/avatar";
import { DeleteDialog, useDelete } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { RelativeTime } from "@/components/shared/relative-time";
import { type Column, ResourceList } from "@/components/shared/resource-list";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useInfiniteEndpoint } from "@/hooks/use-infinite-endpoint";
import { useListState } from "@/hooks/use-list-state";
import { usePermission } from "@/hooks/use-permission";
import { type Agent, agents } from "@/lib/contract/agents";
import { Permission } from "@/lib/permissions/bits";

const columns: Column<Agent>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon }) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <span className="truncate">{name}</span>
      </span>
    ),
  },
  {
    key: "role",
    label: "Role",
    wide: true,
    cell: ({ role }) => <span className="line-clamp-1 max-w-80 text-muted">{role}</span>,
  },
  { key: "model", label: "Model", cell: ({ modelName }) => modelName ?? <span className="text-warning">None</span> },
  { key: "used", label: "Used by", cell: ({ usedBy }) => `${usedBy} ${usedBy === 1 ? "app" : "apps"}` },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated }) => <RelativeTime date={dateUpdated} />,
  },
];

export function AgentList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why, has } = usePermission();
  const query = useInfiniteEndpoint(agents.list, { params, query: state.query, items: (page) => page.agents });
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
        state={state}
        query={query}
        empty={
          <EmptyState icon={Bot} action={primary}>
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
