"use client";

import Link from "next/link";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { BareCard } from "../bare-card";
import { useRegistration } from "../register/use-registration";

export function RequestChangePage() {
  const [mail, setMail] = useState<boolean | null>(null);
  const { data, isPending } = useRegistration();
  const sendsMail = data?.mail;
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).requestChangeForm, {
    defaultValues: { email: "" },
  });
  const request = useAction(accounts.requestChangePassword, { form, onSuccess: (answer) => setMail(answer.mail) });
  const back = <Link href="/login">Back to sign in</Link>;

  if (mail === true) {
    return (
      <BareCard
        title="Check your e-mail"
        text="If there is an account with this address, a link to choose a new password is on its way. It works for one hour and only once."
        footer={back}
      >
        <Button variant="outline" onClick={() => setMail(null)}>
          Use another address
        </Button>
      </BareCard>
    );
  }
  if (mail === false || sendsMail === false) {
    return (
      <BareCard
        title="Forgotten password"
        text="This server does not send email. Ask the person who runs it: they can reset your password and hand you a link to choose a new one."
        footer={back}
      >
        <p className="text-muted">
          Tell them the address of your account. The command they need is{" "}
          <code className="font-mono text-body">npm run admin -- reset &lt;e-mail&gt;</code>.
        </p>
      </BareCard>
    );
  }
  // This response decides whether there is a form.
  if (isPending) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  return (
    <BareCard title="Forgotten password" text="We send you a link to choose a new one." footer={back}>
      <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => request.run({ body }))}>
        <Field label="E-mail" error={form.formState.errors.email?.message}>
          <Input {...form.register("email")} type="email" autoComplete="username" inputMode="email" autoFocus />
        </Field>
        <Button type="submit" loading={request.pending}>
          Send the link
        </Button>
      </form>
    </BareCard>
  );
}
