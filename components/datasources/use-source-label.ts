"use client";

import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { airbyte } from "@/lib/contract/airbyte/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { sourceLabel } from "./labels";

/** Returns the name of a datasource's source; an external engine defines its own names. */
export function useSourceLabel({ sourceType, engine }: Pick<Datasource, "sourceType" | "engine">): string {
  const params = { resourceSlug: useTeamSlug() };
  const { data } = useEndpoint(airbyte.connectors, { params, enabled: engine !== "builtin" });
  const label = sourceLabel(sourceType);
  if (engine === "builtin") return label;
  const name = data?.connectors.find(({ sourceDefinitionId }) => sourceDefinitionId === sourceType)?.name;
  return name ? `${name} (${label})` : label;
}
