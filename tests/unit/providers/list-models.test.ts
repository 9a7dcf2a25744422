import { afterAll, describe, expect, test } from "vitest";
import type { ProviderId } from "@/lib/constants/providers";
import { listProviderModels } from "@/lib/server/engine/models/providers/list-models";
import type { Endpoints } from "@/lib/server/engine/models/providers/shared/settings";
import { loopbackServer } from "../../support/loopback-server";
import { guardedFetch } from "../../support/providers";
import { startAnthropicStandin } from "../../support/standins/anthropic";
import { startAzureStandin } from "../../support/standins/azure";
import { startGoogleAiStandin } from "../../support/standins/google-ai";
import { serviceAccount } from "../../support/standins/google-sign-in";
import { startGoogleVertexStandin } from "../../support/standins/google-vertex";
import { startGroqStandin } from "../../support/standins/groq";
import { startOllamaStandin } from "../../support/standins/ollama";
import { startOpenAiStandin } from "../../support/standins/open-ai";
import type { Standin, StandinOptions } from "../../support/standins/types";

const started: Standin[] = [];
afterAll(() => Promise.all(started.map(({ close }) => close())));
async function begin(start: (options?: StandinOptions) => Promise<Standin>, options?: StandinOptions) {
  const standin = await start(options);
  started.push(standin);
  return standin;
}

const list = (type: ProviderId, config: Record<string, unknown>, endpoints: Partial<Endpoints> = {}, limitMs = 5_000) =>
  listProviderModels({ type, config }, guardedFetch, Object.values(config).map(String), {
    endpoints: { modelsDir: "", ...endpoints },
    limitMs,
  });

interface Case {
  start: (options?: StandinOptions) => Promise<Standin>;
  access: (standin: Standin) => [config: Record<string, unknown>, endpoints?: Partial<Endpoints>];
  /** A model, its type and its context window. */
  chat: [string, "llm" | null, number | null];
  embedding?: [string, "embedding" | null, number | null];
}

const cases: Partial<Record<ProviderId, Case>> = {
  open_ai: {
    start: startOpenAiStandin,
    access: ({ key, baseUrl }) => [{ api_key: key }, { openAi: baseUrl }],
    chat: ["gpt-4o", "llm", 128_000],
    embedding: ["text-embedding-3-small", "embedding", 8_191],
  },
  azure: {
    start: startAzureStandin,
    access: ({ key, url }) => [{ api_key: key, azure_endpoint: `${url}/openai/v1`, api_version: "2024-10-21" }],
    chat: ["gpt-4o", "llm", 128_000],
    embedding: ["text-embedding-3-small", "embedding", null],
  },
  ollama: {
    start: startOllamaStandin,
    access: ({ baseUrl }) => [{ base_url: `${baseUrl}/api/` }],
    chat: ["llama3:8b", "llm", 8_192],
    embedding: ["nomic-embed-text", "embedding", 8_192],
  },
  anthropic: {
    start: startAnthropicStandin,
    access: ({ key, baseUrl }) => [{ api_key: key }, { anthropic: baseUrl }],
    chat: ["claude-3-haiku-20240307", "llm", 200_000],
  },
  groq: {
    start: startGroqStandin,
    access: ({ key, baseUrl }) => [{ groq_api_key: key }, { groq: baseUrl }],
    chat: ["mixtral-8x7b-32768", "llm", 8_192],
  },
  google_ai: {
    start: startGoogleAiStandin,
    access: ({ key, baseUrl }) => [{ api_key: key }, { googleAi: baseUrl }],
    chat: ["gemini-1.5-pro", "llm", 32_768],
    embedding: ["text-embedding-004", "embedding", 32_768],
  },
  google_vertex: {
    start: startGoogleVertexStandin,
    access: ({ baseUrl, signIn }) => [
      { credentials: serviceAccount(), project: "ours" },
      { vertex: baseUrl, googleOAuth: signIn?.baseUrl ?? "" },
    ],
    chat: ["gemini-1.5-flash", "llm", 1_000_000],
    embedding: ["text-embedding-005", null, null],
  },
  openai_compatible: {
    start: startOpenAiStandin,
    access: ({ key, baseUrl }) => [{ base_url: `${baseUrl}/chat/completions`, api_key: key }],
    chat: ["gpt-4o", null, null],
  },
};

