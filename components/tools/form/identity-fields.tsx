"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { IconField } from "@/components/shared/form/icon-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { Tool } from "@/lib/contract/tools/outputs";
import type { CommonContractForm } from "./common-form";

interface IdentityFieldsProps {
  slug: string;
  form: CommonContractForm;
  tool: Tool | undefined;
  /** An example description; without one, models read the tool's own description. */
  example?: string;
}

/** The tool's names for people and models, and its description. */
export function IdentityFields({ slug, form: { control, watch }, tool, example }: IdentityFieldsProps) {
  return (
    <FormSection title="Basics">
      <FormField control={control} name="iconId" label="Icon" group>
        {(field) => <IconField {...field} slug={slug} name={watch("name")} filename={tool?.icon?.filename} />}
      </FormField>
      <FormField control={control} name="name" label="Name" required help="Shown to your team.">
        {(field) => <Input {...field} autoFocus={!tool} autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField
        control={control}
        name="functionName"
        label="Function name"
        help="Name that models use: letters, digits, - and _. Defaults to one generated from the name."
      >
        {({ onChange, value, ...field }) => (
          <Input
            {...field}
            value={value ?? ""}
            className="font-mono text-secondary"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="description"
        label="Description"
        help={
          example
            ? `Tell models and your team when to use the tool and what it returns, e.g. “${example}”`
            : "When to use it. Defaults to the tool's own description."
        }
      >
        {({ value = "", ...field }) => <Textarea {...field} value={value} rows={3} />}
      </FormField>
    </FormSection>
  );
}
