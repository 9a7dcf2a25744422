"use client";

import type { ComponentProps } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { NumberInput } from "@/components/shared/form/number-input";
import { type CatalogueModel, unknownModel } from "@/lib/constants/models";
import type { ModelContractForm } from "./form-type";

interface FigureProps extends Pick<ComponentProps<typeof NumberInput>, "min" | "max" | "step" | "placeholder"> {
  form: ModelContractForm;
  name:
    | "contextWindow"
    | "embeddingLength"
    | "inputPrice"
    | "outputPrice"
    | "params.temperature"
    | "params.topP"
    | "params.maxOutputTokens";
  label: string;
  help: string;
  emptyValue?: null | undefined;
}

function Figure({ form, name, label, help, ...input }: FigureProps) {
  return (
    <FormField control={form.control} name={name} label={label} help={help}>
      {(field) => <NumberInput {...field} {...input} />}
    </FormField>
  );
}

interface Props {
  form: ModelContractForm;
  catalogModel: CatalogueModel | undefined;
  /** Whether the model is stored: an empty price then means unknown. */
  stored: boolean;
  knowledgeCutoff: string | null | undefined;
}

const toText = (figure: number | undefined, otherwise = "") => (figure === undefined ? otherwise : String(figure));

/** Limits and prices of a model. Empty ones come from the catalog, whose values are the placeholders. */
export function ModelFigures({ form, catalogModel, stored, knowledgeCutoff }: Props) {
  const embedding = (form.watch("modelType") ?? catalogModel?.modelType) === "embedding";
  const price = {
    form,
    min: 0,
    step: "any",
    help: "US dollars per million tokens.",
    emptyValue: stored ? null : undefined,
  };
  const unknown = "Unknown";
  return (
    <>
      <FormSection
        title="Limits and pricing"
        description={
          <>
            {!stored && "Empty fields use the catalog's values. "}Without prices, costs are unknown.
            {knowledgeCutoff && ` Knowledge cutoff: ${knowledgeCutoff}.`}
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Figure
            form={form}
            name="contextWindow"
            label="Context window"
            help="Tokens."
            min={1}
            placeholder={toText(catalogModel?.contextWindow ?? unknownModel.contextWindow)}
          />
          {embedding && (
            <Figure
              form={form}
              name="embeddingLength"
              label="Dimensions"
              help="Length of each vector. Set by the connection test."
              min={1}
              placeholder={toText(catalogModel?.embeddingLength)}
            />
          )}
          <Figure
            {...price}
            name="inputPrice"
            label="Input price"
            placeholder={stored ? unknown : toText(catalogModel?.inputPrice, unknown)}
          />
          {!embedding && (
            <Figure
              {...price}
              name="outputPrice"
              label="Output price"
              placeholder={stored ? unknown : toText(catalogModel?.outputPrice, unknown)}
            />
          )}
        </div>
      </FormSection>
      {!embedding && (
        <FormSection title="Parameters" description="Sent with every call. Empty fields use the provider's defaults.">
          <div className="grid gap-4 sm:grid-cols-3">
            <Figure
              form={form}
              name="params.temperature"
              label="Temperature"
              help="0 to 2."
              min={0}
              max={2}
              step={0.01}
            />
            <Figure form={form} name="params.topP" label="Top P" help="0 to 1." min={0} max={1} step={0.01} />
            <Figure form={form} name="params.maxOutputTokens" label="Max output tokens" help="Tokens." min={1} />
          </div>
        </FormSection>
      )}
    </>
  );
}
