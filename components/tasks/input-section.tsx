import { AskFields } from "@/components/shared/asks/asks-fields";
import { FormField } from "@/components/shared/form-field";
import { FormSection } from "@/components/shared/form-section";
import { Lazy } from "@/components/shared/lazy";
import { lazyPart } from "@/components/shared/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { TaskFormState } from "./task-form-state";

const FormBuilder = lazyPart(async () => (await import("./form-builder")).FormBuilder);

/** What a person is asked for before the task begins. */
export function InputSection({ form, slug }: { form: TaskFormState; slug: string }) {
  return (
    <FormSection title="Input from a person">
      <FormField
        control={form.control}
        name="requiresHumanInput"
        label="Ask a person first"
        help="The process waits at this task until somebody has filled in a form."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
      {form.watch("requiresHumanInput") && (
        <FormField control={form.control} name="asks" label="Whose input" group>
          {({ value, onChange }) => (
            <AskFields value={value} onChange={onChange} without="The task goes on without the input" />
          )}
        </FormField>
      )}
      {form.watch("requiresHumanInput") && (
        <Lazy fallback={<Skeleton className="h-40" />}>
          <FormBuilder form={form} slug={slug} />
        </Lazy>
      )}
    </FormSection>
  );
}
