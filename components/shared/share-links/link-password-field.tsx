"use client";

import type { z } from "zod";
import { FormField } from "@/components/shared/form/form-field";
import { PasswordInput } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { linkPasswordMin } from "@/lib/constants/limits";
import type { shareLinkForm } from "@/lib/contract/shares/schemas";

export type LinkSettingsForm = ContractForm<z.input<typeof shareLinkForm>>;

interface PasswordFieldProps {
  form: LinkSettingsForm;
  /** Whether the stored link has a password, which can only be replaced or removed. */
  hasPassword: boolean;
}

/** A link's password. The value is undefined while it is unchanged, and null once it is removed. */
export function LinkPasswordField({ form, hasPassword }: PasswordFieldProps) {
  const password = form.watch("password");
  const isStored = hasPassword && typeof password !== "string";
  const isRemoved = password === null;
  const help = hasPassword
    ? "Current visitors must enter the new password to continue."
    : `Optional. At least ${linkPasswordMin} characters. Visitors enter it before they start.`;
  return (
    <FormField
      control={form.control}
      name="password"
      label="Password"
      help={isStored ? undefined : help}
      group={isStored}
    >
      {({ value, onChange, ...field }) =>
        isStored ? (
          <div className="flex h-9 items-center gap-2">
            <span className="flex-1 text-muted">{isRemoved ? "Removed when you save" : "Set"}</span>
            {!isRemoved && (
              <Button size="sm" variant="outline" aria-label="Change password" onClick={() => onChange("")}>
                Change
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              aria-label={isRemoved ? "Keep password" : "Remove password"}
              onClick={() => onChange(isRemoved ? undefined : null)}
            >
              {isRemoved ? "Keep" : "Remove"}
            </Button>
          </div>
        ) : (
          <PasswordInput
            {...field}
            autoComplete="new-password"
            value={value ?? ""}
            onChange={({ target }) => onChange(target.value === "" && !hasPassword ? undefined : target.value)}
          />
        )
      }
    </FormField>
  );
}
