import { APICallError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import {
  convertAsyncIteratorToReadableStream,
  createJsonErrorResponseHandler,
  createJsonLinesResponseHandler,
  createJsonResponseHandler,
  postJsonToApi,
  type ResponseHandler,
} from "@ai-sdk/provider-utils";
import { z } from "zod";
import { trimEndOf } from "@/lib/utils/text/trim-characters";
import type { ChatModel, EmbeddingModel, ProviderInput, ProviderModels } from "../shared/settings";
import { contentOf, finishOf, ollamaAnswer, ollamaParts, usageOf } from "./ollama-chat";
import { ollamaRequest } from "./ollama-request";

const embedAnswer = z.object({ embeddings: z.array(z.array(z.number())), prompt_eval_count: z.number().nullish() });

const failed = createJsonErrorResponseHandler({
  errorSchema: z.object({ error: z.string() }),
  errorToMessage: ({ error }) => error,
});

type Post = <T>(path: string, body: object, read: ResponseHandler<T>, signal: AbortSignal | undefined) => Promise<T>;

/**
 * Ollama's native API. A custom adapter: the community's sends temperature and limits where Ollama ignores them, hides errors
 * inside a stream and treats a truncated stream as complete; the official client prints to the console.
 */
export async function ollama({ text, contextWindow, fetch }: ProviderInput): Promise<ProviderModels> {
  const root = ollamaRoot(text("base_url"));
  const key = text("api_key");
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const post: Post = async (path, body, read, abortSignal) => {
    const sent = { url: `${root}/api${path}`, headers, body, failedResponseHandler: failed, abortSignal, fetch };
    return (await postJsonToApi({ ...sent, successfulResponseHandler: read })).value;
  };
  return { chat: (model) => chat(post, model, contextWindow), embedding: (model) => embedding(post, model) };
}

const chat = (post: Post, model: string, contextWindow: number | undefined): ChatModel => ({
  specificationVersion: "v4",
  provider: "ollama",
  modelId: model,
  supportedUrls: {},
  async doGenerate(options) {
    const { body, warnings } = ollamaRequest(model, options, contextWindow);
    const read = createJsonResponseHandler(ollamaAnswer);
    const answer = await post("/chat", { ...body, stream: false }, read, options.abortSignal);
    if ("error" in answer)
      throw new APICallError({ message: answer.error, url: "", requestBodyValues: {}, statusCode: 500 });
    const content = contentOf(answer);
    const calledTools = content.some(({ type }) => type === "tool-call");
    return { content, finishReason: finishOf(answer, calledTools), usage: usageOf(answer), warnings };
  },
  async doStream(options) {
    const { body, warnings } = ollamaRequest(model, options, contextWindow);
    const read = createJsonLinesResponseHandler(ollamaAnswer);
    const lines = await post("/chat", { ...body, stream: true }, read, options.abortSignal);
    async function* parts(): AsyncGenerator<LanguageModelV4StreamPart> {
      yield { type: "stream-start", warnings };
      yield* ollamaParts(lines);
    }
    return { stream: convertAsyncIteratorToReadableStream(parts()) };
  },
});

const embedding = (post: Post, model: string): EmbeddingModel => ({
  specificationVersion: "v4",
  provider: "ollama",
  modelId: model,
  maxEmbeddingsPerCall: 512,
  supportsParallelCalls: true,
  async doEmbed({ values, abortSignal }) {
    const answer = await post("/embed", { model, input: values }, createJsonResponseHandler(embedAnswer), abortSignal);
    const tokens = answer.prompt_eval_count;
    return { embeddings: answer.embeddings, ...(tokens != null && { usage: { tokens } }), warnings: [] };
  },
});

/** The base URL of an Ollama server, with or without `/api` or `/v1`. */
export const ollamaRoot = (url: string): string =>
  trimEndOf(trimEndOf(url.trim(), /\//).replace(/\/(api|v1)$/, ""), /\//);
