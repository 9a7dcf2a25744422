"use client";

import { Plus } from "lucide-react";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { AddLink } from "@/components/shared/page/add-link";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { hasCredentials, type ProviderId, providers as types } from "@/lib/constants/providers";
import type { Model } from "@/lib/contract/models/schemas";
import { providers } from "@/lib/contract/providers/calls";
import type { ModelContractForm } from "../form-type";
import { CredentialFields } from "./credential-fields";
import { ProviderSelect } from "./provider-select";
import { TypeChoice } from "./type-choice";

/** A provider of the team, as far as the form needs it. */
export interface ChosenProvider {
  _id: string;
  name: string;
  type: ProviderId;
}

interface Props {
  slug: string;
  form: ModelContractForm;
  /** The stored model, when one is edited: its provider's type can't be changed. */
  model: Model | undefined;
  /** The provider that is chosen first; undefined when the team has none. */
  first: ChosenProvider | undefined;
  /** Chooses a provider, or with null a new one of the type. */
  onChoose(providerId: string | null, type: ProviderId): void;
}

/** The provider of a model: one of the team's, or a new one. */
export function ModelProvider({ slug, form, model, first, onChoose }: Props) {
  const type = form.watch("type") ?? "open_ai";
  const providerId = form.watch("providerId");
  const isNew = !model && providerId === undefined;
  const add = useAction(providers.add, {
    form,
    success: "Provider created.",
    navigate: false,
    onSuccess: ({ _id }) => onChoose(_id, type),
  });
  const saveNew = () => {
    const { config } = form.getValues();
    void add.run({ params: { resourceSlug: slug }, body: { name: types[type].title, type, config } });
  };
  if (isNew)
    return (
      <FormSection title="Provider" description={types[type].note}>
        <TypeChoice slug={slug} value={type} onChange={(next) => onChoose(null, next)} />
        <CredentialFields key={type} form={form} type={type} of="provider" toPath={(name) => `config.${name}`} />
        <div className="flex flex-wrap items-center gap-2">
          {hasCredentials(type) && (
            <Button variant="outline" loading={add.pending} onClick={saveNew}>
              Save provider and list its models
            </Button>
          )}
          {first && (
            <Button variant="ghost" onClick={() => onChoose(first._id, first.type)}>
              Use an existing provider
            </Button>
          )}
        </div>
        {hasCredentials(type) && (
          <p className="text-muted text-secondary">
            Stored encrypted and used by all of this provider's models. Secrets are never shown again.
          </p>
        )}
      </FormSection>
    );
  const stored = model?.providerId ? { value: model.providerId, label: model.providerName ?? "" } : undefined;
  return (
    <FormSection title="Provider" description={types[type].note}>
      <FormField
        control={form.control}
        name="providerId"
        label="Provider"
        required
        aside={providerId && <AddLink href={`/${slug}/provider/${providerId}`}>Edit provider</AddLink>}
        help={model && `The type, ${types[type].title}, can't be changed. To use another type, create a new model.`}
      >
        {(field) => (
          <ProviderSelect
            {...field}
            slug={slug}
            type={model ? type : undefined}
            stored={stored ?? (first && { value: first._id, label: first.name })}
            onChange={onChoose}
          />
        )}
      </FormField>
      {!model && (
        <div>
          <Button variant="outline" onClick={() => onChoose(null, type)}>
            <Plus /> New provider
          </Button>
        </div>
      )}
    </FormSection>
  );
}
