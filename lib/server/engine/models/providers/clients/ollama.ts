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
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import type { ChatModel, EmbeddingModel, ProviderInput, ProviderModels } from "../shared/settings";
import { ollamaResponse, toContent, toFinishReason, toStreamParts, toUsage } from "./ollama-chat";
import { buildOllamaRequest } from "./ollama-request";

const embedResponse = z.object({ embeddings: z.array(z.array(z.number())), prompt_eval_count: z.number().nullish() });

const errorHandler = createJsonErrorResponseHandler({
  errorSchema: z.object({ error: z.string() }),
  errorToMessage: ({ error }) => error,
});

type Post = <T>(path: string, body: object, read: ResponseHandler<T>, signal: AbortSignal | undefined) => Promise<T>;

/**
 * Ollama's native API. A custom adapter: the community's sends temperature and limits where Ollama ignores them, hides errors
 * inside a stream and treats a truncated stream as complete; the official client prints to the console.
 */
export async function ollama({ text, contextWindow, fetch }: ProviderInput): Promise<ProviderModels> {
  const root = toOllamaRoot(text("base_url"));
  const key = text("api_key");
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const post: Post = async (path, body, read, abortSignal) => {
    const request = {
      url: `${root}/api${path}`,
      headers,
      body,
      failedResponseHandler: errorHandler,
      abortSignal,
      fetch,
    };
    return (await postJsonToApi({ ...request, successfulResponseHandler: read })).value;
  };
  return { chat: (model) => chat(post, model, contextWindow), embedding: (model) => embedding(post, model) };
}

const chat = (post: Post, model: string, contextWindow: number | undefined): ChatModel => ({
  specificationVersion: "v4",
  provider: "ollama",
  modelId: model,
  supportedUrls: {},
  async doGenerate(options) {
    const { body, warnings } = buildOllamaRequest(model, options, contextWindow);
    const read = createJsonResponseHandler(ollamaResponse);
    const response = await post("/chat", { ...body, stream: false }, read, options.abortSignal);
    if ("error" in response)
      throw new APICallError({ message: response.error, url: "", requestBodyValues: {}, statusCode: 500 });
    const content = toContent(response);
    const calledTools = content.some(({ type }) => type === "tool-call");
    return { content, finishReason: toFinishReason(response, calledTools), usage: toUsage(response), warnings };
  },
  async doStream(options) {
    const { body, warnings } = buildOllamaRequest(model, options, contextWindow);
    const read = createJsonLinesResponseHandler(ollamaResponse);
    const lines = await post("/chat", { ...body, stream: true }, read, options.abortSignal);
    async function* parts(): AsyncGenerator<LanguageModelV4StreamPart> {
      yield { type: "stream-start", warnings };
      yield* toStreamParts(lines);
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
    const response = await post(
      "/embed",
      { model, input: values },
      createJsonResponseHandler(embedResponse),
      abortSignal,
    );
    const tokens = response.prompt_eval_count;
    return { embeddings: response.embeddings, ...(tokens != null && { usage: { tokens } }), warnings: [] };
  },
});

/** The base URL of an Ollama server, with or without `/api` or `/v1`. */
export const toOllamaRoot = (url: string): string =>
  trimEndMatching(trimEndMatching(url.trim(), /\//).replace(/\/(api|v1)$/, ""), /\//);
