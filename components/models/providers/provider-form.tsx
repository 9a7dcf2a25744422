"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { CheckBanner, type CheckResult } from "@/components/shared/status/connection-check";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { hasCredentials, type ProviderId, providers as types } from "@/lib/constants/providers";
import { providers } from "@/lib/contract/providers/calls";
import type { Provider } from "@/lib/contract/providers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { CredentialFields } from "./credential-fields";
import { ProviderTest } from "./provider-test";
import { TypeChoice } from "./type-choice";

interface Props {
  slug: string;
  /** The stored provider, when one is edited. */
  provider?: Provider;
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** Adds or edits a provider. */
export function ProviderForm({ slug, provider, onReload }: Props) {
  const router = useRouter();
  const { why } = usePermission();
  const [result, setResult] = useState<CheckResult>();
  const form = useContractForm(async () => (await import("@/lib/contract/providers/schemas")).providerForm, {
    defaultValues: {
      name: provider?.name ?? types.open_ai.title,
      type: provider?.type ?? "open_ai",
      config: provider?.config ?? {},
    },
  });
  const params = { resourceSlug: slug };
  const options = {
    form,
    invalidate: ["models"],
    success: provider ? "Provider saved." : "Provider created.",
    navigate: false,
    onError: isConflict,
  };
  const add = useAction(providers.add, { ...options, onSuccess: ({ _id }) => router.push(`/${slug}/provider/${_id}`) });
  const edit = useAction(providers.edit, { ...options, onSuccess: () => router.push(`/${slug}/providers`) });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (body) => {
    if (!provider) return void (await add.run({ params, body }));
    const at = { ...params, providerId: provider._id };
    await edit.run({ params: at, body: { ...body, version: provider.version } });
  });
  const type = form.watch("type");
  const choose = (next: ProviderId) => {
    const isOwnName = form.getValues("name") !== types[type].title;
    const name = isOwnName ? form.getValues("name") : types[next].title;
    form.reset({ name, type: next, config: {} }, { keepDefaultValues: true });
    setResult(undefined);
  };
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <FormSection title="Type" description={types[type].note}>
        {provider ? (
          <p>
            {types[type].title}{" "}
            <span className="text-muted">· can't be changed. To use another type, create a new provider.</span>
          </p>
        ) : (
          <TypeChoice slug={slug} value={type} onChange={choose} />
        )}
      </FormSection>
      <FormSection
        title="Connection"
        description={hasCredentials(type) && "Stored encrypted. Secrets are never shown again."}
      >
        <FormField control={form.control} name="name" label="Name" required help="Shown to your team.">
          {(field) => <Input {...field} autoComplete="off" maxLength={100} />}
        </FormField>
        <CredentialFields
          key={type}
          form={form}
          type={type}
          of="provider"
          stored={provider?.config}
          toPath={(name) => `config.${name}`}
        />
      </FormSection>
      <FormFooter
        cancel={`/${slug}/providers`}
        submit={provider ? "Save" : "Create provider"}
        pending={add.pending || edit.pending || add.done || edit.done}
        disabledReason={why(provider ? Permission.EDIT_MODEL : Permission.CREATE_MODEL)}
        error={add.error ?? edit.error}
        onReload={onReload}
        notice={result && <CheckBanner result={result} />}
      >
        <ProviderTest slug={slug} form={form} providerId={provider?._id} onResult={setResult} />
      </FormFooter>
    </form>
  );
}
