import { InvalidEmbeddingsError } from "../shared/answer-errors";
import type { EmbeddingModel } from "../shared/settings";

/** Requires one vector per text, all of one length: a missing one would shift the vectors of all texts after it. */
export const checkEmbeddings = (model: EmbeddingModel): EmbeddingModel => ({
  specificationVersion: "v4",
  provider: model.provider,
  modelId: model.modelId,
  maxEmbeddingsPerCall: model.maxEmbeddingsPerCall,
  supportsParallelCalls: model.supportsParallelCalls,
  async doEmbed(options) {
    const response = await model.doEmbed(options);
    const lengths = new Set(response.embeddings.map(({ length }) => length));
    if (response.embeddings.length !== options.values.length || lengths.size > 1 || lengths.has(0))
      throw new InvalidEmbeddingsError(options.values.length, response.embeddings.length);
    return response;
  },
});
