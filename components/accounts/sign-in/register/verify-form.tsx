"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { PasswordInput, passwordHelp } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { FormError } from "../form-error";

interface VerifyFormProps {
  token: string;
  /** Whether a password is chosen in this step. */
  requiresPassword: boolean;
  submit: string;
}

/** Confirms an address or accepts an invite, by the token of a link. */
export function VerifyForm({ token, requiresPassword, submit }: VerifyFormProps) {
  const { refresh } = useAccount();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).verifyForm, {
    defaultValues: { token },
  });
  const verify = useAction(accounts.verify, {
    form,
    onSuccess: () => void refresh(),
    onError(error) {
      const isPasswordError = requiresPassword && error.issues.some(({ path }) => path === "password");
      if (!isPasswordError) setFailure(error.message);
      return !isPasswordError;
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      noValidate
      onSubmit={form.handleSubmit((body) => {
        setFailure(null);
        return verify.run({ body });
      })}
    >
      <FormError text={failure} />
      {requiresPassword && (
        <Field label="Password" help={passwordHelp} error={form.formState.errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="new-password" autoFocus />
        </Field>
      )}
      <Button type="submit" loading={verify.pending}>
        {submit}
      </Button>
    </form>
  );
}
