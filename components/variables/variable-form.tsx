"use client";

import { useRouter } from "next/navigation";
import { FormField } from "@/components/shared/form/form-field";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { SwitchField } from "@/components/shared/form/switch-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { ApiError } from "@/lib/api/api-error";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { variables } from "@/lib/contract/variables/calls";
import type { Variable } from "@/lib/contract/variables/schemas";
import { Permission } from "@/lib/permissions/bits";
import { VariableUsers } from "./variable-users";

interface VariableFormProps {
  slug: string;
  /** The stored variable, when one is edited. */
  variable?: Variable;
  /** Preset name of a new variable. */
  name?: string;
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** Whether it is a version conflict, which has its own banner; name conflicts are shown at the field. */
const isVersionConflict = (error: Error | null): boolean =>
  error instanceof ApiError && isConflict(error) && error.issues.length === 0;

/** Adds or edits a variable. */
export function VariableForm({ slug, variable, name = "", onReload }: VariableFormProps) {
  const router = useRouter();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/variables/schemas")).variableForm, {
    defaultValues: {
      name: variable?.name ?? name,
      defaultValue: variable?.defaultValue ?? "",
      description: variable?.description ?? "",
      secret: variable?.secret ?? false,
    },
  });
  const params = { resourceSlug: slug };
  const options = {
    form,
    invalidate: ["sessions"],
    navigate: false as const,
    onSuccess: () => router.push(`/${slug}/variables`),
    onError: isVersionConflict,
  };
  const add = useAction(variables.add, { ...options, success: "Variable created." });
  const edit = useAction(variables.edit, { ...options, success: "Variable saved." });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (body) => {
    if (!variable) return void (await add.run({ params, body }));
    const at = { ...params, variableId: variable._id };
    await edit.run({ params: at, body: { ...body, version: variable.version } });
  });
  const secret = form.watch("secret") ?? false;
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <FormSection title="Variable">
        <FormField
          control={form.control}
          name="name"
          label="Name"
          required
          help={
            variable?.usedBy
              ? "This variable is in use, so its name can't be changed."
              : "No spaces. Use it in prompts as {customer}."
          }
        >
          {(field) => (
            <Input
              {...field}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              maxLength={variableNameMax}
              readOnly={Boolean(variable?.usedBy)}
            />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="defaultValue"
          label="Value"
          help={
            variable?.secret
              ? "Never shown again. Leave unchanged to keep the stored value."
              : "Default value for sessions. If empty, users are asked for a value when a session starts."
          }
        >
          {({ value, ...field }) =>
            secret ? (
              <Input
                {...field}
                value={value}
                type="password"
                autoComplete="off"
                maxLength={variableValueMax}
                // Selects the whole mask, so that typing replaces it.
                onFocus={({ target }) => target.select()}
              />
            ) : (
              <Textarea {...field} value={value} rows={1} maxLength={variableValueMax} />
            )
          }
        </FormField>
        <FormField
          control={form.control}
          name="description"
          label="Description"
          help="Purpose of the variable. Shown to users who are asked for a value."
        >
          {({ value = "", ...field }) => <Textarea {...field} value={value} rows={2} maxLength={2_000} />}
        </FormField>
        <SwitchField
          control={form.control}
          name="secret"
          label="Secret"
          help="Encrypted, never shown again, and redacted from sessions. Only tools can use it, not prompts."
        />
      </FormSection>
      {variable && <VariableUsers slug={slug} variable={variable} />}
      <FormFooter
        cancel={`/${slug}/variables`}
        submit={variable ? "Save" : "Create variable"}
        pending={add.pending || edit.pending || add.done || edit.done}
        disabledReason={why(variable ? Permission.EDIT_VARIABLE : Permission.CREATE_VARIABLE)}
        error={isVersionConflict(edit.error) ? edit.error : null}
        onReload={onReload}
      />
    </form>
  );
}
