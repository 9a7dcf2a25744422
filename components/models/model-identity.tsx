"use client";

import { useRef } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import type { CatalogueModel } from "@/lib/constants/models";
import type { Model } from "@/lib/contract/models/schemas";
import { describeCapabilities } from "./capabilities";
import type { ModelContractForm } from "./form-type";
import { ModelPicker } from "./model-picker";
import { CredentialFields } from "./providers/credential-fields";

interface Props {
  slug: string;
  form: ModelContractForm;
  catalogModel: CatalogueModel | undefined;
  stored: Model | undefined;
}

/** The provider's model id, and the team's name for the model. */
export function ModelIdentity({ slug, form, catalogModel, stored }: Props) {
  const type = form.watch("type") ?? "open_ai";
  /** The name that the form has filled in, until it is changed. */
  const suggested = useRef(stored ? undefined : "");
  const suggestName = (name: string) => {
    if (suggested.current !== form.getValues("name")) return;
    suggested.current = name.slice(0, 100);
    form.setValue("name", suggested.current, { shouldValidate: form.formState.isSubmitted });
  };
  const capabilities = form.watch("model") === stored?.model ? stored?.capabilities : null;
  return (
    <FormSection title="Model" description={capabilities && describeCapabilities(capabilities)}>
      <ModelPicker slug={slug} form={form} type={type} autoFocus={!stored} onName={suggestName} />
      <FormField control={form.control} name="name" label="Name" required help="Shown to your team.">
        {(field) => <Input {...field} autoComplete="off" maxLength={100} />}
      </FormField>
      <CredentialFields
        key={type}
        form={form}
        type={type}
        of="model"
        stored={stored?.config}
        toPath={(name) => `config.${name}`}
      />
      <FormField control={form.control} name="modelType" label="Type" group>
        {({ onChange, value, ref, onBlur }) => (
          <RadioGroup
            ref={ref}
            onBlur={onBlur}
            className="sm:grid-cols-2"
            value={value ?? catalogModel?.modelType ?? "llm"}
            onChange={onChange}
          >
            <RadioItem card value="llm" label="Chat" help="Generates text." />
            <RadioItem card value="embedding" label="Embedding" help="Turns text into vectors for search." />
          </RadioGroup>
        )}
      </FormField>
    </FormSection>
  );
}
