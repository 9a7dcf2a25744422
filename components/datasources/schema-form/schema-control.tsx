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

const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const linesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The control that a kind of setting is entered with. */
export function SchemaControl({ kind, schema, value: given, ref, onChange, ...control }: SchemaControlProps) {
  const value = given ?? schema.default;
  const example = schema.examples?.[0];
  const placeholder = example === undefined ? undefined : `${String(example)}`;
  switch (kind) {
    case "switch":
      return <Switch {...control} checked={value === true} onCheckedChange={onChange} />;
    case "select":
      return (
        <OptionSelect
          {...control}
          value={textOf(value)}
          options={(schema.enum ?? []).map((one) => ({
            value: textOf(one),
            label: schema["x-labels"]?.[textOf(one)] ?? textOf(one),
          }))}
          onChange={(next) => onChange((schema.enum ?? []).find((one) => textOf(one) === next))}
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
      return <LinesInput {...control} value={linesOf(value)} onChange={onChange} />;
    case "secret":
      return <SecretInput {...control} ref={ref} value={textOf(value)} onChange={onChange} />;
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
          value={textOf(value)}
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
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}
