"use client";

import * as Primitive from "@radix-ui/react-radio-group";

interface SegmentedProps<V extends string> {
  /** Label for screen readers. */
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly { value: V; label: string }[];
}

/** A segmented control: one of a few options, side by side. */
export function Segmented<V extends string>({ label, value, onChange, options }: SegmentedProps<V>) {
  return (
    <Primitive.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className="relative inline-flex rounded-control border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          className="h-8 rounded-mark px-3 text-muted text-secondary hover:text-default data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-default data-[state=checked]:ring-1 data-[state=checked]:ring-border data-[state=checked]:ring-inset"
        >
          {option.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
