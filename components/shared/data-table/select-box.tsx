import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils/cn";
import type { Selection } from "./use-selection";

interface SelectBoxProps<T> {
  item: T;
  name: string;
  selection: Selection<T>;
  className?: string;
}

/** Selects a row; with the Shift key, all rows up to it. */
export function SelectBox<T>({ item, name, selection, className }: SelectBoxProps<T>) {
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      className={cn("relative", className)}
      checked={selection.isSelected(item)}
      onChange={() => undefined}
      onClick={({ shiftKey }) => selection.toggle(item, shiftKey)}
    />
  );
}
