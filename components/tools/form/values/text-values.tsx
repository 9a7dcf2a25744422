"use client";

import { Input } from "@/components/ui/input";
import { NamedValues } from "./named-values";

interface TextValuesProps {
  value: Record<string, string>;
  kind: string;
  example: string;
  onChange(value: Record<string, string>): void;
}

/** Named values that are not secret, one per line. */
export function TextValues(props: TextValuesProps) {
  return (
    <NamedValues {...props}>
      {({ label, value, onChange }) => (
        <Input aria-label={label} value={value} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
      )}
    </NamedValues>
  );
}
