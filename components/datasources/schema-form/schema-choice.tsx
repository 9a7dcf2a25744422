"use client";

import { Fragment } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import {
  buildDefaults,
  type FormSchema,
  fieldHelp,
  fieldLabel,
  findAlternativeIndex,
  listAlternatives,
} from "@/lib/utils/json/json-form";
import type { InnerFields, SchemaProps } from "./props";

const getTitle = (schema: FormSchema, i: number): string => schema.title ?? `Option ${i + 1}`;

/** A choice of alternatives, each with its own fields. */
export function SchemaChoice({ form, name, schema, at, required, renderFields }: SchemaProps & InnerFields) {
  const alternatives = listAlternatives(schema);
  const chosen = findAlternativeIndex(alternatives, form.watch(at));
  const alternative = alternatives[chosen];
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-card border p-4">
      <legend className="px-1 font-medium text-label">
        {fieldLabel(name, schema)}
        {alternatives.length === 1 && alternative?.title && `: ${alternative.title}`}
      </legend>
      {alternatives.length > 1 && (
        <FormField control={form.control} name={at} label="Option" group required={required} help={fieldHelp(schema)}>
          {({ onChange, ref, onBlur }) => (
            <RadioGroup
              ref={ref}
              onBlur={onBlur}
              className="sm:grid-cols-2"
              value={chosen < 0 ? "" : String(chosen)}
              onChange={(next) => {
                const picked = alternatives[Number(next)];
                if (picked) onChange(buildDefaults(picked) ?? {});
              }}
            >
              {alternatives.map((one, i) => (
                <RadioItem
                  key={getTitle(one, i)}
                  card
                  value={String(i)}
                  label={getTitle(one, i)}
                  help={fieldHelp(one)}
                />
              ))}
            </RadioGroup>
          )}
        </FormField>
      )}
      {alternative && <Fragment key={chosen}>{renderFields(alternative)}</Fragment>}
    </fieldset>
  );
}
