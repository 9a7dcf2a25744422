"use client";

import type { ComponentProps } from "react";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { datasources } from "@/lib/contract/datasources/calls";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** One of the team's connections. */
export function DatasourceSelect({ slug, ...props }: Props) {
  const { text, quiet, onChange } = useDebouncedText();
  const found = useEndpoint(datasources.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) },
  });
  const options = (found.data?.datasources ?? [])
    .filter(({ status }) => status !== "draft")
    .map(({ _id, name, description }) => ({ value: _id, label: name, help: description || undefined }));
  return (
    <SearchSelect
      placeholder="Choose a connection"
      emptyText={quiet ? "No connection of this name." : "Your team has no connection yet."}
      {...props}
      options={options}
      search={{ text, onChange, loading: found.isPending }}
    />
  );
}
