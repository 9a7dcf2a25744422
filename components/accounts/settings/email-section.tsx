"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import type { Account } from "@/lib/contract/accounts/schemas";
import { security as calls } from "@/lib/contract/security/calls";
import type { Security } from "@/lib/contract/security/schemas";
import { toast } from "@/lib/utils/toasts/toast";

interface Props {
  account: Account;
  security: Security;
}

export function EmailSection({ account, security }: Props) {
  const [changing, setChanging] = useState(false);
  const { pendingEmail, hasPassword } = security;
  const stop = useAction(calls.cancelEmail, { success: "Change canceled." });
  const Icon = account.emailVerified ? CircleCheck : CircleAlert;
  return (
    <FormSection title="Email address">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="wrap-anywhere">{account.email}</p>
          <p className="mt-1 flex items-start gap-1.5 text-muted text-secondary">
            <Icon aria-hidden className="mt-px size-4 shrink-0" />
            {account.emailVerified
              ? "Confirmed"
              : security.mail
                ? "Not confirmed. Confirm it to open apps that are shared with specific people."
                : "Not confirmed. You can't open apps that are shared with specific people."}
          </p>
        </div>
        <Button variant="outline" onClick={() => setChanging(true)}>
          Change email
        </Button>
      </div>
      {pendingEmail && (
        <Banner action={{ label: "Cancel change", onSelect: () => void stop.run({ body: {} }) }}>
          <span className="wrap-anywhere">
            Waiting for confirmation from {waitingFor(pendingEmail)} to change your email to <b>{pendingEmail.email}</b>
            . The links expire <RelativeTime date={pendingEmail.expires} upcoming />.
          </span>
        </Banner>
      )}
      <Dialog open={changing} onOpenChange={setChanging}>
        <DialogContent
          title="Change your email address"
          description={
            security.mail
              ? "We'll email both addresses. The change takes effect once both are confirmed. You can cancel it from either one."
              : "The change takes effect immediately. The new address will be unconfirmed."
          }
        >
          <ChangeForm hasPassword={hasPassword} onDone={() => setChanging(false)} />
        </DialogContent>
      </Dialog>
    </FormSection>
  );
}

function waitingFor({ newConfirmed, oldConfirmed }: NonNullable<Security["pendingEmail"]>): string {
  if (newConfirmed) return "your current address";
  return oldConfirmed ? "the new address" : "both addresses";
}

function ChangeForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { refresh } = useAccount();
  const form = useContractForm(async () => (await import("@/lib/contract/security/schemas")).changeEmailForm, {
    defaultValues: { email: "", ...(hasPassword && { password: "" }) },
  });
  const { errors } = form.formState;
  const change = useAction(calls.changeEmail, {
    form,
    onSuccess: async ({ changed }) => {
      toast.success(changed ? "Email address changed." : "Check both inboxes for a confirmation link.");
      if (changed) await refresh();
      onDone();
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => change.run({ body }))}>
      <Field label="New email address" error={errors.email?.message}>
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="email" autoFocus />
      </Field>
      {hasPassword && (
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="current-password" />
        </Field>
      )}
      <DialogButtons submit="Change email" pending={change.pending} onCancel={onDone} />
    </form>
  );
}
