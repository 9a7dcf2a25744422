"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { FormSection } from "@/components/shared/form-section";
import { useAccount } from "@/context/account";
import { ChangePasswordForm } from "./change-password-form";
import { ThemeChooser } from "./theme-chooser";

export function AccountPage() {
  const { account } = useAccount();
  if (!account) return null;
  const Icon = account.emailVerified ? CircleCheck : CircleAlert;
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-6">
      <h1 className="text-title font-semibold">Account</h1>
      <FormSection title="Profile">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <dt className="text-muted">Name</dt>
          <dd className="min-w-0 wrap-anywhere">{account.name}</dd>
          <dt className="text-muted">E-mail</dt>
          <dd className="min-w-0 wrap-anywhere">
            {account.email}
            <span className="mt-1 flex items-start gap-1.5 text-body text-muted">
              <Icon aria-hidden className="mt-px size-4 shrink-0" />
              {account.emailVerified
                ? "Confirmed"
                : "Not confirmed. Apps that are shared with named people stay closed to you until it is."}
            </span>
          </dd>
        </dl>
      </FormSection>
      <FormSection title="Password">
        <ChangePasswordForm />
      </FormSection>
      <FormSection title="Theme">
        <ThemeChooser />
      </FormSection>
    </div>
  );
}
