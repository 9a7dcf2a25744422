"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/shared/field";
import { PasswordInput, passwordHelp } from "@/components/shared/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { accounts } from "@/lib/contract/calls/accounts";
import { toast } from "@/lib/utils/toast";
import { BareCard } from "./bare-card";
import { NotTaken } from "./not-taken";
import { ProviderButtons } from "./provider-buttons";
import { SentOn } from "./sent-on";
import { useGoto } from "./use-goto";
import { onlyDomains, passwordLater, refusalOf, useRegistration } from "./use-registration";
import { useSentOn } from "./use-sent-on";

export function RegisterPage() {
  const search = useSearchParams();
  const inviteToken = search.get("inviteToken") ?? undefined;
  const goto = useGoto();
  const login = `/login${goto ? `?goto=${encodeURIComponent(goto)}` : ""}`;
  const { data, isPending } = useRegistration();
  const [submitted, setSubmitted] = useState(false);
  // An invitation is for the account that is signed in as well.
  const onward = inviteToken === undefined ? (goto ?? null) : `/verify?token=${encodeURIComponent(inviteToken)}`;
  if (useSentOn(onward, submitted)) return <SentOn />;
  const refusal = data && refusalOf(data, inviteToken !== undefined);
  if (refusal) return <NotTaken refusal={refusal} login={login} />;
  // The form depends on it.
  if (isPending) return <Skeleton aria-busy className="mx-auto h-96 w-full max-w-bare" />;
  return (
    <RegisterForm
      inviteToken={inviteToken}
      // A new account is in no team but its own.
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
  /** Where to sign in, and go on from there. */
  login: string;
  /** Whose addresses alone are taken; empty: everybody's. */
  domains: readonly string[];
  /** The password is chosen when the mailed link is opened. */
  confirmsByMail: boolean;
  onSubmit(): void;
}

function RegisterForm({ inviteToken, goto, login: signInPath, domains, confirmsByMail, onSubmit }: RegisterFormProps) {
  const router = useRouter();
  const form = useContractForm(async () => (await import("@/lib/contract/accounts")).registerForm, {
    defaultValues: { name: "", email: "", ...(!confirmsByMail && { password: "" }) },
  });
  const { errors } = form.formState;

  // A known address gets the same answer as a new one, so signing in can fail here.
  const login = useAction(accounts.login, {
    onError() {
      toast.info("Sign in with your e-mail address and password.");
      router.push(signInPath);
      return true;
    },
  });
  const register = useAction(accounts.register, {
    form,
    navigate: false,
    async onSuccess({ token, redirect }) {
      // Without mail the account is ready at once: the way leads past the login form.
      if (!token && redirect === "/login") {
        const { email, password } = form.getValues();
        await login.run({ body: { email, password: password ?? "", goto: goto ?? undefined } });
      } else router.push(redirect);
    },
  });

  return (
    <BareCard
      title="Create an account"
      text={`You get an organization and a first team of your own.${confirmsByMail ? ` ${passwordLater}` : ""}`}
      footer={
        <>
          Already have an account? <Link href={signInPath}>Sign in</Link>
        </>
      }
    >
      {!inviteToken && <ProviderButtons goto={goto ?? undefined} />}
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          onSubmit();
          return register.run({ body: { ...body, inviteToken } });
        })}
      >
        <Field label="Name" error={errors.name?.message}>
          <Input {...form.register("name")} autoComplete="name" autoFocus />
        </Field>
        <Field label="E-mail" help={onlyDomains(domains)} error={errors.email?.message}>
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
