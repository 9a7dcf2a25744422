"use client";

import Link from "next/link";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { usePlainForm } from "@/hooks/forms/use-plain-form";
import { sso } from "@/lib/contract/sso/calls";
import type { Linkable } from "@/lib/contract/sso/schemas";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";

/** Proves that an existing account belongs to the person: by its password, or because they are signed in to it. */
export function SsoLink({ link }: { link: Linkable }) {
  const { refresh } = useAccount();
  const form = usePlainForm(async () => (await import("@/lib/contract/sso/schemas")).linkForm.omit({ ticket: true }));
  const [failure, setFailure] = useState<string | null>(null);
  const [requiresCode, setRequiresCode] = useState(false);
  const run = useAction(sso.link, {
    form,
    onSuccess: () => void refresh(),
    onError(error) {
      if (error.issues.some(({ path }) => path === "password")) return false;
      if (error.code === "two_factor") setRequiresCode(true);
      setFailure(error.code === "two_factor" && !requiresCode ? null : error.message);
      return true;
    },
  });
  const text = link.signedIn
    ? `Link your account ${link.email} to ${link.organization}. Its identity provider can then sign you in.`
    : `An account with ${link.email} exists. Enter its password to link it to ${link.organization}, whose identity provider can then sign you in.`;
  return (
    <BareCard title="Link your account" text={text} footer={<Link href="/login">Back to sign in</Link>}>
      <form
        className="flex flex-col gap-4"
        {...form.props(({ password, code }) => {
          setFailure(null);
          return run.run({ body: { ticket: link.ticket, password: link.signedIn ? undefined : password, code } });
        })}
      >
        <FormError text={failure} />
        {!link.signedIn && (
          <Field label="Password" error={form.errors.password}>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
        )}
        {requiresCode && (
          <Field label="Code" help="From your authenticator app, or a recovery code." error={form.errors.code}>
            <Input name="code" autoComplete="one-time-code" autoCapitalize="none" autoFocus />
          </Field>
        )}
        <Button type="submit" loading={run.pending}>
          Link and continue
        </Button>
      </form>
    </BareCard>
  );
}
