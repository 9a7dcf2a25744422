"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { accounts } from "@/lib/contract/calls/accounts";
import { BareCard } from "./bare-card";
import { FormError } from "./form-error";
import { PasswordInput, passwordHelp } from "./password-input";

/** With a mailed token: confirms the address, and asks for a password where an invite makes a new account. */
export function VerifyPage() {
  const token = useSearchParams().get("token");
  if (token) return <Confirm token={token} />;
  return (
    <BareCard
      title="Check your e-mail"
      text="We have sent you a link. Open it to confirm your address; it works for 24 hours and only once."
      footer={
        <>
          Confirmed already? <Link href="/login">Sign in</Link>
        </>
      }
    >
      <p className="text-muted">
        Nothing there? Look in the spam folder. Signing in before the address is confirmed sends a new link.
      </p>
    </BareCard>
  );
}

// The link must be pressed once more: programs that look through mails open links too.
function Confirm({ token }: { token: string }) {
  const form = useContractForm(async () => (await import("@/lib/contract/accounts")).verifyForm, {
    defaultValues: { token },
  });
  const [asksPassword, setAsksPassword] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const verify = useAction(accounts.verify, {
    form,
    onError(error) {
      const password = error.issues.some(({ path }) => path === "password");
      if (password && !asksPassword) {
        setAsksPassword(true);
        return true;
      }
      if (!password) setFailure(error.message);
      return !password;
    },
  });
  return (
    <BareCard
      title={asksPassword ? "Choose a password" : "Confirm your e-mail address"}
      text={asksPassword ? "It completes your new account." : "One more click and you are signed in."}
    >
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          setFailure(null);
          return verify.run({ body });
        })}
      >
        <FormError text={failure} />
        {asksPassword && (
          <Field label="Password" help={passwordHelp} error={form.formState.errors.password?.message}>
            <PasswordInput {...form.register("password")} autoComplete="new-password" autoFocus />
          </Field>
        )}
        <Button type="submit" loading={verify.pending}>
          {asksPassword ? "Create account" : "Confirm"}
        </Button>
      </form>
    </BareCard>
  );
}
