"use client";

import { FormField } from "@/components/shared/form/form-field";
import { fieldHelp, fieldLabel, findFieldKind } from "@/lib/utils/json/json-form";
import type { SchemaProps } from "./props";
import { SchemaControl } from "./schema-control";

/** One setting with its label, help and error. */
export function SchemaField({ form, name, schema, at, required }: SchemaProps) {
  const kind = findFieldKind(schema);
  const help = fieldHelp(schema);
  return (
    <FormField
      control={form.control}
      name={at}
      label={fieldLabel(name, schema)}
      required={required}
      help={kind === "list" ? [help?.replace(/(?<![.:!?])$/, "."), "One per line."].filter(Boolean).join(" ") : help}
    >
      {({ value, ...control }) => <SchemaControl {...control} kind={kind} schema={schema} value={value} />}
    </FormField>
  );
}
