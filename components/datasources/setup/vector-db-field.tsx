"use client";

import { FormField } from "@/components/shared/form-field";
import { OptionSelect } from "@/components/ui/option-select";
import { builtinVectorDb } from "@/lib/constants/datasources";
import type { DatasourceForm } from "./form";

/** Where the vectors lie. */
export function VectorDbField({ form }: { form: DatasourceForm; slug: string }) {
  const options = [{ value: builtinVectorDb, label: "Built-in" }];
  return (
    <FormField
      control={form.control}
      name="vectorDbId"
      label="Vector database"
      help="Where the vectors lie. The built-in one needs nothing else to run; the texts stay in Muster's own database either way."
    >
      {({ value, onChange, ref: _ref, ...field }) => (
        <OptionSelect
          {...field}
          value={value ?? builtinVectorDb}
          options={options}
          onChange={(next) => onChange(next === builtinVectorDb ? null : next)}
        />
      )}
    </FormField>
  );
}
