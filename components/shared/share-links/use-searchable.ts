"use client";

import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { App } from "@/lib/contract/apps/schemas";
import { datasources } from "@/lib/contract/datasources/calls";

interface Searchers {
  agentIds: readonly string[];
  taskIds: readonly string[];
}

/** The agents and tasks of a stored app. */
export const findSearchers = ({ chatAppConfig, processConfig }: App): Searchers => ({
  agentIds: [...(chatAppConfig.agentId ? [chatAppConfig.agentId] : []), ...processConfig.agentIds],
  taskIds: processConfig.taskIds,
});

/** The data sources that these agents and tasks can search, loaded when they are needed. */
export const useSearchable = (slug: string, { agentIds, taskIds }: Searchers, enabled: boolean) =>
  useEndpoint(datasources.searchable, {
    params: { resourceSlug: slug },
    query: { agentIds: agentIds.join(" "), taskIds: taskIds.join(" ") },
    enabled,
  });
