"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormField } from "@/components/shared/form-field";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { findCatalogueModel, offeredModels } from "@/lib/constants/models";
import { isProviderId, type ProviderId, providers } from "@/lib/constants/providers";
import { type Model, modelForm, models } from "@/lib/contract/models";
import { ConnectionTest } from "./connection-test";
import { CredentialFields } from "./credential-fields";
import { ModelFigures } from "./model-figures";
import { ProviderChoice } from "./provider-choice";

interface ModelFormProps {
  slug: string;
  /** The stored model, when one is edited. */
  model?: Model;
  firstProvider?: string | null;
}

function defaults(model: Model | undefined, provider: ProviderId) {
  if (!model) return { name: "", type: provider, model: "", config: {}, params: {} };
  const { name, type, config, params, modelType, inputPrice, outputPrice } = model;
  const figures = {
    contextWindow: model.contextWindow ?? undefined,
    embeddingLength: model.embeddingLength ?? undefined,
  };
  return { name, type, model: model.model, config, params, modelType, inputPrice, outputPrice, ...figures };
}

/** Adds or edits a model. The connection is checked when it is saved; a failing one can be saved all the same. */
export function ModelForm({ slug, model, firstProvider }: ModelFormProps) {
  const router = useRouter();
  const provider = firstProvider && isProviderId(firstProvider) ? firstProvider : "open_ai";
  const form = useContractForm(modelForm, { defaultValues: defaults(model, provider) });
  const [failed, setFailed] = useState<string>();
  useUnsavedGuard(form.formState.isDirty && !form.formState.isSubmitSuccessful);
  const type = form.watch("type");
  const named = form.watch("model");
  const options = {
    form,
    success: model ? "Model saved." : "Model added.",
    invalidate: ["agents"],
    navigate: false,
    onSuccess: () => router.push(`/${slug}/models`),
    onError: (error: { data?: unknown; message: string }) => {
      setFailed((error.data as { check?: boolean } | undefined)?.check === false ? error.message : undefined);
      return undefined;
    },
  };
  const add = useAction(models.add, options);
  const edit = useAction(models.edit, options);
  const pending = add.pending || edit.pending;
  const save = (force: boolean) =>
    form.handleSubmit(async (body) => {
      setFailed(undefined);
      if (model)
        await edit.run({
          params: { resourceSlug: slug, modelId: model._id },
          body: { ...body, force, version: model.version },
        });
      else await add.run({ params: { resourceSlug: slug }, body: { ...body, force } });
    });
  const choose = (next: ProviderId) => {
    form.setValue("type", next, { shouldDirty: true });
    form.setValue("config", {});
    form.setValue("model", "");
    form.setValue("modelType", undefined);
  };
  const offered = offeredModels(type);
  const known = findCatalogueModel(type, named);
  return (
    <form className="grid gap-4" onSubmit={save(false)} noValidate>
      <FormSection title="Provider">
        {model ? (
          <p className="text-secondary">{providers[type].title}. The provider of a model cannot change.</p>
        ) : (
          <ProviderChoice value={type} onChange={choose} />
        )}
        {providers[type].note && <p className="text-muted text-secondary">{providers[type].note}</p>}
      </FormSection>
      <FormSection title="Model">
        <FormField control={form.control} name="name" label="Name" required help="What your team calls it.">
          {(field) => <Input {...field} autoFocus maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="model"
          label="Model of the provider"
          required
          help="One of the list, or any other name that the provider knows."
        >
          {(field) => (
            <>
              <Input {...field} list="offered-models" autoComplete="off" spellCheck={false} />
              <datalist id="offered-models">
                {offered.map((entry) => (
                  <option key={entry.model} value={entry.model} />
                ))}
              </datalist>
            </>
          )}
        </FormField>
        <FormField control={form.control} name="modelType" label="Kind">
          {({ onChange, value, ref: _ref, ...field }) => (
            <OptionSelect
              {...field}
              value={value ?? known?.modelType ?? "llm"}
              onChange={(next) => onChange(next)}
              options={[
                { value: "llm", label: "Chat", help: "Writes answers" },
                { value: "embedding", label: "Embedding", help: "Turns text into vectors for search" },
              ]}
            />
          )}
        </FormField>
      </FormSection>
      {providers[type].fields.length > 0 && (
        <FormSection title="Credentials" description="Stored encrypted. Secrets are never shown again.">
          <CredentialFields form={form} type={type} stored={model?.config} />
        </FormSection>
      )}
      <ModelFigures form={form} known={known} />
      {failed && (
        <div
          role="alert"
          className="grid gap-2 rounded-card border border-danger-border bg-danger-tint p-4 text-secondary"
        >
          <p>{failed}</p>
          <Button variant="outline" size="sm" className="justify-self-start" loading={pending} onClick={save(true)}>
            Save anyway
          </Button>
        </div>
      )}
      <FormActions>
        {providers[type].needsCheck && <ConnectionTest slug={slug} form={form} modelId={model?._id} />}
        <Button variant="outline" onClick={() => router.push(`/${slug}/models`)}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          {model ? "Save" : "Add model"}
        </Button>
      </FormActions>
    </form>
  );
}
