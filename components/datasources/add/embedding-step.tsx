"use client";

import type { FormEvent } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { ChunkingFields } from "../setup/chunking-fields";
import { EmbeddingField } from "../setup/embedding-field";
import type { DatasourceForm } from "../setup/form";
import { VectorDbField } from "../setup/vector-db-field";
import { StreamPreview } from "./connection/stream-preview";

interface EmbeddingStepProps {
  slug: string;
  form: DatasourceForm;
  draft: Datasource | undefined;
  onStep(step: number): void;
}

/** Sets how documents are chunked, and the embedding model. */
export function EmbeddingStep({ slug, form, draft, onStep }: EmbeddingStepProps) {
  const next = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.trigger(["chunking", "embeddingModelId", "vectorDbId"], { shouldFocus: true })) onStep(4);
  };
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={(event) => void next(event)} noValidate>
      <FormSection title="Chunks">
        <ChunkingFields form={form} />
      </FormSection>
      {draft?.engine === "builtin" && <StreamPreview slug={slug} form={form} draftId={draft._id} />}
      <FormSection title="Embedding">
        <EmbeddingField form={form} slug={slug} />
        <VectorDbField form={form} slug={slug} />
        <FormActions>
          <Button variant="outline" onClick={() => onStep(2)}>
            Back
          </Button>
          <Button type="submit">Continue</Button>
        </FormActions>
      </FormSection>
    </form>
  );
}
