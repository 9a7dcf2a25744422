import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { LinesInput } from "@/components/shared/form/lines-input";
import { SwitchField } from "@/components/shared/form/switch-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { formFieldLabels, formFieldTypes, hasOptions } from "@/lib/constants/tasks";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import type { TaskFormState } from "./task-form-state";
import { VariableSelect } from "./variable-select";

interface CardProps {
  form: TaskFormState;
  slug: string;
  index: number;
  handle: ReactNode;
  onRemove(): void;
}

/** `How many nights?` → `how_many_nights`. */
const toFieldName = (label: string): string =>
  trimMatching(label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_"), /_/).slice(0, 40);

const types = formFieldTypes.map((value) => ({ value, label: formFieldLabels[value] }));

/** Edits one field of the form. */
export function FormFieldCard({ form, slug, index, handle, onRemove }: CardProps) {
  const at = `formFields.${index}` as const;
  const type = form.watch(`${at}.type`) ?? "string";
  const label = form.watch(`${at}.label`) || `Field ${index + 1}`;
  // A new field's name follows its label until it is edited.
  const [named, setNamed] = useState(() => form.getValues(`${at}.label`) === "");
  const findFreeName = (text: string): string => {
    const others = (form.getValues("formFields") ?? []).filter((_, i) => i !== index).map(({ name }) => name);
    const name = toFieldName(text) || `field${index + 1}`;
    let free = name;
    for (let n = 2; others.includes(free); n += 1) free = `${name}_${n}`;
    return free;
  };
  return (
    <div className="grid gap-3 rounded-card border bg-canvas p-3">
      <div className="flex items-center gap-2">
        {handle}
        <h3 dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {label}
        </h3>
        <Button variant="ghost" size="icon" aria-label={`Remove ${label}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField control={form.control} name={`${at}.label`} label="Label" required>
          {({ onChange, ...field }) => (
            <Input
              {...field}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => {
                onChange(target.value);
                if (named) form.setValue(`${at}.name`, findFreeName(target.value), { shouldDirty: true });
              }}
            />
          )}
        </FormField>
        <FormField
          control={form.control}
          name={`${at}.name`}
          label="Name"
          required
          help="Field name used in the prompt."
        >
          {({ onChange, ...field }) => (
            <Input
              {...field}
              className="font-mono"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setNamed(false);
                onChange(target.value);
              }}
            />
          )}
        </FormField>
        <FormField control={form.control} name={`${at}.type`} label="Type">
          {({ ref: _ref, ...field }) => <OptionSelect {...field} options={types} />}
        </FormField>
        <FormField control={form.control} name={`${at}.variableId`} label="Save to variable">
          {({ ref: _ref, ...field }) => <VariableSelect {...field} slug={slug} />}
        </FormField>
      </div>
      <FormField control={form.control} name={`${at}.description`} label="Help text">
        {({ value, ...field }) => <Input {...field} value={value ?? ""} maxLength={1_000} autoComplete="off" />}
      </FormField>
      {hasOptions(type) && (
        <FormField
          control={form.control}
          name={`${at}.options`}
          label="Options"
          required={type !== "checkbox"}
          help={type === "checkbox" ? "One per line. Without options, it is a yes/no checkbox." : "One per line."}
        >
          {({ value = [], ref: _ref, ...field }) => <LinesInput {...field} value={value} />}
        </FormField>
      )}
      <SwitchField control={form.control} name={`${at}.required`} label="Required" />
    </div>
  );
}
