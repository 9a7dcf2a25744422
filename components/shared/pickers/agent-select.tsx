"use client";

import type { ComponentProps } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { agents } from "@/lib/contract/agents/calls";
import { SearchSelect } from "./search-select";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** Selects an agent of the team. */
export function AgentSelect({ slug, ...props }: Props) {
  const { text, debounced, onChange } = useDebouncedText();
  const query = useEndpoint(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const options = (query.data?.agents ?? []).map(({ _id, name, modelName }) => ({
    value: _id,
    label: name,
    help: modelName ?? "No model",
  }));
  return (
    <SearchSelect
      placeholder="Choose an agent"
      emptyText={debounced ? "No matching agents." : "Your team has no agents yet."}
      {...props}
      options={options}
      search={{ text, onChange, loading: query.isPending }}
    />
  );
}
