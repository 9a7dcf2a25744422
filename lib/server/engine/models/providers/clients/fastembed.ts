import { join } from "node:path";
import { fastembedModels, isFastembedModel } from "@/lib/constants/fastembed";
import { AppError } from "../../../../platform/errors/errors";
import { singleton } from "../../../../platform/process/registry";
import { describeManualInstall, listMissingFiles, toWeightsFolder } from "../../weights/weights-folder";
import type { EmbeddingModel, ProviderInput, ProviderModels } from "../shared/settings";

interface Embedder {
  embed(texts: string[]): AsyncIterable<number[][]>;
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Loads local weights. Checks every file first, because FastEmbed would download a missing folder. */
async function load(model: string, modelsDir: string): Promise<Embedder> {
  if (!isFastembedModel(model))
    throw new AppError(
      "invalid",
      `FastEmbed doesn't support the model ${model}. Supported models: ${fastembedModels.join(", ")}.`,
    );
  const folder = toWeightsFolder(modelsDir, model);
  if (listMissingFiles(model, folder).length > 0) {
    const instructions = describeManualInstall(model, modelsDir);
    throw new AppError(
      "invalid",
      `The weights for ${model} aren't on this server. Download them on the model's page, or ${instructions}`,
    );
  }
  const { EmbeddingModel: names, FlagEmbedding } = await import("fastembed").catch((error: unknown) => {
    throw new AppError(
      "invalid",
      `The optional fastembed package can't be loaded on this server: ${getMessage(error)}`,
    );
  });
  const name = Object.values(names).find((value) => value === model);
  if (!name || name === names.CUSTOM) throw new AppError("invalid", `FastEmbed doesn't support the model ${model}.`);
  return FlagEmbedding.init({ model: name, cacheDir: modelsDir, showDownloadProgress: false }).catch(
    (error: unknown) => {
      throw new AppError("invalid", `The weights for ${model} in ${folder} can't be read: ${getMessage(error)}`);
    },
  );
}

/** Each model is loaded once; a failed load is retried on the next call. */
function loadOnce(model: string, modelsDir: string): Promise<Embedder> {
  const embedders = singleton("fastembed", () => new Map<string, Promise<Embedder>>());
  const key = join(/* turbopackIgnore: true */ modelsDir, model);
  const embedder = embedders.get(key) ?? load(model, modelsDir);
  embedders.set(key, embedder);
  embedder.catch(() => embedders.delete(key));
  return embedder;
}

/** Embeddings computed on the server; nothing is downloaded here. */
export const fastembed = async ({ endpoints }: ProviderInput): Promise<ProviderModels> => ({
  embedding: (model): EmbeddingModel => ({
    specificationVersion: "v4",
    provider: "fastembed",
    modelId: model,
    maxEmbeddingsPerCall: 256,
    supportsParallelCalls: false,
    async doEmbed({ values, abortSignal }) {
      const embedder = await loadOnce(model, endpoints.modelsDir);
      const embeddings: number[][] = [];
      for await (const batch of embedder.embed(values)) {
        abortSignal?.throwIfAborted();
        // Converts typed arrays, which neither JSON nor the vector store accepts.
        embeddings.push(...batch.map((vector) => Array.from(vector)));
      }
      return { embeddings, warnings: [] };
    },
  }),
});
