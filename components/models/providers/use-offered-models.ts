"use client";

import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { providers } from "@/lib/contract/providers/calls";
import { Permission } from "@/lib/permissions/bits";

/** Asks a provider for its own models, if the account may. */
export function useOfferedModels(slug: string, providerId: string | undefined) {
  const { has } = usePermission();
  const enabled = providerId !== undefined && has(Permission.CREATE_MODEL);
  const { data, error, isFetching } = useEndpoint(providers.models, {
    params: { resourceSlug: slug, providerId: providerId ?? "" },
    enabled,
  });
  return { data: enabled ? data : undefined, error: enabled ? error : null, loading: enabled && isFetching };
}
