"use client";

import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import type { WebhookPreset } from "@/lib/constants/publications";

interface FieldProps {
  preset: WebhookPreset;
  /** The webhook has a secret already. */
  isStored: boolean;
  value: string | undefined;
  error: string | undefined;
  onChange(secret: string | undefined): void;
}

/** For senders that issue the secret themselves. */
export function SecretField({ preset, isStored, value, error, onChange }: FieldProps) {
  const isIssued = preset === "stripe" || preset === "slack";
  const optional = `Leave empty to ${isStored ? "keep the current secret or " : ""}create one.`;
  return (
    <Field label="Signing secret" help={isIssued ? "Copy it from the sender's settings." : optional} error={error}>
      <Input
        type="password"
        className="max-w-96"
        value={value ?? ""}
        autoComplete="new-password"
        maxLength={500}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </Field>
  );
}
