"use client";

import { floatingBox, menuItem } from "@/components/ui/styles";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";

export interface NameOption {
  name: string;
  description: string;
}

interface NameListProps {
  id: string;
  options: readonly NameOption[];
  active: number;
  loading: boolean;
  onActive(index: number): void;
  onPick(name: string): void;
}

/** The variables that match the text after a brace. */
export function NameList({ id, options, active, loading, onActive, onPick }: NameListProps) {
  const box = cn(floatingBox, "absolute inset-x-0 top-full mt-1 max-h-56 overflow-y-auto p-1");
  if (options.length === 0)
    return (
      <p className={cn(box, "px-3 py-2 text-muted text-secondary")}>
        {loading ? "Searching…" : "No matching variables."}
      </p>
    );
  return (
    <div role="listbox" id={id} aria-label="Variables" className={box}>
      {options.map(({ name, description }, i) => (
        <button
          type="button"
          key={name}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          className={cn(menuItem, "w-full gap-4 text-left pointer-coarse:min-h-11", i === active && "bg-hover")}
          ref={i === active ? (node) => node?.scrollIntoView({ block: "nearest" }) : undefined}
          onPointerEnter={() => onActive(i)}
          // The prompt keeps the focus and its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(name)}
        >
          <span dir="auto" className="min-w-0 truncate font-mono text-secondary">{`{${name}}`}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-label text-muted">
            {description}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Returns what screen readers announce when the list opens or changes. */
export function announceCount(open: boolean, loading: boolean, count: number): string {
  if (!open || loading) return "";
  if (count === 0) return "No matching variables.";
  return `${pluralize(count, "variable")}. Use the arrow keys to choose, Enter to insert, Escape to close.`;
}
