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
        title="Check your email"
        text="If an account exists for this address, we sent a link to reset its password. It works once and expires in one hour."
        footer={back}
      >
        <Button variant="outline" onClick={() => setMail(null)}>
          Use another email address
        </Button>
      </BareCard>
    );
  }
  if (mail === false || sendsMail === false) {
    return (
      <BareCard
        title="Reset your password"
        text="This server doesn't send email. Ask your server administrator to reset your password and send you a link."
        footer={back}
      >
        <p className="text-muted">
          Tell the administrator your account's email address. They can run{" "}
          <code className="font-mono text-body">npm run admin -- reset &lt;email&gt;</code>.
        </p>
      </BareCard>
    );
  }
  // This response decides whether there is a form.
  if (isPending) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  return (
    <BareCard title="Reset your password" text="We'll email you a link to choose a new password." footer={back}>
      <form className="flex flex-col gap-4" noValidate onSubmit={form.handleSubmit((body) => request.run({ body }))}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input {...form.register("email")} type="email" autoComplete="username" inputMode="email" autoFocus />
        </Field>
        <Button type="submit" loading={request.pending}>
          Send link
        </Button>
      </form>
    </BareCard>
  );
}
