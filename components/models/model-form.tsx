"use client";

import { FormFooter } from "@/components/shared/form/form-footer";
import { CheckBanner } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { isFastembedModel } from "@/lib/constants/fastembed";
import { type CatalogueModel, findCatalogueModel } from "@/lib/constants/models";
import { type ProviderId, providers } from "@/lib/constants/providers";
import type { Model } from "@/lib/contract/models/schemas";
import { Permission } from "@/lib/permissions/bits";
import { ConnectionTest } from "./connection-test";
import { ModelFigures } from "./model-figures";
import { ModelIdentity } from "./model-identity";
import { ModelWeights } from "./model-weights";
import { EndingModels } from "./providers/ending-models";
import { type ChosenProvider, ModelProvider } from "./providers/model-provider";
import { useModelSave } from "./use-model-save";

interface ModelFormProps {
  slug: string;
  /** The stored model, when one is edited. */
  model?: Model;
  /** The provider that is chosen first. */
  first?: ChosenProvider | undefined;
  /** The type of a new provider. */
  firstType?: ProviderId;
  /** The model that is entered first. */
  wanted?: WantedModel | undefined;
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** A model to add, by its id at the provider. */
type WantedModel = Pick<CatalogueModel, "model" | "modelType">;

function defaults(
  model: Model | undefined,
  providerId: string | undefined,
  type: ProviderId,
  { model: id, modelType: kind }: Partial<WantedModel> = {},
) {
  const isKnown = findCatalogueModel(type, id ?? "") !== undefined;
  const first = id ? { name: id.slice(0, 100), model: id, ...(!isKnown && { modelType: kind }) } : undefined;
  if (!model) return { name: "", providerId, type, model: "", config: {}, params: {}, ...first };
  const { name, config, params, modelType, inputPrice, outputPrice } = model;
  const figures = {
    contextWindow: model.contextWindow ?? undefined,
    embeddingLength: model.embeddingLength ?? undefined,
  };
  return { name, providerId, type, model: model.model, config, params, modelType, inputPrice, outputPrice, ...figures };
}

/** Adds or edits a model. */
export function ModelForm({ slug, model, first, firstType = "open_ai", wanted, onReload }: ModelFormProps) {
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/models/schemas")).modelForm, {
    defaultValues: defaults(model, model?.providerId ?? first?._id, model?.type ?? first?.type ?? firstType, wanted),
  });
  const { save, result, setResult, pending, done, error, refusal } = useModelSave(slug, form, model);
  useUnsavedGuard(form.formState.isDirty && !done);
  const type = form.watch("type") ?? firstType;
  const named = form.watch("model");
  const catalogModel = findCatalogueModel(type, named);
  const isStoredModel = named === model?.model;
  const choose = (providerId: string | null, next: ProviderId) => {
    setResult(undefined);
    if (model) return form.setValue("providerId", providerId ?? undefined, { shouldDirty: true });
    const kept = next === type && form.getValues("providerId") === undefined && providerId !== null;
    const values = kept ? { ...form.getValues(), config: {} } : defaults(undefined, undefined, next);
    form.reset({ ...values, providerId: providerId ?? undefined, type: next }, { keepDefaultValues: true });
  };
  return (
    <form className="grid gap-4" onSubmit={save(false)} noValidate>
      {model && <EndingModels slug={slug} providerId={model.providerId ?? undefined} modelId={model._id} />}
      <ModelProvider slug={slug} form={form} model={model} first={first} onChoose={choose} />
      <ModelIdentity slug={slug} form={form} catalogModel={catalogModel} stored={model} />
      {type === "fastembed" && isFastembedModel(named) && <ModelWeights key={named} slug={slug} model={named} />}
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
        {providers[type].needsCheck && (
          <ConnectionTest slug={slug} form={form} modelId={model?._id} onResult={setResult} />
        )}
      </FormFooter>
      {refusal}
    </form>
  );
}
