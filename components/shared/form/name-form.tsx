"use client";

import { Input } from "@/components/ui/input";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { DialogButtons } from "../dialogs/dialog-buttons";
import { LimitNote } from "../status/limit-note";
import { Field } from "./field";

interface NameFormProps {
  form: ContractForm<{ name: string }>;
  submit: string;
  pending: boolean;
  /** Error of the last attempt. */
  error: Error | null;
  onSubmit: (body: { name: string }) => unknown;
  onCancel: () => void;
}

/** The form of a dialog that creates something from a name only. */
export function NameForm({ form, submit, pending, error, onSubmit, onCancel }: NameFormProps) {
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => onSubmit(body))}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        <Input {...form.register("name")} autoComplete="off" autoFocus />
      </Field>
      <LimitNote error={error} />
      <DialogButtons submit={submit} pending={pending} onCancel={onCancel} />
    </form>
  );
}
