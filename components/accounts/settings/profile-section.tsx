"use client";

import { Avatar } from "@/components/shared/details/avatar";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { Account } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/calls";

export function ProfileSection({ account }: { account: Account }) {
  const { refresh } = useAccount();
  const form = useContractForm(async () => (await import("@/lib/contract/security/schemas")).profileForm, {
    defaultValues: { name: account.name },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  const save = useAction(security.edit, {
    form,
    success: "Name saved.",
    onSuccess: async () => {
      form.reset(form.getValues());
      await refresh();
    },
  });
  return (
    <FormSection title="Profile" description="Your avatar is generated from your email address.">
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={form.handleSubmit((body) => save.run({ body }))}
      >
        <Avatar email={account.email} name={account.name} size="lg" />
        <Field label="Name" error={errors.name?.message} className="min-w-0 flex-1 basis-48">
          <Input {...form.register("name")} autoComplete="name" />
        </Field>
        <Button type="submit" variant="outline" loading={save.pending} disabled={!isDirty}>
          Save
        </Button>
      </form>
    </FormSection>
  );
}
