import { OddEmbeddingError } from "../shared/answer-errors";
import type { EmbeddingModel } from "../shared/settings";

/** Requires one vector per text, all of one length: a missing one would shift the vectors of all texts after it. */
export const wholeEmbeddings = (model: EmbeddingModel): EmbeddingModel => ({
  specificationVersion: "v4",
  provider: model.provider,
  modelId: model.modelId,
  maxEmbeddingsPerCall: model.maxEmbeddingsPerCall,
  supportsParallelCalls: model.supportsParallelCalls,
  async doEmbed(options) {
    const answer = await model.doEmbed(options);
    const lengths = new Set(answer.embeddings.map(({ length }) => length));
    if (answer.embeddings.length !== options.values.length || lengths.size > 1 || lengths.has(0))
      throw new OddEmbeddingError(options.values.length, answer.embeddings.length);
    return answer;
  },
});
