"use client";

import type { UrlFilter } from "@/components/shared/page/resource-list";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import type { useListState } from "@/hooks/page/use-list-state";
import { agents } from "@/lib/contract/agents/calls";
import { sharingLabel } from "../form/app-form";

/** Modes that apps of this server can have. */
const modes = ["team", "private"] as const;

/** The filters of the list of apps, kept in the URL. */
export function useAppFilters(slug: string, { filter }: ReturnType<typeof useListState>) {
  const sharingMode = modes.find((one) => one === filter("sharing"));
  const agentId = filter("agentId") ?? "";
  const agentRows = useFirstRows(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 100, sort: "name" },
    items: (page) => page.agents,
  });
  const filters: UrlFilter[] = [
    {
      name: "agentId",
      label: "Agent",
      className: "w-44",
      value: agentId,
      all: "All agents",
      options: agentRows?.map(({ _id, name }) => ({ value: _id, label: name })),
    },
    {
      name: "sharing",
      label: "Access",
      className: "w-36",
      value: sharingMode,
      all: "All access",
      options: modes.map((mode) => ({ value: mode, label: sharingLabel(mode) })),
    },
  ];
  return {
    filters,
    query: { ...(agentId && { agentId }), ...(sharingMode && { sharingMode }) },
  };
}
