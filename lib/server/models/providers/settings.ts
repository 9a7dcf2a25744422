import type { ProviderId } from "@/lib/constants/providers";
import { env } from "../../env";

/** What a provider is called with: the stored model with its credentials opened. */
export interface ModelSettings {
  type: ProviderId;
  model: string;
  /** Credential fields of the provider, secrets in clear. Never logged. */
  config: Record<string, unknown>;
}

export const textOf = (config: Record<string, unknown>, field: string): string => {
  const value = config[field];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

/** A gateway in front of a provider, or the provider's own address. */
export const baseUrls = () => {
  const { OPENAI_BASE_URL, ANTHROPIC_BASE_URL, GROQ_BASE_URL, GOOGLE_BASE_URL, VERTEX_BASE_URL } = env();
  return {
    openai: OPENAI_BASE_URL,
    anthropic: ANTHROPIC_BASE_URL,
    groq: GROQ_BASE_URL,
    google: GOOGLE_BASE_URL,
    vertex: VERTEX_BASE_URL,
  };
};

/** The root of an Ollama server, whether or not `/api` or `/v1` was pasted behind it. */
export const ollamaRoot = (url: string): string =>
  url
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/(api|v1)$/, "")
    .replace(/\/+$/, "");
