"use client";

import type { ComponentProps } from "react";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { datasources } from "@/lib/contract/datasources/calls";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** Selects a connection of the team. */
export function DatasourceSelect({ slug, ...props }: Props) {
  const { text, debounced, onChange } = useDebouncedText();
  const query = useEndpoint(datasources.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const options = (query.data?.datasources ?? [])
    .filter(({ status }) => status !== "draft")
    .map(({ _id, name, description }) => ({ value: _id, label: name, help: description || undefined }));
  return (
    <SearchSelect
      placeholder="Choose a data source"
      emptyText={debounced ? "No matching data sources." : "Your team has no data sources yet."}
      {...props}
      options={options}
      search={{ text, onChange, loading: query.isPending }}
    />
  );
}
