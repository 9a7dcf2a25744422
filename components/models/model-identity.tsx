"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { SuggestInput } from "@/components/ui/suggest-input";
import { type CatalogueModel, findCatalogueModel, listOfferedModels } from "@/lib/constants/models";
import { formatCount } from "@/lib/utils/text/format-figures";
import type { ModelContractForm } from "./form-type";

const kindLabel = { llm: "Chat", embedding: "Embedding" };

const formatFacts = ({ modelType, contextWindow, embeddingLength }: CatalogueModel) =>
  modelType === "llm"
    ? `${kindLabel.llm}, ${formatCount(contextWindow)} tokens`
    : `${kindLabel.embedding}, ${embeddingLength ?? "?"} dimensions`;

const figures = ["contextWindow", "embeddingLength", "inputPrice", "outputPrice"] as const;

interface Props {
  form: ModelContractForm;
  catalogModel: CatalogueModel | undefined;
}

/** The provider's model id, and the team's name for the model. */
export function ModelIdentity({ form, catalogModel }: Props) {
  const type = form.watch("type");
  const choose = (model: string) => {
    form.setValue("model", model, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    // Clears the previous model's figures; empty ones come from the catalog.
    for (const name of figures) form.setValue(name, undefined);
    if (findCatalogueModel(type, model)) form.setValue("modelType", undefined);
  };
  return (
    <FormSection title="Model">
      <FormField control={form.control} name="name" label="Name" required help="Shown to your team.">
        {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
      </FormField>
      <FormField
        control={form.control}
        name="model"
        label="Model ID"
        required
        help="Choose from the list or enter any model ID of the provider."
      >
        {(field) => (
          <SuggestInput
            {...field}
            onChange={choose}
            label="Catalog models"
            options={listOfferedModels(type).map((entry) => ({
              value: entry.model,
              label: entry.model,
              help: formatFacts(entry),
            }))}
          />
        )}
      </FormField>
      <FormField control={form.control} name="modelType" label="Type" group>
        {({ onChange, value, ref, onBlur }) => (
          <RadioGroup
            ref={ref}
            onBlur={onBlur}
            className="sm:grid-cols-2"
            value={value ?? catalogModel?.modelType ?? "llm"}
            onChange={onChange}
          >
            <RadioItem card value="llm" label={kindLabel.llm} help="Generates text." />
            <RadioItem card value="embedding" label={kindLabel.embedding} help="Turns text into vectors for search." />
          </RadioGroup>
        )}
      </FormField>
    </FormSection>
  );
}
