"use client";

import type { ReactNode } from "react";
import { Chips } from "@/components/ui/chips";
import { SearchSelect } from "./search-select";
import { useToolOptions } from "./use-tool-options";

interface ToolPickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
  /** Shows the chosen tools, instead of as chips. */
  children?(chosen: readonly { value: string; label: string }[]): ReactNode;
}

/** Selects tools of the team. */
export function ToolPicker({ slug, value, onChange, children, ...props }: ToolPickerProps) {
  const { options, findName, emptyText, search } = useToolOptions(slug, value);
  const chosen = value.map((id) => ({ value: id, label: findName(id) }));
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
      {children?.(chosen) ?? (
        <Chips items={chosen} onRemove={(id) => onChange(value.filter((other) => other !== id))} />
      )}
    </div>
  );
}
