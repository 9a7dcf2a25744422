import { pluralize } from "@/lib/utils/text/pluralize";
import { toFailure } from "./bounds/failure";
import { createEmbeddingModel, createLanguageModel } from "./create";
import { EmptyResponseError } from "./shared/answer-errors";
import type { Endpoints, Fetch, ModelSettings } from "./shared/settings";

const limitMs = 15_000;

export type CheckResult = { ok: true; embeddingLength?: number } | { ok: false; message: string };

interface CheckOptions {
  /** Cancels the check when the client disconnects. */
  signal?: AbortSignal;
  limitMs?: number;
  endpoints?: Endpoints;
}

interface CheckCall {
  settings: ModelSettings;
  fetch: Fetch;
  endpoints: Endpoints | undefined;
  abortSignal: AbortSignal;
}

/** Calls the named model: one short response, or one embedding to learn its length. Never throws. */
export async function checkConnection(
  settings: ModelSettings,
  modelType: "llm" | "embedding",
  fetch: Fetch,
  secrets: readonly string[],
  options: CheckOptions = {},
): Promise<CheckResult> {
  const limit = AbortSignal.timeout(options.limitMs ?? limitMs);
  const abortSignal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const call: CheckCall = { settings, fetch, endpoints: options.endpoints, abortSignal };
  try {
    return modelType === "llm" ? await checkChat(call) : await checkEmbedding(call);
  } catch (error) {
    if (limit.aborted)
      return {
        ok: false,
        message: `The provider didn't respond within ${pluralize((options.limitMs ?? limitMs) / 1000, "second")}.`,
      };
    return { ok: false, message: toFailure(error, secrets).message };
  }
}

async function checkEmbedding({ settings, fetch, endpoints, abortSignal }: CheckCall): Promise<CheckResult> {
  const model = await createEmbeddingModel(settings, fetch, endpoints);
  const { embeddings } = await model.doEmbed({ values: ["hello"], abortSignal });
  return { ok: true, embeddingLength: embeddings[0]?.length };
}

async function checkChat({ settings, fetch, endpoints, abortSignal }: CheckCall): Promise<CheckResult> {
  const model = await createLanguageModel(settings, fetch, endpoints);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
  // Some models reject a limit of a single token; all accept 16.
  const { content, finishReason } = await model.doGenerate({ prompt, maxOutputTokens: 16, abortSignal });
  // Reasoning models may spend all 16 on reasoning: the finish reason then counts as a response.
  if (content.length === 0 && finishReason.unified !== "length" && finishReason.unified !== "stop")
    throw new EmptyResponseError();
  return { ok: true };
}
