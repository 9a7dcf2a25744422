"use client";

import type { ComponentProps } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { models } from "@/lib/contract/models/calls";
import { SearchSelect } from "./search-select";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** Selects a chat model of the team. */
export function ModelSelect({ slug, ...props }: Props) {
  const { text, debounced, onChange } = useDebouncedText();
  const query = useEndpoint(models.list, {
    params: { resourceSlug: slug },
    query: { modelType: "llm", limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const options = (query.data?.models ?? []).map(({ _id, name, model }) => ({ value: _id, label: name, help: model }));
  return (
    <SearchSelect
      placeholder="Choose a model"
      emptyText={debounced ? "No matching chat models." : "Your team has no chat models yet."}
      {...props}
      options={options}
      search={{ text, onChange, loading: query.isPending }}
    />
  );
}
