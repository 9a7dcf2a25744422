"use client";

import { CheckField } from "@/components/shared/form/check-field";
import { Field } from "@/components/shared/form/field";
import { PasswordInput, passwordHelp } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { security } from "@/lib/contract/security/calls";
import { pluralize } from "@/lib/utils/text/pluralize";

export function ChangePasswordForm() {
  const { account } = useAccount();
  const apiKeys = useEndpoint(security.get).data?.apiKeys ?? 0;
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).changeByCurrentForm, {
    defaultValues: { current: "", password: "", revokeKeys: false },
  });
  const change = useAction(accounts.changePassword, {
    form,
    navigate: false,
    success: "Password changed. All other devices signed out.",
    invalidate: ["security", "apikeys"],
    onSuccess: () => form.reset(),
  });
  const { errors } = form.formState;
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => change.run({ body }))}>
      {/* Tells password managers which account the password is for. */}
      <input type="text" hidden autoComplete="username" value={account?.email ?? ""} readOnly />
      <Field label="Current password" error={errors.current?.message}>
        <PasswordInput {...form.register("current")} autoComplete="current-password" />
      </Field>
      <Field label="New password" help={passwordHelp} error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      {apiKeys > 0 && (
        <CheckField {...form.register("revokeKeys")} label={`Also revoke ${pluralize(apiKeys, "API key")}`} />
      )}
      <div>
        <Button type="submit" loading={change.pending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
