"use client";

import type { ReactNode } from "react";
import { Chips } from "@/components/ui/chips";
import { SearchSelect } from "./search-select";
import { type ToolKind, useToolOptions } from "./use-tool-options";

interface ToolPickerProps {
  slug: string;
  kind?: ToolKind;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
  /** Shows the chosen tools, instead of as chips. */
  children?(chosen: readonly { value: string; label: string }[]): ReactNode;
}

/** Selects tools of the team. The value may contain tools of other kinds, which it keeps. */
export function ToolPicker({ slug, kind = "all", value, onChange, children, ...props }: ToolPickerProps) {
  const { options, chosen, emptyText, search } = useToolOptions(slug, value, kind);
  return (
    <div className="grid gap-2">
      <SearchSelect
        {...props}
        placeholder={kind === "knowledge" ? "Choose a data source" : "Choose a tool"}
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
