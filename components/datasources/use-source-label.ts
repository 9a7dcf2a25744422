"use client";

import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { airbyte } from "@/lib/contract/calls/airbyte";
import type { Datasource } from "@/lib/contract/datasources";
import { sourceLook } from "./words";

/** What a datasource's source is called; one of another engine by the name that the engine gives it. */
export function useSourceLabel({ sourceType, engine }: Pick<Datasource, "sourceType" | "engine">): string {
  const params = { resourceSlug: useTeamSlug() };
  const { data } = useEndpoint(airbyte.connectors, { params, enabled: engine !== "builtin" });
  const { label } = sourceLook(sourceType);
  if (engine === "builtin") return label;
  const name = data?.connectors.find(({ sourceDefinitionId }) => sourceDefinitionId === sourceType)?.name;
  return name ? `${name} (${label})` : label;
}
