"use client";

import { AgentSelect } from "@/components/shared/pickers/agent-select";
import { Chips } from "@/components/ui/chips";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { agents } from "@/lib/contract/agents/calls";

interface AgentsPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Selects agents of the team. */
export function AgentsPicker({ slug, value, onChange, ...props }: AgentsPickerProps) {
  const agentRows = useFirstRows(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 100, sort: "name" },
    items: (page) => page.agents,
    enabled: value.length > 0,
  });
  const findName = (id: string) => agentRows?.find(({ _id }) => _id === id)?.name ?? "…";
  return (
    <div className="grid gap-2">
      <AgentSelect
        {...props}
        slug={slug}
        value={null}
        onChange={(id) => onChange([...value.filter((other) => other !== id), id])}
      />
      <Chips
        items={value.map((id) => ({ value: id, label: findName(id) }))}
        onRemove={(id) => onChange(value.filter((other) => other !== id))}
      />
    </div>
  );
}
