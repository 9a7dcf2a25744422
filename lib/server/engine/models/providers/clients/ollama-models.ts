import { getField, type Listed, type ModelReader, readEntries } from "../shared/model-reader";
import { toOllamaRoot } from "./ollama";

/** Each model's type takes another request; of further models it stays unknown. */
const maxShown = 60;
const concurrency = 6;

/** The models that were pulled on an Ollama server. */
export async function listOllamaModels(text: (field: string) => string, read: ModelReader): Promise<Listed[]> {
  const root = toOllamaRoot(text("base_url"));
  const key = text("api_key");
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const entries = readEntries(await read(`${root}/api/tags`, headers), "models");
  const models = entries.map(({ model, name }): Listed => ({ model: model ?? name }));
  const pending = models.slice(0, maxShown);
  async function showNext(): Promise<void> {
    for (let one = pending.shift(); one; one = pending.shift()) {
      const shown = await read(`${root}/api/show`, headers, { model: one.model }).catch(() => undefined);
      Object.assign(one, readShown(shown));
    }
  }
  await Promise.all(Array.from({ length: concurrency }, showNext));
  return models;
}

function readShown(shown: unknown): Pick<Listed, "modelType" | "contextWindow"> {
  const capabilities = getField(shown, "capabilities");
  const can = Array.isArray(capabilities) ? capabilities : [];
  const info = getField(shown, "model_info");
  const architecture = getField(info, "general.architecture");
  return {
    modelType: can.includes("completion") ? "llm" : can.includes("embedding") ? "embedding" : undefined,
    contextWindow: getField(info, `${String(architecture)}.context_length`),
  };
}
