"use client";

import { useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { AlertDialog, AlertDialogContent } from "@/components/ui/alert-dialog";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { allowLeaving } from "@/hooks/forms/use-unsaved-guard";
import { accounts } from "@/lib/contract/accounts/calls";

/** Asks for the password if the session ends while a form is open, so that no input is lost. */
export function SignInAgain({ email }: { email: string }) {
  return (
    <AlertDialog open>
      <AlertDialogContent
        title="You're signed out"
        description={`Sign in again as ${email} to save. Your input is still here.`}
      >
        <SignInForm email={email} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

function SignInForm({ email }: { email: string }) {
  const { refresh } = useAccount();
  const [requiresCode, setRequiresCode] = useState(false);
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).loginForm, {
    defaultValues: { email, password: "" },
  });
  const login = useAction(accounts.login, {
    navigate: false,
    form,
    onSuccess: refresh,
    onError(error) {
      if (error.issues.length > 0) return false;
      if (error.code === "two_factor") setRequiresCode(true);
      const field = error.code === "two_factor" || requiresCode ? "code" : "password";
      form.setError(field, { type: "server", message: error.message });
      return true;
    },
  });
  const { errors } = form.formState;
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        // A portal's events bubble to the form around it in the React tree.
        event.stopPropagation();
        void form.handleSubmit((body) => login.run({ body }))(event);
      }}
    >
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <Field label="Password" error={errors.password?.message}>
        <Input {...form.register("password")} type="password" autoComplete="current-password" autoFocus />
      </Field>
      {requiresCode && (
        <Field
          label="Code"
          help="From your authenticator app, or a recovery code. Lost both? Ask your server administrator."
          error={errors.code?.message}
        >
          <Input {...form.register("code")} autoComplete="one-time-code" autoCapitalize="none" autoFocus />
        </Field>
      )}
      <DialogButtons submit="Sign in" cancel="Leave without saving" pending={login.pending} onCancel={allowLeaving} />
    </form>
  );
}
