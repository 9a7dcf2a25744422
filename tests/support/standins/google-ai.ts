import { geminiFormat } from "./gemini-format";
import { listOf } from "./read-request";
import { startStandin } from "./server";
import type { Dialect, Json, StandinOptions } from "./types";

const textIn = (content: unknown): string =>
  listOf((content as Json | undefined)?.parts)
    .map(({ text }) => String(text ?? ""))
    .join("");

/** The Gemini API with a key. A wrong key is 400 there. */
export const googleAiDialect: Dialect = {
  ...geminiFormat,
  basePath: "/v1beta",
  models: ["gemini-1.5-flash", "gemini-1.5-pro", "text-embedding-004"],
  defaultKey: "AIzaStandin0123456789abcdefghijklmnopqrs",
  routeOf(method, path) {
    if (method === "GET" && path === "/v1beta/models") return "models";
    const [, action] = (method === "POST" && /^\/v1beta\/models\/[^/:]+:(\w+)$/.exec(path)) || [];
    if (action === "generateContent" || action === "streamGenerateContent") return "chat";
    return action === "embedContent" || action === "batchEmbedContents" ? "embed" : undefined;
  },
  keyOf: (headers) => headers["x-goog-api-key"]?.toString(),
  inputsOf: ({ content, requests }) =>
    content ? [textIn(content)] : listOf(requests).map((request) => textIn(request.content)),
  wrongKey: (key) =>
    key
      ? "API key not valid. Please pass a valid API key."
      : "Method doesn't allow unregistered callers (callers without established identity).",
  wrongKeyStatus: 400,
  unknownModel: (model) =>
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  embeddings({ path }, vectors) {
    const embeddings = vectors.map((values) => ({ values }));
    return path.includes(":batch") ? { embeddings } : { embedding: embeddings[0] };
  },
  modelList: (models) => ({
    models: models.map((id) => ({
      name: `models/${id}`,
      displayName: id,
      inputTokenLimit: 32_768,
      supportedGenerationMethods: [id.includes("embedding") ? "embedContent" : "generateContent"],
    })),
  }),
};

export const startGoogleAiStandin = (options?: StandinOptions) => startStandin(googleAiDialect, options);
