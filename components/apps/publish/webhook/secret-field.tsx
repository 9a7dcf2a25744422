"use client";

import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import type { WebhookPreset } from "@/lib/constants/publications";

interface FieldProps {
  preset: WebhookPreset;
  value: string | undefined;
  error: string | undefined;
  onChange(secret: string | undefined): void;
}

/** For senders that issue the secret themselves. */
export function SecretField({ preset, value, error, onChange }: FieldProps) {
  const isIssued = preset === "stripe" || preset === "slack";
  return (
    <Field
      label="Signing secret"
      help={isIssued ? "Copy it from the sender's settings." : "Leave empty to keep the current secret or create one."}
      error={error}
    >
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
