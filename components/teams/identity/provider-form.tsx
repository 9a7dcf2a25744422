"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { SecretInput } from "@/components/shared/form/secret-input";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { identity } from "@/lib/contract/identity/calls";
import type { ProviderForm as Body } from "@/lib/contract/identity/schemas";
import { CopyField } from "./copy-field";
import { RuleList } from "./rule-list";

type View = ResponseBody<typeof identity.get>;

interface ProviderFormProps {
  slug: string;
  view: View;
  disabledReason: string | undefined;
}

const empty = { issuer: "", clientId: "", scopes: "", rules: [] };

export function ProviderForm({ slug, view, disabledReason }: ProviderFormProps) {
  const { provider, required, redirectUri, teams } = view;
  const isReadOnly = disabledReason !== undefined;
  const form = useContractForm(async () => (await import("@/lib/contract/identity/schemas")).providerForm, {
    defaultValues: { ...((provider ?? empty) as Pick<Body, keyof typeof empty>), required },
  });
  const { control, formState, register } = form;
  useUnsavedGuard(formState.isDirty && !isReadOnly);
  const save = useAction(identity.edit, { form, success: "Identity provider saved." });
  const params = { resourceSlug: slug };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit((body) => save.run({ params, body: { ...body, version: provider?.version } }))}
    >
      <Field
        label="Issuer"
        help="The URL of your provider, such as https://login.example.com"
        error={formState.errors.issuer?.message}
      >
        <Input {...register("issuer")} inputMode="url" autoComplete="off" readOnly={isReadOnly} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Client ID" error={formState.errors.clientId?.message}>
          <Input {...register("clientId")} autoComplete="off" readOnly={isReadOnly} />
        </Field>
        <FormField
          control={control}
          name="clientSecret"
          label="Client secret"
          help={provider ? "Leave empty to keep it." : undefined}
        >
          {({ ref: _ref, value, onChange, ...field }) => (
            <SecretInput
              {...field}
              value={value ?? ""}
              onChange={(secret) => onChange(secret || undefined)}
              readOnly={isReadOnly}
            />
          )}
        </FormField>
      </div>
      <CopyField label="Redirect URI" value={redirectUri} help="Enter this URL in your identity provider's settings." />
      <Field
        label="Additional scopes"
        help="Separated by spaces. Some providers send groups only if you request a scope such as “groups”."
        error={formState.errors.scopes?.message}
      >
        <Input {...register("scopes")} autoComplete="off" readOnly={isReadOnly} />
      </Field>
      <RuleList form={form} teams={teams} isReadOnly={isReadOnly} />
      <FormField
        control={control}
        name="required"
        label="Required"
        help="Members can use this organization only after signing in with the provider. The owner can always sign in with a password. API keys work only if their secret was created after such a sign-in. Requires a successful test sign-in with these settings."
      >
        {({ value, onChange }) => <Switch checked={value} disabled={isReadOnly} onCheckedChange={onChange} />}
      </FormField>
      <div className="flex flex-wrap gap-2">
        <DisabledTooltip disabledReason={disabledReason}>
          <Button type="submit" loading={save.pending}>
            Save
          </Button>
        </DisabledTooltip>
        {provider && !isReadOnly && <ProviderActions slug={slug} tested={provider.tested} />}
      </div>
    </form>
  );
}

/** A test sign-in of what is saved, and the removal. */
function ProviderActions({ slug, tested }: { slug: string; tested: string | null }) {
  const [removing, setRemoving] = useState(false);
  const params = { resourceSlug: slug };
  const test = useAction(identity.test, { onSuccess: ({ url }) => window.location.assign(url) });
  const remove = useAction(identity.remove, {
    success: "Identity provider removed.",
    onSuccess: () => setRemoving(false),
  });
  return (
    <>
      <Button variant="outline" loading={test.pending || test.done} onClick={() => void test.run({ params })}>
        {tested ? "Test sign-in again" : "Test sign-in"}
      </Button>
      <Button variant="ghost" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove the identity provider?"
        description="Members can no longer sign in with it. Their accounts and memberships remain. Its email domains have to be verified again."
        confirmLabel="Remove"
        destructive
        pending={remove.pending}
        onConfirm={() => void remove.run({ params })}
      />
    </>
  );
}
