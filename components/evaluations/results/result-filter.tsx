"use client";

import { OptionSelect } from "@/components/ui/option-select";

const filters = { all: "All cases", failed: "Failed", not_measured: "Not measured", changed: "Changed" } as const;
export type Shown = keyof typeof filters;

export const parseShown = (value: string | null): Shown => (value && value in filters ? (value as Shown) : "all");

interface ResultFilterProps {
  shown: Shown;
  onShow(shown: Shown): void;
  /** Two evaluations are compared. */
  hasChanges: boolean;
}

/** Filters cases by their results. */
export function ResultFilter({ shown, onShow, hasChanges }: ResultFilterProps) {
  const options = Object.entries(filters).map(([value, label]) => ({ value, label }));
  return (
    <OptionSelect
      aria-label="Filter cases"
      size="sm"
      className="w-44"
      value={shown === "changed" && !hasChanges ? "all" : shown}
      options={options.filter(({ value }) => hasChanges || value !== "changed")}
      onChange={(value) => onShow(parseShown(value))}
    />
  );
}
