import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { SwitchField } from "@/components/shared/form/switch-field";
import { ParametersField } from "@/components/shared/schema/parameters-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { TaskFormState } from "./task-form-state";
import { VariableSelect } from "./variable-select";

const parameterLabels = { one: "field", none: "No fields yet: any object is valid." };
const emptySchema = { type: "object", properties: {}, additionalProperties: false };

/** How the output is stored and shown. */
export function OutputSection({ form, slug }: { form: TaskFormState; slug: string }) {
  const structured = form.watch("structuredOutput");
  const stored = form.watch("storeTaskOutput");
  return (
    <FormSection title="Output">
      <FormField
        control={form.control}
        name="structuredOutput"
        label="Structured output"
        help="The output must be JSON that matches this schema. If it doesn't match, it is requested once more."
        group
      >
        {({ value, onChange, onBlur, ref }) => (
          <>
            <Switch
              aria-label="Structured output"
              checked={structured !== null && structured !== undefined}
              onCheckedChange={(on) => onChange(on ? emptySchema : null)}
            />
            {value !== null && value !== undefined && (
              <div className="col-span-full">
                <ParametersField ref={ref} value={value} labels={parameterLabels} onChange={onChange} onBlur={onBlur} />
              </div>
            )}
          </>
        )}
      </FormField>
      <FormField
        control={form.control}
        name="outputVariableId"
        label="Save to variable"
        help="A session variable. Use it in later prompts by writing its name in braces."
      >
        {({ ref: _ref, ...field }) => <VariableSelect {...field} slug={slug} />}
      </FormField>
      <SwitchField control={form.control} name="storeTaskOutput" label="Save as a file" />
      {stored && (
        <FormField
          control={form.control}
          name="taskOutputFileName"
          label="File name"
          help="Defaults to the task's name."
        >
          {({ value, onChange, ...field }) => (
            <Input
              {...field}
              value={value ?? ""}
              placeholder="report.md"
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
            />
          )}
        </FormField>
      )}
      <SwitchField
        control={form.control}
        name="displayOnlyFinalOutput"
        label="Show only the final output"
        help="Intermediate output is visible only in the trace."
      />
    </FormSection>
  );
}
