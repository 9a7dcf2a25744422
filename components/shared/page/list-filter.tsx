"use client";

import { OptionSelect, type SelectOption } from "@/components/ui/option-select";
import { cn } from "@/lib/utils/cn";

export interface ListFilterProps {
  label: string;
  value: string | undefined;
  /** Null: all are shown. */
  onChange(value: string | null): void;
  /** Label of the option that shows all. */
  all: string;
  options: readonly SelectOption[] | undefined;
  /** Its width, where there is room. */
  className: string;
}

/** A filter of a list. */
export function ListFilter({ label, value = "", onChange, all, options = [], className }: ListFilterProps) {
  return (
    <OptionSelect
      aria-label={label}
      className={cn("max-md:min-w-24 max-md:flex-1", className)}
      value={value}
      onChange={(next) => onChange(next || null)}
      options={[{ value: "", label: all }, ...options]}
    />
  );
}
