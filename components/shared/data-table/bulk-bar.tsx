import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import type { BulkAction } from "./column";
import type { Selection } from "./use-selection";

interface BulkBarProps<T> {
  selection: Selection<T>;
  actions: readonly BulkAction<T>[];
}

/** What can be done with the selected rows. */
export function BulkBar<T>({ selection, actions }: BulkBarProps<T>) {
  const { items, clear } = selection;
  if (items.length === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border bg-surface p-2 shadow-float"
    >
      <span role="status" className="px-2 text-secondary tabular-nums">
        {items.length} selected
      </span>
      {actions.map(({ label, icon, danger, disabledReason, run }) => (
        <DisabledTooltip key={label} disabledReason={disabledReason}>
          <Button size="sm" variant={danger ? "destructive" : "outline"} changes onClick={() => run(items)}>
            {icon} {label}
          </Button>
        </DisabledTooltip>
      ))}
      <Button size="sm" variant="ghost" aria-label="Clear selection" onClick={clear}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
