"use client";

import { FormField } from "@/components/shared/form/form-field";
import { SuggestInput } from "@/components/ui/suggest-input";
import { errorMessage } from "@/lib/api/api-error";
import { findCatalogueModel, listOfferedModels } from "@/lib/constants/models";
import type { ProviderId } from "@/lib/constants/providers";
import type { OfferedModel } from "@/lib/contract/providers/schemas";
import { formatCount } from "@/lib/utils/text/format-figures";
import type { ModelContractForm } from "./form-type";
import { formatDay } from "./providers/ending-models";
import { useOfferedModels } from "./providers/use-offered-models";

const kindLabel = { llm: "Chat", embedding: "Embedding" };
const kindOrder = { llm: 0, embedding: 1 };
const figures = ["contextWindow", "embeddingLength", "inputPrice", "outputPrice"] as const;

const toFacts = ({ modelType, contextWindow, endOfLife }: OfferedModel): string =>
  [
    modelType && kindLabel[modelType],
    contextWindow && `${formatCount(contextWindow)} tokens`,
    endOfLife && `retires ${formatDay(endOfLife)}`,
  ]
    .filter(Boolean)
    .join(", ");

const getOrder = ({ modelType }: OfferedModel): number => (modelType ? kindOrder[modelType] : 2);

/** The catalog's models, for a provider that can't be asked. */
const listCatalog = (type: ProviderId): OfferedModel[] =>
  listOfferedModels(type).map((known) => ({ ...known, name: null, endOfLife: null }));

interface Props {
  slug: string;
  form: ModelContractForm;
  type: ProviderId;
  autoFocus: boolean;
  /** A name for the model. */
  onName(name: string): void;
}

/** The model id: one of the provider's own models, or any text. */
export function ModelPicker({ slug, form, type, autoFocus, onName }: Props) {
  const providerId = form.watch("providerId");
  const { data, error, loading } = useOfferedModels(slug, providerId);
  const offered = data ? [...data.models].sort((one, other) => getOrder(one) - getOrder(other)) : listCatalog(type);
  const choose = (model: string) => {
    form.setValue("model", model, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    // Clears the previous model's figures; empty ones come from the catalog.
    for (const name of figures) form.setValue(name, undefined);
    const known = findCatalogueModel(type, model);
    const found = offered.find((one) => one.model === model);
    const isEmbedding = found?.modelType === "embedding" || (!found?.modelType && /embed/i.test(model));
    form.setValue("modelType", known || !found ? undefined : isEmbedding ? "embedding" : "llm");
    if (!known && found?.contextWindow) form.setValue("contextWindow", found.contextWindow);
    onName(found?.name ?? model);
  };
  return (
    <FormField
      control={form.control}
      name="model"
      label="Model ID"
      required
      help={
        <>
          {loading
            ? "Loading the provider's models…"
            : "Choose from the list or enter any model ID that the provider supports."}
          {error && (
            <span className="block wrap-anywhere text-warning">
              The provider's models can't be listed: {errorMessage(error)}
            </span>
          )}
          {data?.complete === false && <span className="block">The provider has more models than are listed.</span>}
        </>
      }
    >
      {(field) => (
        <SuggestInput
          {...field}
          autoFocus={autoFocus && providerId !== undefined}
          onChange={choose}
          label={data ? "Provider models" : "Catalog models"}
          options={offered.map((one) => ({ value: one.model, label: one.model, help: toFacts(one) }))}
        />
      )}
    </FormField>
  );
}
