"use client";

import { AppWindow } from "lucide-react";
import { Avatar } from "@/components/shared/details/avatar";
import { updatedColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { EmptyList } from "@/components/shared/status/empty-list";
import { LastRun } from "@/components/shared/status/last-run";
import { Badge } from "@/components/ui/badge";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { sharingLabel } from "../form/app-form";
import { ImportButton, TemplatesButton } from "./import-button";
import { useAppActions } from "./use-app-actions";
import { useAppFilters } from "./use-app-filters";
import { useBulkApps } from "./use-bulk-apps";

const columns: Column<App>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, icon, tags }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} filename={icon?.filename} size="md" />
        <CutText text={name} />
        {tags.slice(0, 2).map((tag, index) => (
          <Badge key={tag} className={index === 0 ? "shrink-0 max-xl:hidden" : "shrink-0 max-2xl:hidden"}>
            {tag}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    key: "agent",
    label: "Agent or tasks",
    roomy: true,
    cell: ({ type, agentName, processConfig: { taskIds } }) => {
      if (type === "chat") return agentName ?? <span className="text-warning">None</span>;
      if (taskIds.length === 0) return <span className="text-warning">No tasks</span>;
      return pluralize(taskIds.length, "task");
    },
  },
  { key: "sharing", label: "Access", roomy: true, cell: ({ sharingConfig }) => sharingLabel(sharingConfig.mode) },
  { key: "sessions", label: "Sessions", wide: true, align: "right", cell: ({ sessionCount }) => sessionCount },
  {
    key: "last",
    label: "Last run",
    cell: ({ lastRun, lastRunStatus }) => <LastRun date={lastRun} status={lastRunStatus} />,
  },
  updatedColumn,
];

export function AppList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const chosen = useAppFilters(slug, state);
  const query = useInfiniteEndpoint(apps.list, {
    params,
    query: { ...state.query, ...chosen.query },
    items: (page) => page.apps,
  });
  const { actions, dialog } = useAppActions(slug);
  const bulk = useBulkApps(slug);
  const add = (
    <NewButton href={`/${slug}/app/add`} permission={Permission.CREATE_APP}>
      New app
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Apps"
        columns={columns}
        href={({ _id }) => `/${slug}/app/${_id}`}
        actions={actions}
        bulk={bulk.actions}
        primary={
          <>
            <ImportButton slug={slug} />
            <TemplatesButton slug={slug}>Templates</TemplatesButton>
            {add}
          </>
        }
        filters={chosen.filters}
        state={state}
        query={query}
        empty={
          <EmptyList
            icon={AppWindow}
            guide="first-agent"
            example="an HR chat that answers from the employee handbook."
            action={
              <>
                {add}
                <ImportButton slug={slug} />
                <TemplatesButton slug={slug}>Start from a template</TemplatesButton>
              </>
            }
          >
            Apps let people use your agents. The sample runs on the offline demo model and needs no API key.
          </EmptyList>
        }
      />
      {dialog}
      {bulk.dialogs}
    </>
  );
}
