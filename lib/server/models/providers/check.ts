import { createEmbeddingModel, createLanguageModel } from "./create";
import { CutStreamError, failureOf } from "./failure";
import type { ModelSettings } from "./settings";

const limitMs = 15_000;

export type CheckResult = { ok: true; embeddingLength?: number } | { ok: false; message: string };

/** Calls the named model itself: one short answer, or one embedded word whose length comes back. */
export async function checkConnection(
  settings: ModelSettings,
  modelType: "llm" | "embedding",
  fetch: typeof globalThis.fetch,
  secrets: readonly string[],
): Promise<CheckResult> {
  const abortSignal = AbortSignal.timeout(limitMs);
  try {
    if (modelType === "llm") return await checkChat(settings, fetch, abortSignal);
    const model = await createEmbeddingModel(settings, fetch);
    const { embeddings } = await model.doEmbed({ values: ["hello"], abortSignal });
    const length = embeddings[0]?.length ?? 0;
    return length > 0
      ? { ok: true, embeddingLength: length }
      : { ok: false, message: "The provider answered without an embedding." };
  } catch (error) {
    if (abortSignal.aborted)
      return { ok: false, message: `The provider did not answer within ${limitMs / 1000} seconds.` };
    return { ok: false, message: failureOf(error, secrets).message };
  }
}

async function checkChat(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
  abortSignal: AbortSignal,
): Promise<CheckResult> {
  const model = await createLanguageModel(settings, fetch);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
  // Some models refuse a limit of a single token; 16 is the least that all take.
  const { content, finishReason } = await model.doGenerate({ prompt, maxOutputTokens: 16, abortSignal });
  if (content.length === 0 && finishReason.unified === "other") throw new CutStreamError();
  return { ok: true };
}
