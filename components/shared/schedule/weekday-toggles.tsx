"use client";

import { useControlGroup } from "@/components/ui/control";
import { weekdayNames } from "@/lib/utils/schedule/describe-schedule";

interface WeekdayTogglesProps {
  /** 1, Monday, to 7. */
  value: readonly number[];
  onChange(value: number[]): void;
}

/** One toggle button per weekday. */
export function WeekdayToggles({ value, onChange }: WeekdayTogglesProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5" {...useControlGroup({})}>
      {weekdayNames.map((name, i) => {
        const pressed = value.includes(i + 1);
        const others = value.filter((day) => day !== i + 1);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChange((pressed ? others : [...others, i + 1]).toSorted())}
            className="h-9 min-w-11 rounded-control border bg-surface px-2 text-secondary transition-colors enabled:hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:font-medium"
          >
            {name.slice(0, 3)}
            <span className="sr-only">{name.slice(3)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
