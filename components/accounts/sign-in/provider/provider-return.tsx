"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useRunOnce } from "@/hooks/page/use-run-once";
import { type OauthProvider, oauthTitles } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/oauth/calls";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";
import { ReturnFailure, ReturnPending } from "./return-status";

/** The page that a provider redirects back to: signs in, with a second factor if the account has one. */
export function ProviderReturn({ provider }: { provider: OauthProvider }) {
  const search = useSearchParams();
  const [code, state] = [search.get("code"), search.get("state")];
  const title = oauthTitles[provider];
  const { refresh } = useAccount();
  const [ticket, setTicket] = useState<string>();
  const [failure, setFailure] = useState<string | null>(
    code && state ? null : `Couldn't sign you in with ${title}. Try again.`,
  );
  const finish = useAction(oauth.finish, {
    invalidate: ["security"],
    onSuccess: () => void refresh(),
    onError(error) {
      if (error.code === "two_factor" && typeof error.data.ticket === "string") setTicket(error.data.ticket);
      else setFailure(error.message);
      return true;
    },
  });
  useRunOnce(() => {
    if (code && state) void finish.run({ body: { code, state } });
  });
  if (ticket) return <SecondStep ticket={ticket} />;
  if (failure) return <ReturnFailure title={`Sign in with ${title}`} text={failure} />;
  return <ReturnPending title={`Signing in with ${title}`} />;
}

/** Asks for the second factor of an account that a provider has signed in. */
export function SecondStep({ ticket }: { ticket: string }) {
  const { refresh } = useAccount();
  const form = useContractForm(async () => (await import("@/lib/contract/oauth/schemas")).secondStepForm, {
    defaultValues: { ticket, code: "" },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const finish = useAction(oauth.finish, {
    form,
    onSuccess: () => void refresh(),
    onError(error) {
      if (error.issues.length > 0) return false;
      setFailure(error.message);
      return true;
    },
  });
  return (
    <BareCard title="Sign in" footer={<Link href="/login">Back to sign in</Link>}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((body) => {
          setFailure(null);
          return finish.run({ body });
        })}
      >
        <FormError text={failure} />
        <Field
          label="Code"
          help="From your authenticator app, or a recovery code. Lost both? Ask your server administrator."
          error={form.formState.errors.code?.message}
        >
          <Input {...form.register("code")} autoComplete="one-time-code" autoCapitalize="none" autoFocus />
        </Field>
        <Button type="submit" loading={finish.pending}>
          Sign in
        </Button>
      </form>
    </BareCard>
  );
}
