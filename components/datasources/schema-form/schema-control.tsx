"use client";

import type { Ref } from "react";
import { LinesInput } from "@/components/shared/form/lines-input";
import { NumberInput } from "@/components/shared/form/number-input";
import { SecretInput } from "@/components/shared/form/secret-input";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import type { FormKind, FormSchema } from "@/lib/utils/json/json-form";

interface SchemaControlProps {
  kind: FormKind;
  schema: FormSchema;
  value: unknown;
  name: string;
  ref: Ref<never>;
  onChange(value: unknown): void;
  onBlur(): void;
}

const toText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const toLines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The form control for a kind of setting. */
export function SchemaControl({ kind, schema, value: controlValue, ref, onChange, ...control }: SchemaControlProps) {
  const value = controlValue ?? schema.default;
  const example = schema.examples?.[0];
  const placeholder = example === undefined ? undefined : `${String(example)}`;
  switch (kind) {
    case "switch":
      return <Switch {...control} checked={value === true} onCheckedChange={onChange} />;
    case "select":
      return (
        <OptionSelect
          {...control}
          value={toText(value)}
          options={(schema.enum ?? []).map((one) => ({
            value: toText(one),
            label: schema["x-labels"]?.[toText(one)] ?? toText(one),
          }))}
          onChange={(next) => onChange((schema.enum ?? []).find((one) => toText(one) === next))}
        />
      );
    case "number":
      return (
        <NumberInput
          {...control}
          className="max-w-40"
          min={schema.minimum}
          max={schema.maximum}
          value={typeof value === "number" ? value : undefined}
          onChange={onChange}
        />
      );
    case "list":
      return <LinesInput {...control} value={toLines(value)} onChange={onChange} />;
    case "secret":
      return <SecretInput {...control} ref={ref} value={toText(value)} onChange={onChange} />;
    case "lines":
    case "secret-lines":
      return (
        <Textarea
          {...control}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          className="font-mono text-label"
          value={toText(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return (
        <Input
          {...control}
          ref={ref}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={toText(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
