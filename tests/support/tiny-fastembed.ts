import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tinyOnnx } from "./tiny-onnx";

const vocab = { "[PAD]": 0, "[UNK]": 1, alpha: 2, beta: 3 };
const tokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: "Whitespace" },
  post_processor: null,
  decoder: null,
  model: { type: "WordLevel", vocab, unk_token: "[UNK]" },
};
const rows = [
  [0, 0, 0, 1],
  [1, 1, 1, 1],
  [3, 4, 0, 0],
  [0, 0, 5, 12],
];

/** The files that FastEmbed asks for, of a model of two known words and four numbers each. */
export function tinyWeights(weights = "model_optimized.onnx"): Record<string, Buffer> {
  const json = {
    "tokenizer.json": tokenizer,
    "tokenizer_config.json": { model_max_length: 16, pad_token: "[PAD]" },
    "config.json": { pad_token_id: 0 },
    "special_tokens_map.json": { pad_token: "[PAD]", unk_token: "[UNK]" },
  };
  const files = Object.entries(json).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))] as const);
  return { ...Object.fromEntries(files), [weights]: tinyOnnx(rows) };
}

/** Puts them into the model's folder. */
export async function installWeights(modelsDir: string, model: string, weights?: string): Promise<void> {
  await mkdir(join(modelsDir, model), { recursive: true });
  for (const [name, content] of Object.entries(tinyWeights(weights)))
    await writeFile(join(modelsDir, model, name), content);
}
