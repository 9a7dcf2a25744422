"use client";

import { SecretInput } from "@/components/shared/form/secret-input";
import { NamedValues } from "./named-values";

interface SecretValuesProps {
  value: Record<string, string>;
  kind: string;
  example: string;
  onChange(value: Record<string, string>): void;
  /** The message at a name, such as that its value must be entered again. */
  getError(name: string): string | undefined;
}

/** Named secrets, one per line. A stored one is shown as its mask. */
export function SecretValues(props: SecretValuesProps) {
  return (
    <NamedValues {...props}>
      {({ label, invalid, value, onChange }) => (
        <SecretInput aria-label={label} aria-invalid={invalid} value={value} onChange={onChange} />
      )}
    </NamedValues>
  );
}
