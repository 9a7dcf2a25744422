"use client";

import { SearchSelect } from "@/components/shared/pickers/search-select";
import { useToolOptions } from "@/components/shared/pickers/use-tool-options";
import { ChosenTool } from "./chosen-tool";

const without = (pins: Record<string, string>, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolId !== id));

interface ToolPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  /** Pinned revisions by tool id. */
  pins: Record<string, string>;
  onChange(ids: string[]): void;
  onPins(pins: Record<string, string>): void;
  onBlur?(): void;
}

/** Some of the team's tools. */
export function ToolPicker({ slug, value, pins, onChange, onPins, ...props }: ToolPickerProps) {
  const { options, nameOf, emptyText, search } = useToolOptions(slug, value);
  const remove = (id: string) => {
    onChange(value.filter((other) => other !== id));
    onPins(without(pins, id));
  };
  return (
    <div className="grid gap-2">
      <SearchSelect
        {...props}
        placeholder="Choose a tool"
        emptyText={emptyText}
        value={null}
        options={options}
        search={search}
        onChange={(id) => onChange([...value, id])}
      />
      {value.length > 0 && (
        <ul className="divide-y rounded-control border">
          {value.map((id) => (
            <ChosenTool
              key={id}
              slug={slug}
              toolId={id}
              name={nameOf(id)}
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
