"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** What an emptied box means. */
  whenEmpty?: null | undefined;
}

/** What is no figure, such as `1e`, the browser gives as empty: it is not taken for an emptied box. */
function figureIn({ value, validity }: HTMLInputElement, whenEmpty: null | undefined): number | null | undefined {
  if (validity.badInput) return Number.NaN;
  return value === "" ? whenEmpty : Number(value);
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
      onChange={({ target }) => onChange(figureIn(target, whenEmpty))}
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
