"use client";

import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { PasswordInput, passwordHelp } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { security } from "@/lib/contract/security/calls";
import { ChangePasswordForm } from "../sign-in/password/change-password-form";

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  if (hasPassword)
    return (
      <FormSection title="Password" description="Changing your password signs out all other devices.">
        <ChangePasswordForm />
      </FormSection>
    );
  return (
    <FormSection
      title="Password"
      description="You sign in with a linked account. Set a password to sign in either way."
    >
      <SetPasswordForm />
    </FormSection>
  );
}

function SetPasswordForm() {
  const { account } = useAccount();
  const form = useContractForm(async () => (await import("@/lib/contract/security/schemas")).setPasswordForm, {
    defaultValues: { password: "" },
  });
  const set = useAction(security.setPassword, {
    form,
    success: "Password set.",
    onSuccess: () => form.reset(),
  });
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => set.run({ body }))}>
      <input type="text" hidden autoComplete="username" value={account?.email ?? ""} readOnly />
      <Field label="New password" help={passwordHelp} error={form.formState.errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <div>
        <Button type="submit" variant="outline" loading={set.pending}>
          Set password
        </Button>
      </div>
    </form>
  );
}
