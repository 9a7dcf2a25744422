"use client";

import { CheckField } from "@/components/shared/check-field";
import { Field } from "@/components/shared/field";
import { PasswordInput, passwordHelp } from "@/components/shared/password-input";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useEndpoint } from "@/hooks/use-endpoint";
import { accounts } from "@/lib/contract/calls/accounts";
import { security } from "@/lib/contract/calls/security";
import { pluralize } from "@/lib/utils/pluralize";

export function ChangePasswordForm() {
  const { account } = useAccount();
  const apiKeys = useEndpoint(security.get).data?.apiKeys ?? 0;
  const form = useContractForm(async () => (await import("@/lib/contract/accounts")).changeByCurrentForm, {
    defaultValues: { current: "", password: "", revokeKeys: false },
  });
  const change = useAction(accounts.changePassword, {
    form,
    navigate: false,
    success: "Your password is changed. Other sessions are signed out.",
    invalidate: ["security", "apikeys"],
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
      {apiKeys > 0 && (
        <CheckField {...form.register("revokeKeys")} label={`Revoke ${pluralize(apiKeys, "API key")} too`} />
      )}
      <div>
        <Button type="submit" loading={change.pending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
