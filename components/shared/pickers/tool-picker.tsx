"use client";

import { Chips } from "@/components/ui/chips";
import { SearchSelect } from "./search-select";
import { useToolOptions } from "./use-tool-options";

interface ToolPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Some of the team's tools. */
export function ToolPicker({ slug, value, onChange, ...props }: ToolPickerProps) {
  const { options, nameOf, emptyText, search } = useToolOptions(slug, value);
  const chips = value.map((id) => ({ value: id, label: nameOf(id) }));
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
      <Chips items={chips} onRemove={(id) => onChange(value.filter((other) => other !== id))} />
    </div>
  );
}
