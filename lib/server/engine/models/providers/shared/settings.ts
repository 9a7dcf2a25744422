import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import type { ProviderId } from "@/lib/constants/providers";
import { env } from "../../../../platform/env/env";

export type ChatModel = LanguageModelV4;
export type EmbeddingModel = EmbeddingModelV4;
export type Fetch = typeof globalThis.fetch;

/** Call settings of a stored model, with decrypted credentials. */
export interface ModelSettings {
  type: ProviderId;
  model: string;
  /** The provider's credential fields, with decrypted secrets. Never logged. */
  config: Record<string, unknown>;
  /** Tokens. Ollama needs it, because its default window is small. */
  contextWindow?: number;
}

/** Overrides of providers' base URLs, and the folder of local weights. */
export interface Endpoints {
  openAi?: string;
  anthropic?: string;
  groq?: string;
  googleAi?: string;
  vertex?: string;
  /** Google's token endpoint for service accounts. */
  googleOAuth?: string;
  modelsDir: string;
}

export function readEndpoints(): Endpoints {
  const variables = env();
  return {
    openAi: variables.OPENAI_BASE_URL,
    anthropic: variables.ANTHROPIC_BASE_URL,
    groq: variables.GROQ_BASE_URL,
    googleAi: variables.GOOGLE_BASE_URL,
    vertex: variables.VERTEX_BASE_URL,
    googleOAuth: variables.GOOGLE_OAUTH_BASE,
    modelsDir: variables.MODELS_DIR,
  };
}

/** The input of each provider's factory. */
export interface ProviderInput {
  /** A credential field as text; empty when absent. */
  text: (field: string) => string;
  contextWindow: number | undefined;
  endpoints: Endpoints;
  fetch: Fetch;
}

/** A provider's model factories; a missing kind is rejected with a message. */
export interface ProviderModels {
  chat?: (model: string) => ChatModel;
  embedding?: (model: string) => EmbeddingModel;
}

export const getText = (config: Record<string, unknown>, field: string): string => {
  const value = config[field];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
};
