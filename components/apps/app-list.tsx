"use client";

import { AppWindow, Plus, Sparkles } from "lucide-react";
import Link from "next/link";
import { Avatar } from "@/components/shared/avatar";
import { EmptyState } from "@/components/shared/empty-state";
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
import { Permission } from "@/lib/permissions/bits";
import { sharedWith } from "./app-form";
import { useAppActions } from "./use-app-actions";

const columns: Column<App>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon, tags }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
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
    cell: ({ sharingConfig }) => sharedWith(sharingConfig.mode),
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
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why, has } = usePermission();
  const query = useInfiniteEndpoint(apps.list, { params, query: state.query, items: (page) => page.apps });
  const { actions, dialog } = useAppActions(slug);
  const sample = useAction(samples.add, { invalidate: ["apps", "agents", "models"] });
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
      {dialog}
    </>
  );
}
