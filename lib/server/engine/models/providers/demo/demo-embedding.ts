import { createHash } from "node:crypto";
import type { EmbeddingModel } from "../shared/settings";
import { splitTokens, splitWords } from "./demo-words";

const length = 384;
const slots = 4;
/** Stop words, which must not make texts similar. */
const stopWords = new Set(
  "a an and are as at be by for from in is it of on or that the this to was with what which who".split(" "),
);

/** Each word and its prefix, so that `agent` and `agents` are similar. */
function* listFeatures(text: string): Generator<readonly [feature: string, weight: number]> {
  for (const word of splitWords(text)) {
    const weight = stopWords.has(word) ? 0.1 : 1;
    yield [word, weight];
    if (word.length > 4) yield [`${word.slice(0, 4)}~`, weight];
  }
}

/** Hashed words as a unit vector: texts that share words are closer. Deterministic. */
export function embedWords(text: string): number[] {
  const vector = new Array<number>(length).fill(0);
  for (const [feature, weight] of listFeatures(text)) {
    const hash = createHash("sha256").update(feature).digest();
    for (let i = 0; i < slots; i += 1) {
      const at = hash.readUInt16BE(i * 2) % length;
      vector[at] = (vector[at] ?? 0) + ((hash[16 + i] ?? 0) % 2 === 0 ? weight : -weight);
    }
  }
  const size = Math.hypot(...vector);
  // A text without words still needs a direction for a defined similarity.
  if (size === 0) return vector.fill(1 / Math.sqrt(length));
  return vector.map((value) => value / size);
}

/** The offline embedding model, 384 dimensions. */
export const demoEmbedding = (model: string): EmbeddingModel => ({
  specificationVersion: "v4",
  provider: "demo",
  modelId: model,
  maxEmbeddingsPerCall: 1_000,
  supportsParallelCalls: true,
  async doEmbed({ values, abortSignal }) {
    abortSignal?.throwIfAborted();
    const tokens = values.reduce((sum, value) => sum + splitTokens(value).length, 0);
    return { embeddings: values.map(embedWords), usage: { tokens }, warnings: [] };
  },
});
