import { createHash } from "node:crypto";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";

const length = 384;

/** Hashed words on a unit sphere: texts that share words lie closer. Deterministic. */
function embed(text: string): number[] {
  const vector = new Array<number>(length).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = createHash("sha256").update(word).digest();
    for (let i = 0; i < 4; i += 1) {
      const at = hash.readUInt16BE(i * 2) % length;
      vector[at] = (vector[at] ?? 0) + ((hash[16 + i] ?? 0) % 2 === 0 ? 1 : -1);
    }
  }
  const size = Math.hypot(...vector) || 1;
  return vector.map((value) => value / size);
}

/** The offline embedding model, 384 dimensions. */
export const demoEmbedding = (model: string): EmbeddingModelV4 => ({
  specificationVersion: "v4",
  provider: "demo",
  modelId: model,
  maxEmbeddingsPerCall: 1_000,
  supportsParallelCalls: true,
  doEmbed: async ({ values }) => ({ embeddings: values.map(embed), warnings: [] }),
});
