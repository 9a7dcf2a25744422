"use client";

import type { ComponentProps } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { agents } from "@/lib/contract/agents/calls";
import { SearchSelect } from "./search-select";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** One of the team's agents. */
export function AgentSelect({ slug, ...props }: Props) {
  const { text, quiet, onChange } = useDebouncedText();
  const found = useEndpoint(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) },
  });
  const options = (found.data?.agents ?? []).map(({ _id, name, modelName }) => ({
    value: _id,
    label: name,
    help: modelName ?? "No model",
  }));
  return (
    <SearchSelect
      placeholder="Choose an agent"
      emptyText={quiet ? "No agent of this name." : "Your team has no agent yet."}
      {...props}
      options={options}
      search={{ text, onChange, loading: found.isPending }}
    />
  );
}
