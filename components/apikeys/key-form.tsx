"use client";

import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { FormField } from "@/components/shared/form/form-field";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { apiKeyExpirationDays } from "@/lib/constants/limits";
import { apikeys } from "@/lib/contract/apikeys/calls";
import { PermissionField } from "./permission-field";
import { TeamField } from "./team-field";

const never = "never";
const lifetimes = [
  ...apiKeyExpirationDays.map((days) => ({ value: `${days}`, label: `In ${days} days` })),
  { value: never, label: "Never" },
];
const parseLifetime = (value: string) => apiKeyExpirationDays.find((days) => `${days}` === value) ?? null;

interface KeyFormProps {
  /** Without a password the server requires a sign-in within the last minutes. */
  hasPassword: boolean;
  onDone(created: { name: string; secret: string }): void;
  onCancel(): void;
}

export function KeyForm({ hasPassword, onDone, onCancel }: KeyFormProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/apikeys/schemas")).apiKeyForm, {
    defaultValues: {
      name: "",
      description: "",
      expirationDays: 90,
      teamIds: null,
      permissions: [],
      password: undefined,
    },
  });
  const add = useAction(apikeys.add, {
    form,
    invalidate: ["security"],
    onSuccess: ({ key, secret }) => onDone({ name: key.name, secret }),
  });
  useUnsavedGuard(form.formState.isDirty && !add.done);
  const { control } = form;
  return (
    <form className="grid gap-4" noValidate onSubmit={form.handleSubmit((body) => add.run({ body }))}>
      <FormField control={control} name="name" label="Name" required help="Descriptive name, e.g. “Nightly report”.">
        {(field) => <Input {...field} autoFocus maxLength={100} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="description" label="Description">
        {({ value, ...field }) => <Input {...field} value={value ?? ""} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="expirationDays" label="Expires" required>
        {({ value, onChange, ref: _ref, ...field }) => (
          <OptionSelect
            {...field}
            className="max-w-48"
            value={value === null ? never : `${value}`}
            onChange={(next) => onChange(parseLifetime(next))}
            options={lifetimes}
          />
        )}
      </FormField>
      <FormField control={control} name="teamIds" label="Teams" group>
        {({ value, onChange }) => <TeamField value={value ?? null} onChange={onChange} />}
      </FormField>
      <FormField control={control} name="permissions" label="Permissions" group>
        {({ value, onChange }) => <PermissionField value={value ?? []} onChange={onChange} />}
      </FormField>
      {hasPassword && (
        <FormField control={control} name="password" label="Your password" required>
          {({ value, ...field }) => <PasswordInput {...field} value={value ?? ""} autoComplete="current-password" />}
        </FormField>
      )}
      <DialogButtons submit="Create key" pending={add.pending} onCancel={onCancel} />
    </form>
  );
}
