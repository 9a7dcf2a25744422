"use client";

import type { ComponentProps } from "react";
import { SecretInput } from "@/components/shared/form/secret-input";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { CredentialField } from "@/lib/constants/providers";

/** A field's hint, and a warning about its value. */
export function CredentialHelp({ field, value, stored }: { field: CredentialField; value: unknown; stored: boolean }) {
  const warning = typeof value === "string" && value ? field.warn?.(value) : undefined;
  const secret = field.kind === "secret" || field.kind === "json";
  return (
    <>
      {field.hint}
      {stored && secret && " Leave unchanged to keep the stored value."}
      {warning && <span className="block text-warning">{warning}</span>}
    </>
  );
}

interface InputProps {
  field: CredentialField;
  value: unknown;
  name: string;
  ref: ComponentProps<"input">["ref"];
  onBlur(): void;
  onChange(value: string): void;
}

/** The input of a credential field. A stored secret is shown as a mask; an unchanged mask keeps it. */
export function CredentialInput({ field, value: stored, ref: inputRef, onChange, ...control }: InputProps) {
  const value = typeof stored === "string" || typeof stored === "number" ? String(stored) : "";
  if (field.kind === "json")
    return (
      <Textarea
        {...control}
        rows={field.headers ? 2 : 5}
        spellCheck={false}
        className="font-mono text-label"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (field.kind !== "secret") {
    const number =
      field.kind === "number"
        ? { type: "number", min: field.min, max: field.max, step: field.step }
        : { inputMode: field.kind === "url" ? ("url" as const) : undefined };
    return (
      <Input
        {...control}
        {...number}
        ref={inputRef}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return <SecretInput {...control} ref={inputRef} value={value} onChange={onChange} />;
}
