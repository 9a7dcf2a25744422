import type { z } from "zod";
import { type ContractForm, useContractForm } from "@/hooks/forms/use-contract-form";
import { chunkOverlapDefault, chunkSizeDefault } from "@/lib/constants/datasources";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { datasourceForm } from "@/lib/contract/datasources/schemas";

export type DatasourceValues = z.input<typeof datasourceForm>;
export type DatasourceForm = ContractForm<DatasourceValues>;

/** Returns the form's initial values. */
export const toFormValues = (datasource?: Datasource): DatasourceValues => ({
  name: datasource?.name ?? "",
  description: datasource?.description ?? "",
  embeddingModelId: datasource?.embeddingModelId ?? "",
  vectorDbId: datasource?.vectorDbId ?? null,
  chunking: datasource?.chunking ?? { strategy: "recursive", size: chunkSizeDefault, overlap: chunkOverlapDefault },
  config: datasource?.config ?? {},
  streamConfig: datasource?.streamConfig ?? [],
  schedule: datasource?.schedule ?? { type: "manual" },
});

/** `preset` wins over the datasource's stored values. */
export const useDatasourceForm = (datasource?: Datasource, preset: Partial<DatasourceValues> = {}): DatasourceForm =>
  useContractForm(async () => (await import("@/lib/contract/datasources/schemas")).datasourceForm, {
    defaultValues: { ...toFormValues(datasource), ...preset },
  });
