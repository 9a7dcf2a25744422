"use client";

import { X } from "lucide-react";

interface ChipsProps {
  items: readonly { value: string; label: string }[];
  onRemove: (value: string) => void;
}

/** The selected items, each with a button that removes it. */
export function Chips({ items, onRemove }: ChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {items.map(({ value, label }) => (
        <li
          key={value}
          className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-full border bg-sunken pr-0.5 pl-2.5 text-label"
        >
          <span dir="auto" className="truncate">
            {label}
          </span>
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => onRemove(value)}
            className="inline-flex size-5 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-default"
          >
            <X aria-hidden className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
