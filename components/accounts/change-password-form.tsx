"use client";

import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { accounts } from "@/lib/contract/calls/accounts";
import { PasswordInput, passwordHelp } from "./password-input";

export function ChangePasswordForm() {
  const { account } = useAccount();
  const form = useContractForm(async () => (await import("@/lib/contract/accounts")).changeByCurrentForm, {
    defaultValues: { current: "", password: "" },
  });
  const change = useAction(accounts.changePassword, {
    form,
    navigate: false,
    success: "Your password is changed. Other sessions are signed out.",
    onSuccess: () => form.reset(),
  });
  const { errors } = form.formState;
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => change.run({ body }))}>
      {/* So that a password manager knows whose password it is. */}
      <input type="text" hidden autoComplete="username" value={account?.email ?? ""} readOnly />
      <Field label="Current password" error={errors.current?.message}>
        <PasswordInput {...form.register("current")} autoComplete="current-password" />
      </Field>
      <Field label="New password" help={passwordHelp} error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" loading={change.pending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
