"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** What an emptied box means. */
  whenEmpty?: null | undefined;
}

/** Browsers report invalid input such as `1e` as empty; that is distinguished from an empty box here. */
function figureIn({ value, validity }: HTMLInputElement, whenEmpty: null | undefined): number | null | undefined {
  if (validity.badInput) return Number.NaN;
  return value === "" ? whenEmpty : Number(value);
}

/** A number input; the scroll wheel scrolls the page rather than changing the number. */
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

/** A required number: an empty box is NaN, which the schema rejects. */
export function NeededNumber({ onChange, ...props }: NeededNumberProps) {
  return <NumberInput {...props} className="max-w-32" onChange={(value) => onChange(value ?? Number.NaN)} />;
}
