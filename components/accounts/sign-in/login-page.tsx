"use client";

import Link from "next/link";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { usePlainForm } from "@/hooks/forms/use-plain-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { BareCard } from "./bare-card";
import { FormError } from "./form-error";
import { ProviderButtons } from "./provider/provider-buttons";
import { findRefusal, useRegistration } from "./register/use-registration";
import { SignedInSpinner } from "./signed-in-spinner";
import { useGoto } from "./use-goto";
import { useRedirectSignedIn } from "./use-redirect-signed-in";

export function LoginPage() {
  const goto = useGoto();
  const form = usePlainForm(async () => (await import("@/lib/contract/accounts/schemas")).loginForm);
  const [requiresCode, setRequiresCode] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const login = useAction(accounts.login, {
    form,
    onError(error) {
      if (error.issues.length > 0) return false;
      if (error.code === "two_factor") setRequiresCode(true);
      setFailure(error.code === "two_factor" && !requiresCode ? null : error.message);
      return true;
    },
  });
  const { errors } = form;
  const { data } = useRegistration();
  const refusal = data && findRefusal(data, false);
  const query = goto ? `?goto=${encodeURIComponent(goto)}` : "";
  if (useRedirectSignedIn(goto ?? null, login.pending || login.done)) return <SignedInSpinner />;

  return (
    <BareCard
      title="Sign in"
      footer={
        refusal ? (
          <>New here? {refusal.text}</>
        ) : (
          <>
            New here? <Link href={`/register${query}`}>Create an account</Link>
          </>
        )
      }
    >
      <ProviderButtons goto={goto} />
      <form
        className="flex flex-col gap-4"
        {...form.props((body) => {
          setFailure(null);
          return login.run({ body: { ...body, goto } });
        })}
      >
        <FormError text={failure} />
        <Field label="Email" error={errors.email}>
          <Input name="email" type="email" autoComplete="username" inputMode="email" autoFocus />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        {requiresCode && (
          <Field
            label="Code"
            help="From your authenticator app, or a recovery code. Lost both? Ask your server administrator."
            error={errors.code}
          >
            <Input name="code" autoComplete="one-time-code" autoCapitalize="none" autoFocus />
          </Field>
        )}
        <Button type="submit" loading={login.pending}>
          Sign in
        </Button>
        <Link href="/requestchangepassword" className="text-muted text-secondary underline-offset-4 hover:underline">
          Forgot your password?
        </Link>
      </form>
    </BareCard>
  );
}
