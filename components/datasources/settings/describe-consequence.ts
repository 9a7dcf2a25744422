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
  const all = recordCount.total === 1 ? "The document" : `All ${pluralize(recordCount.total, "document")}`;
  const trial = hasTrial ? " The chunking comparison will be discarded." : "";
  if (recordCount.total === 0) return undefined;
  const moves = values.embeddingModelId !== embeddingModelId || (values.vectorDbId ?? null) !== vectorDbId;
  if (!isSameChunking(chunking, values.chunking) && !moves)
    return `${all} will be chunked and embedded again. Until then, agents find the current chunks. The embedding provider may charge for this.`;
  if (values.embeddingModelId !== embeddingModelId)
    return `${all} will be embedded again with the new model. Until then, documents are found by keywords only. The embedding provider may charge for this.${trial}`;
  if ((values.vectorDbId ?? null) !== vectorDbId)
    return `${all} will be embedded again and written to the new vector DB; the current vectors will be deleted. Until then, documents are found by keywords only.${trial}`;
  return undefined;
}
