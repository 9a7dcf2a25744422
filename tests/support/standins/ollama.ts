import { openAiDialect } from "./open-ai";
import { listOf, pieces } from "./read-request";
import { startStandin } from "./server";
import type { Call, Dialect, Frame, Json, StandinOptions } from "./types";

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const shell = (call: Call): Json => ({ model: call.model, created_at: new Date().toISOString() });

const calls = ({ tools }: Call): Json =>
  tools.length > 0
    ? { tool_calls: tools.map(({ name, json }) => ({ function: { name, arguments: parsed(json) } })) }
    : {};

/** Ollama parses arguments itself; what is not JSON comes as a text. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const last = (call: Call, message: Json): Json => ({
  ...shell(call),
  message,
  done: true,
  done_reason: call.finish === "length" ? "length" : "stop",
  total_duration: 412_000_000,
  load_duration: 11_000_000,
  prompt_eval_count: call.inputTokens,
  prompt_eval_duration: 38_000_000,
  eval_count: call.outputTokens,
  eval_duration: 350_000_000,
});

function* frames(call: Call): Generator<Frame> {
  const part = (message: Json): string =>
    line({ ...shell(call), message: { role: "assistant", content: "", ...message }, done: false });
  if (!call.empty) {
    for (const thinking of pieces(call.reasoning)) yield { data: part({ thinking }), token: true };
    for (const content of pieces(call.text)) yield { data: part({ content }), token: true };
    if (call.tools.length > 0) yield { data: part(calls(call)), token: true };
  }
  yield { data: line(last(call, { role: "assistant", content: "" })) };
}

/** Ollama's native `/api`, and OpenAI's format under `/v1`; without a key unless one is asked for. */
export const ollamaDialect: Dialect = {
  basePath: "",
  models: ["llama3:8b", "phi3:mini", "nomic-embed-text"],
  defaultKey: null,
  under: (path) => (path.startsWith("/v1/") ? openAiDialect : undefined),
  routeOf(method, path) {
    if (method === "POST" && path === "/api/chat") return "chat";
    if (method === "POST" && path === "/api/embed") return "embed";
    if (method === "POST" && path === "/api/show") return "show";
    return method === "GET" && path === "/api/tags" ? "models" : undefined;
  },
  keyOf: (headers) => headers.authorization?.replace(/^Bearer /, ""),
  // No type is said: Ollama looks at the bytes.
  imagesIn: ({ messages }) =>
    listOf(messages).flatMap(({ images }) =>
      (Array.isArray(images) ? images : []).map((data) => ({ mediaType: "", data: String(data) })),
    ),
  streams: ({ stream }) => stream !== false,
  streamType: "application/x-ndjson",
  error: (_status, message) => ({ error: message }),
  wrongKey: () => "unauthorized",
  unknownModel: (model) => `model "${model}" not found, try pulling it first`,
  frames,
  whole: (call) => last(call, call.empty ? {} : { role: "assistant", content: call.text, ...calls(call) }),
  embeddings: (call, vectors) => ({
    model: call.model,
    embeddings: vectors,
    total_duration: 21_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: call.inputTokens,
  }),
  modelList: (models) => ({
    models: models.map((name) => ({ name, model: name, size: 1, details: { family: "standin" } })),
  }),
  shown: (model) => ({
    details: { family: "standin" },
    capabilities: model.includes("embed") ? ["embedding"] : ["completion", "tools"],
    model_info: { "general.architecture": "standin", "standin.context_length": 8_192 },
  }),
  malformed: '{"model":"llama3:8b","message":{"role":"assi\n',
  oddEvent: line({ message: 5, done: "no" }),
  openLine: '{"model":"llama3:8b","done":false,"message":{"role":"assistant","content":"',
  streamError: (message) => line({ error: message }),
};

export const startOllamaStandin = (options?: StandinOptions) => startStandin(ollamaDialect, options);
