/** FastEmbed's models: the weights file, and the archive's name if it differs from the model's. */
interface ModelFiles {
  weights: string;
  archive?: string;
}

const models = {
  "fast-all-MiniLM-L6-v2": { weights: "model.onnx", archive: "sentence-transformers-all-MiniLM-L6-v2" },
  "fast-bge-base-en": { weights: "model_optimized.onnx" },
  "fast-bge-base-en-v1.5": { weights: "model_optimized.onnx" },
  "fast-bge-small-en": { weights: "model_optimized.onnx" },
  "fast-bge-small-en-v1.5": { weights: "model_optimized.onnx" },
  "fast-bge-small-zh-v1.5": { weights: "model_optimized.onnx" },
  "fast-multilingual-e5-large": { weights: "model.onnx" },
} satisfies Record<string, ModelFiles>;

export type FastembedModel = keyof typeof models;

export const isFastembedModel = (model: string): model is FastembedModel => Object.hasOwn(models, model);

export const fastembedModels = Object.keys(models).filter(isFastembedModel);

const common = ["config.json", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json"];

/** Returns the files that the model's folder must have before it is loaded. */
export const listFastembedFiles = (model: FastembedModel): string[] => [models[model].weights, ...common];

/** Returns the name of FastEmbed's archive of the model. */
export function getFastembedArchive(model: FastembedModel): string {
  const facts: ModelFiles = models[model];
  return `${facts.archive ?? model}.tar.gz`;
}