describe.each(Object.entries(cases) as [ProviderId, Case][])("%s", (type, { start, access, chat, embedding }) => {
  test("lists its models by its own protocol", async () => {
    const standin = await begin(start);
    const listing = await list(type, ...access(standin));
    if (!listing.ok) throw new Error(listing.message);
    for (const [model, modelType, contextWindow] of embedding ? [chat, embedding] : [chat])
      expect(listing.models).toContainEqual(expect.objectContaining({ model, modelType, contextWindow }));
    expect(listing.complete).toBe(true);
    expect(listing.models.map(({ model }) => model)).not.toContain("ended-model");
  });

  test("says what its server says of a wrong key, without the key", async () => {
    const standin = await begin(start, { key: type === "ollama" ? "sk-right-0123456789" : undefined });
    const [config, endpoints] = access(standin);
    const secrets = ["api_key", "groq_api_key"].filter((name) => name in config || type === "ollama");
    if (type === "google_vertex") return;
    const wrong = Object.fromEntries(secrets.map((name) => [name, "sk-wrong-9876543210"]));
    const listing = await list(type, { ...config, ...wrong }, endpoints);
    expect(listing).toMatchObject({ ok: false, message: expect.stringMatching(/key|unauthorized/i) });
    expect(JSON.stringify(listing)).not.toContain("sk-wrong-9876543210");
  });
});

test("models on this server are listed without a request", async () => {
  expect(await list("fastembed", {})).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ model: "fast-bge-small-en", modelType: "embedding" })]),
  });
  expect(await list("demo", {})).toMatchObject({ ok: true, models: [{ model: "demo-chat" }, { model: "demo-embed" }] });
});

/** What a compatible server answers. */
async function compatible(modelList: unknown, limitMs?: number) {
  const { baseUrl, key } = await begin(startOpenAiStandin, { modelList });
  return list("openai_compatible", { base_url: baseUrl, api_key: key }, {}, limitMs);
}

test("what vendors of compatible servers tell is read", async () => {
  const listing = await compatible([
    {
      id: "mistral-old",
      capabilities: { completion_chat: true },
      deprecation: "2026-12-01T00:00:00Z",
      max_context_length: 32_000,
    },
    {
      id: "openrouter",
      name: "Router",
      architecture: { output_modalities: ["text"] },
      context_length: 4_096,
      expiration_date: "2027-01-31",
    },
    { id: "together-embed", type: "embedding", display_name: "Embeds" },
    { id: "vllm", max_model_len: 16_384 },
  ]);
  expect(listing).toEqual({
    ok: true,
    complete: true,
    models: [
      { model: "mistral-old", name: null, modelType: "llm", contextWindow: 32_000, endOfLife: "2026-12-01" },
      { model: "openrouter", name: "Router", modelType: "llm", contextWindow: 4_096, endOfLife: "2027-01-31" },
      { model: "together-embed", name: "Embeds", modelType: "embedding", contextWindow: null, endOfLife: null },
      { model: "vllm", name: null, modelType: null, contextWindow: 16_384, endOfLife: null },
    ],
  });
});

test("Azure tells when a model ends", async () => {
  const { key, url } = await begin(startAzureStandin);
  const listing = await list("azure", { api_key: key, azure_endpoint: url, api_version: "2024-10-21" });
  expect(listing).toMatchObject({
    models: expect.arrayContaining([expect.objectContaining({ model: "gpt-4-0314", endOfLife: "2026-06-01" })]),
  });
});

test("entries that are no models are skipped, and odd facts ignored", async () => {
  const listing = await compatible({
    data: [
      null,
      "text",
      { id: 7 },
      { id: " " },
      { id: "x".repeat(201) },
      { id: "line\nbreak" },
      { id: "kept", name: { no: "text" }, context_length: -1, deprecation: "soon", type: ["chat"] },
      { id: "kept" },
      { id: "nul\u0000led", context_window: 1e300, deprecation: 1e300 },
    ],
  });
  expect(listing).toEqual({
    ok: true,
    complete: true,
    models: ["kept", "nulled"].map((model) => ({
      model,
      name: null,
      modelType: null,
      contextWindow: null,
      endOfLife: null,
    })),
  });
});

test("a list of very many models is cut off, and says so", async () => {
  const listing = await compatible({ data: Array.from({ length: 2_500 }, (_, n) => ({ id: `model-${n}` })) });
  expect(listing).toMatchObject({ ok: true, complete: false });
  expect(listing.ok && listing.models.length).toBe(2_000);
});

test.each([[{ ok: true }], [{ data: "none" }], ["text"], [7]])("%j is no list of models", async (answer) => {
  expect(await compatible(answer)).toMatchObject({
    ok: false,
    message: expect.stringContaining("isn't a list of models"),
  });
});

test("a server that does not answer is given up", async () => {
  const silent = await loopbackServer(() => {});
  const listing = await list("openai_compatible", { base_url: silent.url }, {}, 100);
  expect(listing).toEqual({ ok: false, message: "The provider didn't respond in time." });
  await silent.close();
});
