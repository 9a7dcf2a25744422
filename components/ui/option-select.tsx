"use client";

import type { ComponentProps } from "react";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "./select";

export interface SelectOption {
  value: string;
  label: string;
  help?: string;
  disabled?: boolean;
}

interface OptionSelectProps extends Omit<ComponentProps<typeof SelectTrigger>, "value" | "onChange" | "children"> {
  /** Null or "": nothing is chosen, the placeholder shows. */
  value: string | null | undefined;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
}

/** Radix keeps the empty value to itself, but "none" is a choice like any other. */
const none = "\u0000none";

/** A select over a list of options; an option with the value "" is allowed. */
export function OptionSelect({
  value,
  onChange,
  options,
  placeholder = "Choose…",
  disabled,
  name,
  ...trigger
}: OptionSelectProps) {
  const offersNone = options.some((option) => option.value === "");
  return (
    <Select
      value={value || (offersNone ? none : "")}
      onValueChange={(next) => onChange(next === none ? "" : next)}
      disabled={disabled}
      name={name}
    >
      <SelectTrigger {...trigger}>
        <SelectValue placeholder={placeholder} />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem
            key={option.value}
            value={option.value || none}
            {...(option.disabled && { disabled: true })}
            help={option.help}
          >
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
