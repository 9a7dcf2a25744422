"use client";

import { ListFilter } from "@/components/shared/page/list-filter";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import type { useListState } from "@/hooks/page/use-list-state";
import { agents } from "@/lib/contract/agents/calls";
import { sharingLabel } from "../form/app-form";

/** Modes that apps of this server can have. */
const modes = ["team", "private"] as const;

/** The filters of the list of apps, kept in the URL. */
export function useAppFilters(slug: string, { filter, setFilter }: ReturnType<typeof useListState>) {
  const sharingMode = modes.find((one) => one === filter("sharing"));
  const agentId = filter("agentId") ?? "";
  const agentRows = useFirstRows(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 100, sort: "name" },
    items: (page) => page.agents,
  });
  const filters = (
    <>
      <ListFilter
        label="Agent"
        className="w-44"
        value={agentId}
        onChange={(value) => setFilter("agentId", value)}
        all="All agents"
        options={agentRows?.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <ListFilter
        label="Access"
        className="w-36"
        value={sharingMode}
        onChange={(value) => setFilter("sharing", value)}
        all="All access"
        options={modes.map((mode) => ({ value: mode, label: sharingLabel(mode) }))}
      />
    </>
  );
  return {
    filters,
    query: { ...(agentId && { agentId }), ...(sharingMode && { sharingMode }) },
    filtered: agentId !== "" || sharingMode !== undefined,
    clear: () => {
      setFilter("agentId", null);
      setFilter("sharing", null);
    },
  };
}
