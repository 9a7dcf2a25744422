"use client";

import { CodeEditor } from "@/components/shared/code/code-editor";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { LinesInput } from "@/components/shared/form/lines-input";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { buildSample } from "@/components/shared/schema/parameter-rows";
import { ParametersField } from "@/components/shared/schema/parameters-field";
import { Segmented } from "@/components/ui/segmented";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import type { Tool } from "@/lib/contract/tools/outputs";
import { commonDefaults, type ToolFormProps, toCommonForm } from "../common-form";
import { findMessage } from "../field-error";
import { ToolEditor } from "../tool-editor";
import { UseFields } from "../use-fields";
import { SecretValues } from "../values/secret-values";
import { isStarter, starters } from "./code-starters";

type FunctionTool = Extract<Tool, { type: "function" }>;

const initialDefinition = {
  language: "javascript" as const,
  code: starters.javascript,
  parameters: {
    type: "object",
    properties: { name: { type: "string", description: "Who to greet." } },
    required: ["name"],
    additionalProperties: false,
  },
  environmentVariables: {},
  timeoutMs: 10_000,
  allowedHosts: [],
};

/** Adds or edits a tool that runs code. */
export function FunctionForm({ slug, tool, onReload }: ToolFormProps<FunctionTool>) {
  const form = useContractForm(async () => (await import("@/lib/contract/tools/forms")).functionForm, {
    defaultValues: {
      ...commonDefaults(tool, false),
      type: "function" as const,
      definition: tool?.definition ?? initialDefinition,
    },
  });
  const { control, watch, setValue, getValues, formState } = form;
  const language = watch("definition.language");
  const choose = (next: "javascript" | "python") => {
    setValue("definition.language", next, { shouldDirty: true });
    // Edited code is kept when the language changes.
    if (isStarter(getValues("definition.code"))) setValue("definition.code", starters[next], { shouldDirty: true });
  };
  const errors = formState.errors.definition?.environmentVariables;
  return (
    <ToolEditor
      slug={slug}
      form={form}
      tool={tool}
      onReload={onReload}
      example="Calculates the postage for a package. Use it for questions about shipping costs."
      firstTest={{ type: "function", sample: buildSample(watch("definition.parameters")) }}
    >
      <FormSection title="Code" description="Runs in an isolated sandbox, one per call.">
        <div>
          <Segmented
            label="Language"
            value={language}
            onChange={choose}
            options={[
              { value: "javascript", label: "JavaScript" },
              { value: "python", label: "Python" },
            ]}
          />
        </div>
        <FormField
          control={control}
          name="definition.code"
          label="Code"
          required
          group
          help={
            language === "python"
              ? "Define main(args, env); its return value is the result. Standard library only; JSON in and out. To leave the editor by keyboard, press Escape, then Tab."
              : "Export a default async function (args, { env, fetch, log }). JavaScript or TypeScript; JSON in and out. To leave the editor by keyboard, press Escape, then Tab."
          }
        >
          {({ name: _name, ...field }) => <CodeEditor {...field} className="h-96" language={language} />}
        </FormField>
      </FormSection>
      <FormSection
        title="Parameters"
        description="Arguments the model provides. Clear names and descriptions improve results."
      >
        <FormField
          control={control}
          name="definition.parameters"
          label={<span className="sr-only">Parameters</span>}
          group
        >
          {({ name: _name, ...field }) => <ParametersField {...field} />}
        </FormField>
      </FormSection>
      <FormSection title="Permissions">
        <FormField
          control={control}
          name="definition.environmentVariables"
          label="Environment"
          group
          help="Encrypted, and redacted from logs and results. {name} inserts a team variable, including secrets."
        >
          {({ value, onChange }) => (
            <SecretValues
              value={value ?? {}}
              kind="value"
              example="API_KEY"
              onChange={onChange}
              getError={(name) => findMessage(errors, name)}
            />
          )}
        </FormField>
        <FormField
          control={control}
          name="definition.allowedHosts"
          label="Allowed hosts"
          help="For JavaScript, one per line: api.example.com, or *.example.com. Python has no network access."
        >
          {({ value = [], ref: _ref, ...field }) => <LinesInput {...field} value={value} />}
        </FormField>
        <FormField control={control} name="definition.timeoutMs" label="Timeout (ms)" help="100 to 30,000.">
          {(field) => <RequiredNumber {...field} min={100} max={30_000} step={100} />}
        </FormField>
        <UseFields {...toCommonForm(form)} />
      </FormSection>
    </ToolEditor>
  );
}
