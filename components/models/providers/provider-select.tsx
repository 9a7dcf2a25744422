"use client";

import type { ComponentProps } from "react";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { type ProviderId, providers as types } from "@/lib/constants/providers";
import { providers } from "@/lib/contract/providers/calls";

interface Props extends Omit<ComponentProps<typeof SearchSelect>, "options" | "search" | "onChange"> {
  slug: string;
  /** Only providers of this type. */
  type?: ProviderId | undefined;
  onChange(id: string, type: ProviderId): void;
}

/** Selects a provider of the team. */
export function ProviderSelect({ slug, type, onChange, ...props }: Props) {
  const { text, debounced, onChange: search } = useDebouncedText();
  const query = useEndpoint(providers.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, ...(type && { type }), ...(debounced && { q: debounced }) },
  });
  const found = query.data?.providers ?? [];
  return (
    <SearchSelect
      placeholder="Choose a provider"
      emptyText={debounced ? "No matching providers." : "Your team has no providers yet."}
      {...props}
      options={found.map((one) => ({
        value: one._id,
        label: one.name,
        help: types[one.type].title,
        icon: <BrandIcon brand={one.type} className="text-muted" />,
      }))}
      onChange={(id) => {
        const chosen = found.find(({ _id }) => _id === id);
        if (chosen) onChange(id, chosen.type);
      }}
      search={{ text, onChange: search, loading: query.isPending }}
    />
  );
}
