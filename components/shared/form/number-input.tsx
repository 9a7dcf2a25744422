"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> {
  value: number | null | undefined;
  onChange: (value: number | null | undefined) => void;
  /** The value of an empty box. */
  emptyValue?: null | undefined;
}

/** Browsers report invalid input such as `1e` as empty; that is distinguished from an empty box here. */
function parseNumber({ value, validity }: HTMLInputElement, emptyValue: null | undefined): number | null | undefined {
  if (validity.badInput) return Number.NaN;
  return value === "" ? emptyValue : Number(value);
}

/** A number input; the scroll wheel scrolls the page rather than changing the number. */
export function NumberInput({ value, onChange, emptyValue, ...props }: NumberInputProps) {
  return (
    <Input
      inputMode="decimal"
      {...props}
      type="number"
      value={value == null || Number.isNaN(value) ? "" : value}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onChange={({ target }) => onChange(parseNumber(target, emptyValue))}
    />
  );
}

interface RequiredNumberProps extends Omit<NumberInputProps, "onChange" | "emptyValue"> {
  onChange: (value: number) => void;
}

/** A required number: an empty box is NaN, which the schema rejects. */
export function RequiredNumber({ onChange, ...props }: RequiredNumberProps) {
  return <NumberInput {...props} className="max-w-32" onChange={(value) => onChange(value ?? Number.NaN)} />;
}
