"use client";

import { AgentSelect } from "@/components/shared/agent-select";
import { Chips } from "@/components/ui/chips";
import { useEndpoint } from "@/hooks/use-endpoint";
import { agents } from "@/lib/contract/calls/agents";

interface AgentsPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Some of the team's agents. */
export function AgentsPicker({ slug, value, onChange, ...props }: AgentsPickerProps) {
  const known = useEndpoint(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 100, sort: "name" },
    enabled: value.length > 0,
  });
  const nameOf = (id: string) => known.data?.agents.find(({ _id }) => _id === id)?.name ?? "…";
  return (
    <div className="grid gap-2">
      <AgentSelect
        {...props}
        slug={slug}
        value={null}
        onChange={(id) => onChange([...value.filter((other) => other !== id), id])}
      />
      <Chips
        items={value.map((id) => ({ value: id, label: nameOf(id) }))}
        onRemove={(id) => onChange(value.filter((other) => other !== id))}
      />
    </div>
  );
}
