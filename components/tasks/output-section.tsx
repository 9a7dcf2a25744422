import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { ParametersField } from "@/components/shared/schema/parameters-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { TaskFormState } from "./task-form-state";
import { VariableSelect } from "./variable-select";

const parameterLabels = { one: "field", none: "No field yet: any object fits." };
const emptySchema = { type: "object", properties: {}, additionalProperties: false };

/** How the output is stored and shown. */
export function OutputSection({ form, slug }: { form: TaskFormState; slug: string }) {
  const structured = form.watch("structuredOutput");
  const stored = form.watch("storeTaskOutput");
  return (
    <FormSection title="Its output">
      <FormField
        control={form.control}
        name="structuredOutput"
        label="Structured output"
        help="The output must be JSON that fits this schema. An answer that does not is asked for once more."
        group
      >
        {({ value, onChange, onBlur, ref }) => (
          <div className="grid gap-3">
            <Switch
              aria-label="Structured output"
              checked={structured !== null && structured !== undefined}
              onCheckedChange={(on) => onChange(on ? emptySchema : null)}
            />
            {value !== null && value !== undefined && (
              <ParametersField ref={ref} value={value} labels={parameterLabels} onChange={onChange} onBlur={onBlur} />
            )}
          </div>
        )}
      </FormField>
      <FormField
        control={form.control}
        name="outputVariableId"
        label="Set a variable to it"
        help="Of the session: later tasks and their agents can name it in braces."
      >
        {({ ref: _ref, ...field }) => <VariableSelect {...field} slug={slug} />}
      </FormField>
      <FormField control={form.control} name="storeTaskOutput" label="Keep it as a file to download">
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
      {stored && (
        <FormField
          control={form.control}
          name="taskOutputFileName"
          label="Name of the file"
          help="Without one it is called as the task is."
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
      <FormField
        control={form.control}
        name="displayOnlyFinalOutput"
        label="Show only the final output"
        help="What the agent writes on its way there stands in the trace alone."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
    </FormSection>
  );
}
