"use client";

import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { ParametersField } from "@/components/shared/schema/parameters-field";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import { findMessage } from "../field-error";
import { TextValues } from "../values/text-values";
import type { HttpContractForm } from "./http-starters";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map((value) => ({ value, label: value }));
const bodies = [
  { value: "none", label: "No body" },
  { value: "json", label: "JSON" },
  { value: "form", label: "Form" },
  { value: "text", label: "Text" },
] as const;
const initialBodies = {
  none: null,
  json: { type: "json", template: "{\n  \n}" },
  form: { type: "form", fields: {} },
  text: { type: "text", template: "", contentType: "text/plain" },
} as const;

/** Single request; `{name}` in its parts is replaced by a parameter. */
export function HttpRequestFields({ form: { control, watch, setValue, formState } }: { form: HttpContractForm }) {
  const body = watch("definition.request.body");
  const bodyError = findMessage(Object(formState.errors.definition).request, "body");
  return (
    <>
      <FormField
        control={control}
        name="definition.parameters"
        label="Parameters"
        group
        help="Arguments the model provides."
      >
        {({ name: _name, ...field }) => <ParametersField {...field} />}
      </FormField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <FormField control={control} name="definition.request.method" label="Method">
          {({ value, onChange, ref: _ref, ...field }) => (
            <OptionSelect {...field} value={value} onChange={onChange} options={methods} />
          )}
        </FormField>
        <FormField
          control={control}
          name="definition.request.url"
          label="URL"
          required
          help="Use {braces} for parameters: https://example.com/boats/{id}"
        >
          {({ value = "", ...field }) => <Input {...field} value={value} inputMode="url" autoComplete="off" />}
        </FormField>
      </div>
      <FormField control={control} name="definition.request.query" label="Query" group>
        {({ value, onChange }) => <TextValues value={value ?? {}} kind="value" example="page" onChange={onChange} />}
      </FormField>
      <FormField
        control={control}
        name="definition.request.headers"
        label="Headers"
        group
        help="Not for credentials, which have their own fields below."
      >
        {({ value, onChange }) => (
          <TextValues value={value ?? {}} kind="header" example="Accept-Language" onChange={onChange} />
        )}
      </FormField>
      <Field label="Body" error={bodyError}>
        <OptionSelect
          value={body?.type ?? "none"}
          options={bodies}
          onChange={(next) =>
            setValue("definition.request.body", initialBodies[next as keyof typeof initialBodies], {
              shouldDirty: true,
            })
          }
        />
      </Field>
      {(body?.type === "json" || body?.type === "text") && (
        <FormField
          key={body.type}
          control={control}
          name="definition.request.body.template"
          label="Content"
          help={body.type === "json" ? 'A value that is only a parameter, like "{count}", keeps its type.' : undefined}
        >
          {({ value = "", ...field }) => (
            <Textarea {...field} value={value} rows={5} className="font-mono text-secondary" spellCheck={false} />
          )}
        </FormField>
      )}
      {body?.type === "form" && (
        <FormField control={control} name="definition.request.body.fields" label="Fields" group>
          {({ value, onChange }) => <TextValues value={value ?? {}} kind="field" example="name" onChange={onChange} />}
        </FormField>
      )}
    </>
  );
}
