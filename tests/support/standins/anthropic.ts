import { listOf, pieces } from "./read-request";
import { startStandin } from "./server";
import type { Call, Dialect, Frame, Json, StandinOptions } from "./types";

const types: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

const event = (type: string, rest: Json = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;

const stopReason = ({ tools, finish }: Call): string =>
  tools.length > 0 ? "tool_use" : { stop: "end_turn", length: "max_tokens", filter: "refusal" }[finish];

const shell = (call: Call, content: Json[], stop_reason: string | null): Json => ({
  id: `msg_${call.id}`,
  type: "message",
  role: "assistant",
  model: call.model,
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: call.inputTokens, output_tokens: stop_reason === null ? 1 : call.outputTokens },
});

interface Block {
  start: Json;
  deltas: Json[];
}

function blocksOf({ reasoning, text, tools }: Call): Block[] {
  const thinking: Block = {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: pieces(reasoning).map((part) => ({ type: "thinking_delta", thinking: part })),
  };
  const words: Block = {
    start: { type: "text", text: "" },
    deltas: pieces(text).map((part) => ({ type: "text_delta", text: part })),
  };
  const uses = tools.map(({ id, name, json }): Block => {
    const parts = ["", ...(json.match(/[\s\S]{1,12}/g) ?? [])];
    return {
      start: { type: "tool_use", id, name, input: {} },
      deltas: parts.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    };
  });
  return [...(reasoning ? [thinking] : []), ...(text ? [words] : []), ...uses];
}

function* frames(call: Call): Generator<Frame> {
  yield { data: event("message_start", { message: shell(call, [], null) }) };
  yield { data: event("ping") };
  for (const [index, { start, deltas }] of (call.empty ? [] : blocksOf(call)).entries()) {
    yield { data: event("content_block_start", { index, content_block: start }) };
    for (const delta of deltas) yield { data: event("content_block_delta", { index, delta }), token: true };
    yield { data: event("content_block_stop", { index }) };
  }
  if (!call.empty) {
    const delta = { stop_reason: stopReason(call), stop_sequence: null };
    yield { data: event("message_delta", { delta, usage: { output_tokens: call.outputTokens } }) };
  }
  yield { data: event("message_stop") };
}

function whole(call: Call): Json {
  const uses = call.tools.map(({ id, name, json }) => ({
    type: "tool_use",
    id,
    name,
    input: JSON.parse(json) as unknown,
  }));
  const content = [...(call.text ? [{ type: "text", text: call.text }] : []), ...uses];
  return shell(call, call.empty ? [] : content, stopReason(call));
}

/** Anthropic's messages and models. */
export const anthropicDialect: Dialect = {
  basePath: "/v1",
  models: ["claude-3-5-sonnet-20240620", "claude-3-haiku-20240307"],
  defaultKey: "sk-ant-standin-0123456789abcdef",
  routeOf(method, path) {
    if (method === "POST" && path === "/v1/messages") return "chat";
    return method === "GET" && path === "/v1/models" ? "models" : undefined;
  },
  keyOf: (headers) => headers["x-api-key"]?.toString(),
  imagesIn: ({ messages }) =>
    listOf(messages)
      .flatMap(({ content }) => listOf(content))
      .flatMap(({ type, source }) => {
        const { media_type, data } = (type === "image" ? source : {}) as Json;
        return data ? [{ mediaType: String(media_type), data: String(data) }] : [];
      }),
  streams: ({ stream }) => stream === true,
  streamType: "text/event-stream; charset=utf-8",
  error: (status, message) => ({ type: "error", error: { type: types[status] ?? "api_error", message } }),
  wrongKey: () => "invalid x-api-key",
  unknownModel: (model) => `model: ${model}`,
  frames,
  whole,
  embeddings: () => ({}),
  modelList: (models) => ({ data: models.map((id) => ({ type: "model", id, display_name: id })), has_more: false }),
  malformed: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"ty\n\n',
  oddEvent: event("content_block_delta", { index: "first", delta: 7 }),
  openLine:
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"',
  streamError: (message) => event("error", { error: { type: "overloaded_error", message } }),
};

export const startAnthropicStandin = (options?: StandinOptions) => startStandin(anthropicDialect, options);
