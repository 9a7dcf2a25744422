"use client";

import { Input } from "@/components/ui/input";
import type { ContractForm } from "@/hooks/use-contract-form";
import { DialogButtons } from "./dialog-buttons";
import { Field } from "./field";
import { LimitNote } from "./limit-note";

interface NameFormProps {
  form: ContractForm<{ name: string }>;
  submit: string;
  pending: boolean;
  /** Of the last try. */
  error: Error | null;
  onSubmit: (body: { name: string }) => unknown;
  onCancel: () => void;
}

/** The form of a dialog that makes something of which only the name is asked. */
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
