"use client";

import { FormFooter } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { CheckBanner } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { isFastembedModel } from "@/lib/constants/fastembed";
import { findCatalogueModel } from "@/lib/constants/models";
import { isProviderId, type ProviderId, providers } from "@/lib/constants/providers";
import type { Model } from "@/lib/contract/models/schemas";
import { Permission } from "@/lib/permissions/bits";
import { ConnectionTest } from "./connection-test";
import { CredentialFields } from "./credential-fields";
import { ModelFigures } from "./model-figures";
import { ModelIdentity } from "./model-identity";
import { ModelWeights } from "./model-weights";
import { ProviderChoice } from "./provider-choice";
import { useModelSave } from "./use-model-save";

interface ModelFormProps {
  slug: string;
  /** The stored model, when one is edited. */
  model?: Model;
  firstProvider?: string | null;
  /** Reloads the form with the stored values. */
  onReload?: () => void;
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

/** Adds or edits a model. */
export function ModelForm({ slug, model, firstProvider, onReload }: ModelFormProps) {
  const { why } = usePermission();
  const provider = firstProvider && isProviderId(firstProvider) ? firstProvider : "open_ai";
  const form = useContractForm(async () => (await import("@/lib/contract/models/schemas")).modelForm, {
    defaultValues: defaults(model, provider),
  });
  const { save, result, setResult, pending, done, error } = useModelSave(slug, form, model);
  useUnsavedGuard(form.formState.isDirty && !done);
  const type = form.watch("type");
  const named = form.watch("model");
  const { title, note, fields, needsCheck } = providers[type];
  const catalogModel = findCatalogueModel(type, named);
  const isStoredModel = named === model?.model;
  const choose = (next: ProviderId) => {
    form.reset({ ...defaults(undefined, next), name: form.getValues("name") }, { keepDefaultValues: true });
    setResult(undefined);
  };
  return (
    <form className="grid gap-4" onSubmit={save(false)} noValidate>
      <FormSection title="Provider" description={note}>
        {model ? (
          <p>
            {title} <span className="text-muted">· can't be changed. To use another provider, create a new model.</span>
          </p>
        ) : (
          <ProviderChoice slug={slug} value={type} onChange={choose} />
        )}
      </FormSection>
      <ModelIdentity form={form} catalogModel={catalogModel} />
      {type === "fastembed" && isFastembedModel(named) && <ModelWeights key={named} slug={slug} model={named} />}
      {fields.length > 0 && (
        <FormSection title="Credentials" description="Stored encrypted. Secrets are never shown again.">
          <CredentialFields key={type} form={form} type={type} stored={model?.config} />
        </FormSection>
      )}
      <ModelFigures
        form={form}
        catalogModel={catalogModel}
        stored={model !== undefined && isStoredModel}
        knowledgeCutoff={isStoredModel ? model?.knowledgeCutoff : catalogModel?.knowledgeCutoff}
      />
      <FormFooter
        cancel={`/${slug}/models`}
        submit={model ? "Save" : "Create model"}
        pending={pending || done}
        disabledReason={why(model ? Permission.EDIT_MODEL : Permission.CREATE_MODEL)}
        error={error}
        onReload={onReload}
        notice={result && <CheckBanner result={result} onForce={result.forceable && (() => void save(true)())} />}
      >
        {needsCheck && <ConnectionTest slug={slug} form={form} modelId={model?._id} onResult={setResult} />}
      </FormFooter>
    </form>
  );
}
