import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { SwitchField } from "@/components/shared/form/switch-field";
import { InputRequestFields } from "@/components/shared/input-requests/input-request-fields";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { TaskFormState } from "./task-form-state";

const FormBuilder = lazyPart(async () => (await import("./form-builder")).FormBuilder);

/** The form that a person fills in before the task begins. */
export function InputSection({ form, slug }: { form: TaskFormState; slug: string }) {
  return (
    <FormSection title="Human input">
      <SwitchField
        control={form.control}
        name="requiresHumanInput"
        label="Require human input"
        help="The process pauses at this task until someone completes a form."
      />
      {form.watch("requiresHumanInput") && (
        <FormField control={form.control} name="asks" label="Assignee" group>
          {({ value, onChange }) => (
            <InputRequestFields
              value={value}
              onChange={onChange}
              withoutAnswer="The task continues without the input"
            />
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
