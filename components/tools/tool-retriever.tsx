"use client";

import type { z } from "zod";
import { RetrieverFields } from "@/components/shared/retrieval/retriever-fields";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { passagesDefault } from "@/lib/constants/datasources";
import type { ragForm } from "@/lib/contract/tools/forms";

type RagContractForm = ContractForm<z.input<typeof ragForm>>;

/** The retrieval settings of the tool. */
export function ToolRetriever({ form }: { form: RagContractForm }) {
  const stored = form.watch("definition.retriever") ?? {};
  const { type = "raw", k = passagesDefault, scoreThreshold = 0, hybrid = true, filters = [] } = stored;
  const errors = form.formState.errors.definition?.retriever;
  return (
    <RetrieverFields
      value={{ ...stored, type, k, scoreThreshold, hybrid, filters }}
      onChange={(next) =>
        form.setValue("definition.retriever", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
      }
      getError={(name) => {
        const error = errors?.[name];
        return error && "message" in error && typeof error.message === "string" ? error.message : undefined;
      }}
    />
  );
}
