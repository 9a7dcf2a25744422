"use client";

import { AppWindow, Copy, MessageSquarePlus, Pencil, Plus, Sparkles, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { DeleteDialog, useDelete } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { EntityAvatar } from "@/components/shared/entity-avatar";
import { RelativeTime } from "@/components/shared/relative-time";
import { type Column, ResourceList } from "@/components/shared/resource-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useInfiniteEndpoint } from "@/hooks/use-infinite-endpoint";
import { useListState } from "@/hooks/use-list-state";
import { usePermission } from "@/hooks/use-permission";
import { type App, apps } from "@/lib/contract/apps";
import { samples } from "@/lib/contract/samples";
import { sessions } from "@/lib/contract/sessions";
import { Permission } from "@/lib/permissions/bits";

const columns: Column<App>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon, tags }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <EntityAvatar name={name} filename={icon?.filename} />
        <span className="truncate">{name}</span>
        {tags.slice(0, 2).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
  },
  { key: "agent", label: "Agent", cell: ({ agentName }) => agentName ?? <span className="text-warning">None</span> },
  {
    key: "sharing",
    label: "Shared with",
    wide: true,
    cell: ({ sharingConfig }) => (sharingConfig.mode === "private" ? "Only the creator" : "The team"),
  },
  { key: "sessions", label: "Sessions", cell: ({ sessionCount }) => sessionCount },
  { key: "last", label: "Last run", cell: ({ lastRun }) => (lastRun ? <RelativeTime date={lastRun} /> : "Never") },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated }) => <RelativeTime date={dateUpdated} />,
  },
];

export function AppList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why, has } = usePermission();
  const query = useInfiniteEndpoint(apps.list, { params, query: state.query, items: (page) => page.apps });
  const removal = useDelete<App>();
  const remove = useAction(apps.remove, { success: "App deleted.", onError: removal.onError });
  const duplicate = useAction(apps.duplicate, { success: "App duplicated.", navigate: false });
  const start = useAction(sessions.add);
  const sample = useAction(samples.add, { invalidate: ["apps", "agents", "models"] });
  const actions = (app: App) => [
    {
      label: "Start a session",
      icon: <MessageSquarePlus />,
      onSelect: () => void start.run({ params, body: { id: app._id } }),
    },
    {
      label: "Edit",
      icon: <Pencil />,
      onSelect: () => router.push(`/${slug}/app/${app._id}/edit`),
      why: why(Permission.EDIT_APP),
    },
    {
      label: "Duplicate",
      icon: <Copy />,
      onSelect: () => void duplicate.run({ params: { ...params, appId: app._id } }),
      why: why(Permission.CREATE_APP),
    },
    { label: "Delete", icon: <Trash2 />, onSelect: () => removal.ask(app), why: why(Permission.DELETE_APP) },
  ];
  const primary = has(Permission.CREATE_APP) ? (
    <Button asChild>
      <Link href={`/${slug}/app/add`}>
        <Plus /> New app
      </Link>
    </Button>
  ) : (
    <span className="text-muted text-secondary">{why(Permission.CREATE_APP)}</span>
  );
  return (
    <>
      <ResourceList
        title="Apps"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/app/${_id}`}
        actions={actions}
        primary={primary}
        state={state}
        query={query}
        empty={
          <EmptyState
            icon={AppWindow}
            action={
              <>
                {primary}
                {has(Permission.CREATE_APP) && (
                  <Button variant="outline" loading={sample.pending} onClick={() => void sample.run({ params })}>
                    <Sparkles /> Take the sample
                  </Button>
                )}
              </>
            }
          >
            An app is how people talk to an agent. The sample runs on the offline demo model and needs no key.
          </EmptyState>
        }
      />
      <DeleteDialog
        {...removal}
        kind="app"
        consequence="Its sessions stay in the history, under its name."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (appId, force) => Boolean(await remove.run({ params: { ...params, appId }, body: { force } }))}
      />
    </>
  );
}
