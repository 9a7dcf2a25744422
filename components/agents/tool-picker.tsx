"use client";

import { SearchSelect } from "@/components/shared/search-select";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { tools } from "@/lib/contract/calls/tools";
import { ChosenTool } from "./chosen-tool";

const without = (pins: Record<string, string>, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolId !== id));

interface ToolPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  /** The revisions that it stays with, by the tools' ids. */
  pins: Record<string, string>;
  onChange(ids: string[]): void;
  onPins(pins: Record<string, string>): void;
  onBlur?(): void;
}

/** Some of the team's tools. */
export function ToolPicker({ slug, value, pins, onChange, onPins, ...props }: ToolPickerProps) {
  const { text, quiet, onChange: search } = useQuietText();
  const params = { resourceSlug: slug };
  const all = useEndpoint(tools.list, { params, query: { limit: 100 }, enabled: value.length > 0 });
  const found = useEndpoint(tools.list, { params, query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) } });
  const known = [...(found.data?.tools ?? []), ...(all.data?.tools ?? [])];
  const options = (found.data?.tools ?? [])
    .filter(({ _id }) => !value.includes(_id))
    .map(({ _id, name, description, datasourceName, summary }) => ({
      ...{ value: _id, label: name },
      help: datasourceName ? `Asks ${datasourceName}` : description || summary || undefined,
    }));
  const remove = (id: string) => {
    onChange(value.filter((other) => other !== id));
    onPins(without(pins, id));
  };
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
      {value.length > 0 && (
        <ul className="divide-y rounded-control border">
          {value.map((id) => (
            <ChosenTool
              key={id}
              slug={slug}
              toolId={id}
              name={known.find(({ _id }) => _id === id)?.name ?? "…"}
              pin={pins[id]}
              onPin={(revisionId) => onPins(revisionId ? { ...pins, [id]: revisionId } : without(pins, id))}
              onRemove={() => remove(id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
