import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import type { ProviderId } from "@/lib/constants/providers";
import { env } from "../../env";

export type ChatModel = LanguageModelV4;
export type EmbeddingModel = EmbeddingModelV4;
export type Fetch = typeof globalThis.fetch;

/** What a provider is called with: the stored model with its credentials opened. */
export interface ModelSettings {
  type: ProviderId;
  model: string;
  /** Credential fields of the provider, secrets in clear. Never logged. */
  config: Record<string, unknown>;
  /** Tokens. Ollama must be told, or it forgets what does not fit its own small default. */
  contextWindow?: number;
}

/** Where providers are reached when not at their own address, and where local weights lie. */
export interface Places {
  openAi?: string;
  anthropic?: string;
  groq?: string;
  googleAi?: string;
  vertex?: string;
  /** Google's sign-in of service accounts. */
  googleOAuth?: string;
  modelsDir: string;
}

export function placesOfEnv(): Places {
  const from = env();
  return {
    openAi: from.OPENAI_BASE_URL,
    anthropic: from.ANTHROPIC_BASE_URL,
    groq: from.GROQ_BASE_URL,
    googleAi: from.GOOGLE_BASE_URL,
    vertex: from.VERTEX_BASE_URL,
    googleOAuth: from.GOOGLE_OAUTH_BASE,
    modelsDir: from.MODELS_DIR,
  };
}

/** What each provider's file is given. */
export interface ProviderInput {
  /** A credential field as text; empty when absent. */
  text: (field: string) => string;
  contextWindow: number | undefined;
  places: Places;
  fetch: Fetch;
}

/** What a provider offers; a missing one is refused with a sentence. */
export interface ProviderModels {
  chat?: (model: string) => ChatModel;
  embedding?: (model: string) => EmbeddingModel;
}

export const textOf = (config: Record<string, unknown>, field: string): string => {
  const value = config[field];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
};
