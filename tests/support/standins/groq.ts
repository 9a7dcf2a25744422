import { eachChunk, openAiDialect } from "./open-ai";
import { startStandin } from "./server";
import type { Call, Dialect, Frame, Json, StandinOptions } from "./types";

const types: Record<number, string> = {
  429: "tokens",
  498: "capacity_exceeded",
  500: "internal_server_error",
  503: "internal_server_error",
};

/** Tokens are counted in Groq's own field of the last chunk, asked for or not. */
function* frames(call: Call): Generator<Frame> {
  const { inputTokens, outputTokens, id } = call;
  const usage = {
    queue_time: 0.01,
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  let begun = false;
  yield* eachChunk(openAiDialect.frames(call), (chunk) => {
    const [choice] = chunk.choices as Json[];
    if (!begun) {
      begun = true;
      return { ...chunk, x_groq: { id: `req_${id}` } };
    }
    if (!choice) return undefined;
    return choice.finish_reason === null ? chunk : { ...chunk, x_groq: { id: `req_${id}`, usage } };
  });
}

/** Groq's chat completions and models. It embeds nothing. */
export const groqDialect: Dialect = {
  ...openAiDialect,
  basePath: "/openai/v1",
  models: ["llama3-70b-8192", "mixtral-8x7b-32768"],
  defaultKey: "gsk_standin0123456789abcdef",
  routeOf(method, path) {
    if (method === "POST" && path === "/openai/v1/chat/completions") return "chat";
    return method === "GET" && path === "/openai/v1/models" ? "models" : undefined;
  },
  keyOf: (headers) => headers.authorization?.replace(/^Bearer /, ""),
  error: (status, message) => ({
    error: {
      message,
      type: types[status] ?? "invalid_request_error",
      ...(status === 401 && { code: "invalid_api_key" }),
    },
  }),
  wrongKey: () => "Invalid API Key",
  frames,
  modelList: (models) => ({
    object: "list",
    data: [...models, "ended-model"].map((id) => ({
      id,
      object: "model",
      active: id !== "ended-model",
      context_window: 8_192,
    })),
  }),
  streamError: (message) =>
    `event: error\ndata: ${JSON.stringify({ error: { message, type: "internal_server_error" } })}\n\n`,
};

export const startGroqStandin = (options?: StandinOptions) => startStandin(groqDialect, options);
