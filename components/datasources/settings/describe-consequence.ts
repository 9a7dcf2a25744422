import type { Datasource } from "@/lib/contract/datasources/outputs";
import { isSameChunking } from "@/lib/utils/same-chunking";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { DatasourceValues } from "../setup/form";

/** Returns how saving affects the stored documents; undefined: not at all. */
export function describeConsequence(
  datasource: Datasource,
  values: DatasourceValues,
  hasTrial: boolean,
): string | undefined {
  const { chunking, embeddingModelId, vectorDbId, recordCount } = datasource;
  const all = recordCount.total === 1 ? "The document is" : `All ${pluralize(recordCount.total, "document")} are`;
  const trial = hasTrial ? " The trial of another chunking is discarded." : "";
  if (recordCount.total === 0) return undefined;
  if (!isSameChunking(chunking, values.chunking))
    return `${all} cut and embedded again. Until each is done, it is found as it is now. The embedding model's provider may charge for it.`;
  if (values.embeddingModelId !== embeddingModelId)
    return `${all} embedded again with the other model, which its provider may charge for. Until that is done, what is not embedded yet is found by its words alone.${trial}`;
  if ((values.vectorDbId ?? null) !== vectorDbId)
    return `${all} embedded again and written to the other vector database; the vectors in this one are deleted. Until that is done, documents are found by their words alone.${trial}`;
  return undefined;
}
