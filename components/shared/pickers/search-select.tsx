"use client";

import { type ComponentProps, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/combobox-list";

interface SearchSelectProps extends Omit<ComponentProps<typeof Combobox>, "search" | "onChange" | "clearable"> {
  onChange: (value: string) => void;
  search: { text: string; onChange(text: string): void; loading: boolean };
  /** The stored option, which may not be on the first page. */
  stored?: ComboboxOption | undefined;
}

/** A select with server-side search. The selected option keeps its label during a search. */
export function SearchSelect({ value, onChange, options, stored, ...props }: SearchSelectProps) {
  const [picked, setPicked] = useState(stored);
  const missing = picked?.value === value && !options.some((option) => option.value === value) ? picked : undefined;
  const all = missing && !props.search.text ? [missing, ...options] : options;
  return (
    <Combobox
      {...props}
      value={value}
      options={all}
      placeholder={missing?.label ?? props.placeholder}
      onChange={(next) => {
        if (next === null) return;
        setPicked(all.find((option) => option.value === next));
        onChange(next);
      }}
    />
  );
}
