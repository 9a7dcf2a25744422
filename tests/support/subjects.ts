import type { ProviderId } from "@/lib/constants/providers";
import { type DecryptedConfig, listSecrets } from "@/lib/server/engine/models/config";
import { checkConnection } from "@/lib/server/engine/models/providers/check";
import { createEmbeddingModel, createLanguageModel } from "@/lib/server/engine/models/providers/create";
import type { Endpoints, ModelSettings } from "@/lib/server/engine/models/providers/shared/settings";
import { afterFile } from "./cleanups";
import { guardedFetch } from "./providers";
import { startAnthropicStandin } from "./standins/anthropic";
import { startAzureStandin } from "./standins/azure";
import { startGoogleAiStandin } from "./standins/google-ai";
import { serviceAccount, wrongServiceAccount } from "./standins/google-sign-in";
import { startGoogleVertexStandin } from "./standins/google-vertex";
import { startGroqStandin } from "./standins/groq";
import { startOllamaStandin } from "./standins/ollama";
import { startOpenAiStandin } from "./standins/open-ai";
import type { Standin, StandinOptions } from "./standins/types";

/** A provider whose real client is run against its stand-in. */
export interface Subject {
  type: ProviderId;
  model: string;
  /** Where the provider embeds. */
  embedding?: string;
  start: (options?: StandinOptions) => Promise<Standin>;
  config: (standin: Standin, model: string) => DecryptedConfig;
  /** Credentials of the right form that the stand-in refuses. */
  wrong: DecryptedConfig;
  /** As the operator sets them, where the address is not among the credentials. */
  variables?: (standin: Standin) => Record<string, string>;
  places?: (standin: Standin) => Partial<Endpoints>;
}

const key = "sk-test-key-0123456789abcdef";
const wrongKey = "sk-wrong-key-9876543210fedcba";
const vertexPlace = { project: "p1", location: "europe-west1" };

/** Of the stand-ins that take a key, the only one they take. */
const keyed = (start: Subject["start"]) => (options?: StandinOptions) => start({ key, ...options });

export const subjects: Subject[] = [
  {
    type: "open_ai",
    model: "gpt-4o-mini",
    embedding: "text-embedding-3-small",
    start: keyed(startOpenAiStandin),
    config: () => ({ api_key: key }),
    wrong: { api_key: wrongKey },
    variables: ({ baseUrl }) => ({ OPENAI_BASE_URL: baseUrl }),
    places: ({ baseUrl }) => ({ openAi: baseUrl }),
  },
  {
    type: "azure",
    model: "chat-deployment",
    embedding: "embedding-deployment",
    start: keyed(startAzureStandin),
    config: ({ baseUrl }, model) => ({
      api_key: key,
      azure_endpoint: baseUrl,
      azure_deployment: model,
      api_version: "2024-08-01-preview",
    }),
    wrong: { api_key: wrongKey },
  },
  {
    type: "ollama",
    model: "llama3:8b",
    embedding: "nomic-embed-text",
    start: keyed(startOllamaStandin),
    config: ({ baseUrl }) => ({ base_url: baseUrl, api_key: key }),
    wrong: { api_key: wrongKey },
  },
  {
    type: "anthropic",
    model: "claude-3-haiku-20240307",
    start: keyed(startAnthropicStandin),
    config: () => ({ api_key: key }),
    wrong: { api_key: wrongKey },
    variables: ({ baseUrl }) => ({ ANTHROPIC_BASE_URL: baseUrl }),
    places: ({ baseUrl }) => ({ anthropic: baseUrl }),
  },
  {
    type: "groq",
    model: "llama3-70b-8192",
    start: keyed(startGroqStandin),
    config: () => ({ groq_api_key: key }),
    wrong: { groq_api_key: wrongKey },
    variables: ({ baseUrl }) => ({ GROQ_BASE_URL: baseUrl }),
    places: ({ baseUrl }) => ({ groq: baseUrl }),
  },
  {
    type: "google_ai",
    model: "gemini-1.5-flash",
    embedding: "text-embedding-004",
    start: keyed(startGoogleAiStandin),
    config: () => ({ api_key: key }),
    wrong: { api_key: wrongKey },
    variables: ({ baseUrl }) => ({ GOOGLE_BASE_URL: baseUrl }),
    places: ({ baseUrl }) => ({ googleAi: baseUrl }),
  },
  {
    type: "google_vertex",
    model: "gemini-1.5-pro",
    embedding: "text-embedding-005",
    start: startGoogleVertexStandin,
    config: () => ({ credentials: serviceAccount(), ...vertexPlace }),
    wrong: { credentials: wrongServiceAccount() },
    variables: ({ baseUrl, signIn }) => ({ VERTEX_BASE_URL: baseUrl, GOOGLE_OAUTH_BASE: signIn?.baseUrl ?? "" }),
    places: ({ baseUrl, signIn }) => ({ vertex: baseUrl, googleOAuth: signIn?.baseUrl }),
  },
];

export interface OpenOptions extends StandinOptions {
  /** Asked for in place of the subject's own. */
  model?: string;
  wrongCredentials?: boolean;
}

/** A stand-in with what its provider is called by. */
export interface Opened {
  standin: Standin;
  settings: ModelSettings;
  places: Endpoints;
  /** The stored secrets. */
  stored: string[];
  /** What may stand in no sentence: these, and what goes over the wire. */
  secrets: string[];
}

export async function openSubject(
  { type, start, config, wrong, places, model: usual }: Subject,
  { model = usual, wrongCredentials, ...options }: OpenOptions = {},
): Promise<Opened> {
  const standin = await start(options);
  // Concurrent tests do not know their own hooks.
  afterFile(() => standin.close());
  const open = { ...config(standin, model), ...(wrongCredentials && wrong) };
  const stored = listSecrets(type, open);
  return {
    standin,
    settings: { type, model, config: open },
    places: { modelsDir: "/nonexistent", ...places?.(standin) },
    stored,
    secrets: [...stored, standin.key ?? ""],
  };
}

export const chatOf = ({ settings, places }: Opened) => createLanguageModel(settings, guardedFetch, places);

export const embeddingOf = ({ settings, places }: Opened) => createEmbeddingModel(settings, guardedFetch, places);

/** The connection check, with only the stored secrets known to it. */
export const checkOf = (
  { settings, places, stored }: Opened,
  modelType: "llm" | "embedding" = "llm",
  limitMs?: number,
) => checkConnection(settings, modelType, guardedFetch, stored, { endpoints: places, limitMs });
