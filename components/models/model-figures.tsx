"use client";

import type { ComponentProps } from "react";
import { FormField } from "@/components/shared/form-field";
import { FormSection } from "@/components/shared/form-section";
import { Input } from "@/components/ui/input";
import type { CatalogueModel } from "@/lib/constants/models";
import type { ModelContractForm } from "./form-type";

type NumberName =
  | "contextWindow"
  | "embeddingLength"
  | "inputPrice"
  | "outputPrice"
  | "params.temperature"
  | "params.topP"
  | "params.maxOutputTokens";

interface Props {
  form: ModelContractForm;
  known: CatalogueModel | undefined;
}

/** Figures of a model. Empty ones come from the catalogue, which the placeholders show. */
export function ModelFigures({ form, known }: Props) {
  const embedding = (form.watch("modelType") ?? known?.modelType) === "embedding";
  const field = (
    name: NumberName,
    label: string,
    help: string,
    placeholder: number | undefined,
    input: Pick<ComponentProps<"input">, "min" | "max" | "step"> = {},
  ) => (
    <FormField control={form.control} name={name} label={label} help={help}>
      {({ value, onChange, ...control }) => (
        <Input
          {...control}
          {...input}
          type="number"
          placeholder={placeholder === undefined ? "" : String(placeholder)}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        />
      )}
    </FormField>
  );
  return (
    <FormSection
      title="Figures"
      description={
        known?.knowledgeCutoff ? `Knowledge until ${known.knowledgeCutoff}.` : "Leave empty what the catalogue knows."
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field("contextWindow", "Context window", "Tokens.", known?.contextWindow ?? 8_192, { min: 1 })}
        {embedding &&
          field(
            "embeddingLength",
            "Embedding length",
            "Dimensions; the check stores what comes back.",
            known?.embeddingLength,
            { min: 1 },
          )}
        {field("inputPrice", "Input price", "US dollars per million tokens.", known?.inputPrice, {
          min: 0,
          step: "any",
        })}
        {!embedding &&
          field("outputPrice", "Output price", "US dollars per million tokens.", known?.outputPrice, {
            min: 0,
            step: "any",
          })}
        {!embedding &&
          field("params.temperature", "Temperature", "0 to 2; empty is the provider's own.", undefined, {
            min: 0,
            max: 2,
            step: 0.01,
          })}
        {!embedding &&
          field("params.maxOutputTokens", "Longest answer", "Tokens; empty is the provider's own.", undefined, {
            min: 1,
          })}
      </div>
    </FormSection>
  );
}
