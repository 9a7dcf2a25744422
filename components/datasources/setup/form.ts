import type { z } from "zod";
import { type ContractForm, useContractForm } from "@/hooks/use-contract-form";
import { chunkOverlapDefault, chunkSizeDefault } from "@/lib/constants/datasources";
import type { Datasource, datasourceForm } from "@/lib/contract/datasources";

export type DatasourceValues = z.input<typeof datasourceForm>;
export type DatasourceForm = ContractForm<DatasourceValues>;

/** What the form is opened with. */
export const valuesOf = (datasource?: Datasource): DatasourceValues => ({
  name: datasource?.name ?? "",
  description: datasource?.description ?? "",
  embeddingModelId: datasource?.embeddingModelId ?? "",
  vectorDbId: datasource?.vectorDbId ?? null,
  chunking: datasource?.chunking ?? { strategy: "recursive", size: chunkSizeDefault, overlap: chunkOverlapDefault },
  config: datasource?.config ?? {},
  streamConfig: datasource?.streamConfig ?? [],
  schedule: datasource?.schedule ?? { type: "manual" },
});

/** `preset` stands before what the datasource has. */
export const useDatasourceForm = (datasource?: Datasource, preset: Partial<DatasourceValues> = {}): DatasourceForm =>
  useContractForm(async () => (await import("@/lib/contract/datasources")).datasourceForm, {
    defaultValues: { ...valuesOf(datasource), ...preset },
  });
