"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { PasswordInput, passwordHelp } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { toast } from "@/lib/utils/toasts/toast";
import { BareCard } from "../bare-card";
import { ProviderButtons } from "../provider/provider-buttons";
import { SignedInSpinner } from "../signed-in-spinner";
import { useGoto } from "../use-goto";
import { useRedirectSignedIn } from "../use-redirect-signed-in";
import { RegistrationRefused } from "./registration-refused";
import { findRefusal, onlyDomains, passwordLater, useRegistration } from "./use-registration";

export function RegisterPage() {
  const search = useSearchParams();
  const inviteToken = search.get("inviteToken") ?? undefined;
  const goto = useGoto();
  const login = `/login${goto ? `?goto=${encodeURIComponent(goto)}` : ""}`;
  const { data, isPending } = useRegistration();
  const [submitted, setSubmitted] = useState(false);
  // A signed-in account can accept an invitation too.
  const continuePath = inviteToken === undefined ? (goto ?? null) : `/verify?token=${encodeURIComponent(inviteToken)}`;
  if (useRedirectSignedIn(continuePath, submitted)) return <SignedInSpinner />;
  const refusal = data && findRefusal(data, inviteToken !== undefined);
  if (refusal) return <RegistrationRefused refusal={refusal} login={login} />;
  // The form depends on this response.
  if (isPending) return <Skeleton aria-busy className="mx-auto h-96 w-full max-w-bare" />;
  return (
    <RegisterForm
      inviteToken={inviteToken}
      // A new account is only in its own team.
      goto={search.get("goto")}
      login={login}
      domains={data?.emailDomains ?? []}
      confirmsByMail={data?.mail === true && inviteToken === undefined}
      onSubmit={() => setSubmitted(true)}
    />
  );
}

interface RegisterFormProps {
  inviteToken: string | undefined;
  goto: string | null;
  /** Path of the login page, with the redirect that follows. */
  login: string;
  /** Email domains that can register; empty: all. */
  domains: readonly string[];
  /** The password is chosen when the mailed link is opened. */
  confirmsByMail: boolean;
  onSubmit(): void;
}

function RegisterForm({ inviteToken, goto, login: signInPath, domains, confirmsByMail, onSubmit }: RegisterFormProps) {
  const router = useRouter();
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).registerForm, {
    defaultValues: { name: "", email: "", ...(!confirmsByMail && { password: "" }) },
  });
  const { errors } = form.formState;

  // The server responds alike for a registered address, so signing in can fail here.
  const login = useAction(accounts.login, {
    onError() {
      toast.info("Sign in with your email address and password.");
      router.push(signInPath);
      return true;
    },
  });
  const register = useAction(accounts.register, {
    form,
    navigate: false,
    async onSuccess({ token, redirect }) {
      // Without mail the account is ready immediately, so the form signs in directly.
      if (!token && redirect === "/login") {
        const { email, password } = form.getValues();
        await login.run({ body: { email, password: password ?? "", goto: goto ?? undefined } });
      } else router.push(redirect);
    },
  });

  return (
    <BareCard
      title="Create an account"
      text={`Includes your own organization and first team.${confirmsByMail ? ` ${passwordLater}` : ""}`}
      footer={
        <>
          Already have an account? <Link href={signInPath}>Sign in</Link>
        </>
      }
    >
      {!inviteToken && <ProviderButtons goto={goto ?? undefined} />}
      <form
        className="flex flex-col gap-4"
        method="post"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          onSubmit();
          return register.run({ body: { ...body, inviteToken } });
        })}
      >
        <Field label="Name" error={errors.name?.message}>
          <Input {...form.register("name")} autoComplete="name" autoFocus />
        </Field>
        <Field label="Email" help={onlyDomains(domains)} error={errors.email?.message}>
          <Input {...form.register("email")} type="email" autoComplete="username" inputMode="email" />
        </Field>
        {!confirmsByMail && (
          <Field label="Password" help={passwordHelp} error={errors.password?.message}>
            <PasswordInput {...form.register("password")} autoComplete="new-password" />
          </Field>
        )}
        <Button type="submit" loading={register.pending}>
          Create account
        </Button>
      </form>
    </BareCard>
  );
}
