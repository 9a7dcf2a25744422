import { imageOfUrl, listOf, pieces } from "./read-request";
import { startStandin } from "./server";
import type { Call, Dialect, Frame, Json, StandinOptions } from "./types";

const types: Record<number, readonly [type: string, code: string | null]> = {
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["invalid_request_error", "unsupported_country_region_territory"],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
};

const created = () => Math.floor(Date.now() / 1000);
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

const usageOf = ({ inputTokens, outputTokens }: Call): Json => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const finishOf = ({ tools, finish }: Call): string =>
  tools.length > 0 ? "tool_calls" : finish === "filter" ? "content_filter" : finish;

/** Changes the chunks of a stream in OpenAI's format; undefined leaves one out. */
export function* eachChunk(frames: Iterable<Frame>, change: (chunk: Json) => Json | undefined): Generator<Frame> {
  for (const frame of frames) {
    const text = frame.data.replace(/^data: /, "").trim();
    const chunk = text === "[DONE]" ? undefined : change(JSON.parse(text) as Json);
    if (text === "[DONE]") yield frame;
    else if (chunk) yield { ...frame, data: data(chunk) };
  }
}

const imagesIn = ({ messages }: Json) =>
  listOf(messages)
    .flatMap(({ content }) => listOf(content))
    .flatMap(({ image_url }) => imageOfUrl(String((image_url as Json | undefined)?.url ?? "")));

function* frames(call: Call): Generator<Frame> {
  const base = { id: `chatcmpl-${call.id}`, object: "chat.completion.chunk", created: created(), model: call.model };
  const chunk = (delta: Json, finish_reason: string | null = null): string =>
    data({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  if (call.empty) {
    yield { data: data({ ...base, choices: [] }) };
  } else {
    yield { data: chunk({ role: "assistant", content: "", refusal: null }) };
    for (const content of pieces(call.text)) yield { data: chunk({ content }), token: true };
    for (const [index, { id, name, json }] of call.tools.entries()) {
      yield {
        data: chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
        token: true,
      };
      for (const part of json.match(/[\s\S]{1,12}/g) ?? [])
        yield { data: chunk({ tool_calls: [{ index, function: { arguments: part } }] }), token: true };
    }
    yield { data: chunk({}, finishOf(call)) };
  }
  const { stream_options } = call.body as { stream_options?: { include_usage?: boolean } };
  if (stream_options?.include_usage) yield { data: data({ ...base, choices: [], usage: usageOf(call) }) };
  yield { data: "data: [DONE]\n\n" };
}

function whole(call: Call): Json {
  const tool_calls = call.tools.map(({ id, name, json }) => ({
    id,
    type: "function",
    function: { name, arguments: json },
  }));
  const message = { role: "assistant", content: call.text || null, ...(tool_calls.length > 0 && { tool_calls }) };
  const choices = call.empty ? [] : [{ index: 0, message, logprobs: null, finish_reason: finishOf(call) }];
  return {
    id: `chatcmpl-${call.id}`,
    object: "chat.completion",
    created: created(),
    model: call.model,
    choices,
    usage: usageOf(call),
  };
}

const base64 = (vector: number[]): string => Buffer.from(new Float32Array(vector).buffer).toString("base64");

/** OpenAI's chat completions, embeddings and models, under whatever stands before these in the path. */
export const openAiDialect: Dialect = {
  basePath: "/v1",
  models: ["gpt-4o-mini", "gpt-4o", "text-embedding-3-small", "text-embedding-3-large", "llama3-70b-8192"],
  defaultKey: "sk-standin-openai-0123456789abcdef",
  routeOf(method, path) {
    if (method === "POST" && path.endsWith("/chat/completions")) return "chat";
    if (method === "POST" && path.endsWith("/embeddings")) return "embed";
    return method === "GET" && path.endsWith("/models") ? "models" : undefined;
  },
  keyOf: (headers) => headers["api-key"]?.toString() ?? headers.authorization?.replace(/^Bearer /, ""),
  imagesIn,
  streams: ({ stream }) => stream === true,
  streamType: "text/event-stream; charset=utf-8",
  error(status, message) {
    const [type, code] = types[status] ?? (status >= 500 ? ["server_error", null] : ["invalid_request_error", null]);
    return { error: { message, type, param: null, code } };
  },
  wrongKey: (key) =>
    key ? `Incorrect API key provided: ${key.slice(0, 3)}***${key.slice(-4)}.` : "You didn't provide an API key.",
  unknownModel: (model) => `The model \`${model}\` does not exist or you do not have access to it.`,
  frames,
  whole,
  embeddings: (call, vectors) => ({
    object: "list",
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: call.body.encoding_format === "base64" ? base64(vector) : vector,
    })),
    model: call.model,
    usage: { prompt_tokens: call.inputTokens, total_tokens: call.inputTokens },
  }),
  modelList: (models) => ({
    object: "list",
    data: models.map((id) => ({ id, object: "model", created: 1, owned_by: "standin" })),
  }),
  malformed: 'data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"cont\n\n',
  oddEvent: data({ id: "chatcmpl-odd", choices: "none" }),
  openLine: 'data: {"id":"chatcmpl-long","choices":[{"index":0,"delta":{"content":"',
  streamError: (message) => data({ error: { message, type: "server_error", param: null, code: null } }),
};

export const startOpenAiStandin = (options?: StandinOptions) => startStandin(openAiDialect, options);
