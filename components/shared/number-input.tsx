"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** What an emptied box means. */
  whenEmpty?: null | undefined;
}

/** A figure; the scroll wheel over it scrolls the page rather than the figure. */
export function NumberInput({ value, onChange, whenEmpty, ...props }: NumberInputProps) {
  return (
    <Input
      inputMode="decimal"
      {...props}
      type="number"
      value={value == null || Number.isNaN(value) ? "" : value}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onChange={({ target }) => onChange(target.value === "" ? whenEmpty : Number(target.value))}
    />
  );
}

interface NeededNumberProps extends Omit<NumberInputProps, "onChange" | "whenEmpty"> {
  onChange: (value: number) => void;
}

/** One that must not be empty: an emptied box is no number, which the form's rule refuses. */
export function NeededNumber({ onChange, ...props }: NeededNumberProps) {
  return <NumberInput {...props} className="max-w-32" onChange={(value) => onChange(value ?? Number.NaN)} />;
}
