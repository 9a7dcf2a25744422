"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type CredentialField, type ProviderId, providers } from "@/lib/constants/providers";
import type { ModelContractForm } from "./form-type";

interface CredentialFieldsProps {
  form: ModelContractForm;
  type: ProviderId;
  /** Masked values of the stored model. */
  stored?: Record<string, string | number>;
}

/** The fields of a provider, with its hints. A stored secret is shown as a mask; an unchanged mask keeps it. */
export function CredentialFields({ form, type, stored }: CredentialFieldsProps) {
  return providers[type].fields.map((field) => (
    <FormField
      key={`${type}.${field.name}`}
      control={form.control}
      name={`config.${field.name}`}
      label={field.label}
      required={!field.optional}
      help={
        <Help field={field} value={form.watch(`config.${field.name}`)} stored={stored?.[field.name] !== undefined} />
      }
    >
      {({ value, ref, ...control }) => (
        <CredentialControl
          field={field}
          {...control}
          inputRef={ref}
          value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
        />
      )}
    </FormField>
  ));
}

function Help({ field, value, stored }: { field: CredentialField; value: unknown; stored: boolean }) {
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

type ControlProps = { field: CredentialField; value: string; inputRef: ComponentProps<"input">["ref"] } & {
  name: string;
  onBlur(): void;
} & { onChange(value: unknown): void };

function CredentialControl({ field, value, inputRef, onChange, ...control }: ControlProps) {
  const [shown, setShown] = useState(false);
  if (field.kind === "json")
    return (
      <Textarea
        {...control}
        rows={5}
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
