"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
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
  const [shown, setShown] = useState(false);
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
  return (
    <div className="flex gap-2">
      <Input
        {...control}
        ref={inputRef}
        type={shown ? "text" : "password"}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <Button variant="outline" size="icon" aria-label={shown ? "Hide" : "Show"} onClick={() => setShown(!shown)}>
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </div>
  );
}
