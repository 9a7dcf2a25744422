import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { env } from "../../env";
import { singleton } from "../../registry";

interface Embedder {
  embed(texts: string[]): AsyncIterable<number[][]>;
}

/** Loads weights that lie in MODELS_DIR. Nothing is fetched from here. */
async function load(model: string): Promise<Embedder> {
  const folder = join(env().MODELS_DIR, model);
  if (!existsSync(join(folder, "tokenizer.json")))
    throw new Error(
      `The weights of ${model} are not on this server. Put the model's files (model_optimized.onnx, tokenizer.json, config.json, special_tokens_map.json, tokenizer_config.json) into ${folder}.`,
    );
  const { EmbeddingModel, FlagEmbedding } = await import("fastembed").catch(() => {
    throw new Error("The optional package fastembed is not installed on this server.");
  });
  const known = Object.values(EmbeddingModel).find((name) => name === model);
  if (!known || known === EmbeddingModel.CUSTOM) throw new Error(`FastEmbed knows no model named ${model}.`);
  return FlagEmbedding.init({ model: known, cacheDir: env().MODELS_DIR, showDownloadProgress: false });
}

/** A local embedding model; one copy of each is kept in memory. */
export function fastEmbedding(model: string): EmbeddingModelV4 {
  return {
    specificationVersion: "v4",
    provider: "fastembed",
    modelId: model,
    maxEmbeddingsPerCall: 256,
    supportsParallelCalls: false,
    async doEmbed({ values }) {
      const loaded = singleton("fastembed", () => new Map<string, Promise<Embedder>>());
      const embedder = loaded.get(model) ?? load(model);
      loaded.set(model, embedder);
      embedder.catch(() => loaded.delete(model));
      const embeddings: number[][] = [];
      for await (const batch of (await embedder).embed(values))
        embeddings.push(...batch.map((vector) => Array.from(vector)));
      return { embeddings, warnings: [] };
    },
  };
}
