"use client";

import { Chips } from "@/components/ui/chips";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { tools } from "@/lib/contract/calls/tools";
import { SearchSelect } from "./search-select";

interface ToolPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Some of the team's tools. */
export function ToolPicker({ slug, value, onChange, ...props }: ToolPickerProps) {
  const { text, quiet, onChange: search } = useQuietText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: value.length > 0 });
  const found = useEndpoint(tools.list, { params, query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) } });
  const known = [...(found.data?.tools ?? []), ...(all.data?.tools ?? [])];
  const options = (found.data?.tools ?? [])
    .filter(({ _id }) => !value.includes(_id))
    .map(({ _id, name, description, datasourceName }) => ({
      ...{ value: _id, label: name },
      help: datasourceName ? `Asks ${datasourceName}` : description || undefined,
    }));
  const chips = value.map((id) => ({ value: id, label: known.find(({ _id }) => _id === id)?.name ?? "…" }));
  return (
    <div className="grid gap-2">
      <SearchSelect
        {...props}
        placeholder="Choose a tool"
        emptyText={quiet ? "No further tool of this name." : "Your team has no further tool."}
        value={null}
        options={options}
        search={{ text, onChange: search, loading: found.isPending }}
        onChange={(id) => onChange([...value, id])}
      />
      <Chips items={chips} onRemove={(id) => onChange(value.filter((other) => other !== id))} />
    </div>
  );
}
