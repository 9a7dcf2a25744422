import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkConnection } from "@/lib/server/engine/models/providers/check";
import { toOllamaRoot } from "@/lib/server/engine/models/providers/clients/ollama";
import { createEmbeddingModel, createLanguageModel } from "@/lib/server/engine/models/providers/create";
import type { ModelSettings } from "@/lib/server/engine/models/providers/shared/settings";
import { guardedFetch, says, take, weatherTool } from "../../support/providers";
import { startOllamaStandin } from "../../support/standins/ollama";
import type { Standin } from "../../support/standins/types";

let standin: Standin;
beforeEach(async () => {
  standin = await startOllamaStandin({ dimensions: 768 });
});
afterEach(() => standin.close());

const settings = (rest: Partial<ModelSettings> = {}): ModelSettings => ({
  type: "ollama",
  model: "llama3:8b",
  config: { base_url: standin.url },
  ...rest,
});
const open = (rest?: Partial<ModelSettings>) => createLanguageModel(settings(rest), guardedFetch, { modelsDir: "" });
const sent = () => standin.requests.at(-1)?.body as { options: Record<string, unknown>; messages: object[] };

it.each([
  ["http://host:11434", "http://host:11434"],
  ["http://host:11434/", "http://host:11434"],
  ["http://host:11434/api", "http://host:11434"],
  ["http://host:11434/api/", "http://host:11434"],
  [" http://host/ollama/v1 ", "http://host/ollama"],
])("takes %s for the root %s", (pasted, root) => {
  expect(toOllamaRoot(pasted)).toBe(root);
});

it("works without a key and sends none", async () => {
  expect((await take(await open(), { prompt: says("Hello") })).text).toBe("You said: Hello");
  expect(standin.requests[0]?.headers.authorization).toBeUndefined();
  expect(standin.requests[0]?.path).toBe("/api/chat");
});

it("puts the settings where Ollama reads them", async () => {
  const call = { temperature: 0.1, topP: 0.5, topK: 7, seed: 42, stopSequences: ["END"], maxOutputTokens: 64 };
  await take(await open(), { prompt: says("Hello"), ...call });
  expect(sent().options).toEqual({ temperature: 0.1, top_p: 0.5, top_k: 7, seed: 42, stop: ["END"], num_predict: 64 });
});

describe("the context window", () => {
  const long = "word ".repeat(4_000);

  it.each([
    ["is left to the server for a short conversation", "Hello", 8_192, undefined],
    ["grows with a long one", long, 32_768, 8_192],
    ["grows to no more than the model has", long, 6_000, 6_000],
    ["is left to the server where it is not known", long, undefined, undefined],
  ])("%s", async (_title, text, contextWindow, expected) => {
    await take(await open({ contextWindow }), { prompt: says(text) });
    expect(sent().options.num_ctx).toBe(expected);
  });
});

it("keeps a model's thinking apart from its text", async () => {
  standin.behave({ reasoning: "The user greets.", text: "Hello." });
  expect(await take(await open(), { prompt: says("Hello") })).toMatchObject({
    reasoning: "The user greets.",
    text: "Hello.",
  });
});

it("sends pictures, and results under their tool's name", async () => {
  const call = { type: "tool-call" as const, toolCallId: "c1", toolName: "get_weather", input: { city: "Oslo" } };
  const output = { type: "json" as const, value: { sky: "grey" } };
  await take(await open(), {
    prompt: [
      {
        role: "user",
        content: [
          { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
          { type: "text", text: "What is this?" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "Wait." }, call] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "get_weather", output }] },
    ],
    tools: [weatherTool],
  });
  expect(sent().messages).toEqual([
    { role: "user", content: "What is this?", images: ["AQID"] },
    {
      role: "assistant",
      content: "Wait.",
      tool_calls: [{ id: "c1", function: { name: "get_weather", arguments: { city: "Oslo" } } }],
    },
    { role: "tool", content: '{"sky":"grey"}', tool_name: "get_weather", tool_call_id: "c1" },
  ]);
});

it.each([
  ["none", { type: "none" } as const, undefined],
  ["one by name", { type: "tool", toolName: "get_weather" } as const, 1],
])("offers %s of the tools where the call says so", async (_title, toolChoice, offered) => {
  const tools = [weatherTool, { ...weatherTool, name: "other" }];
  await take(await open(), { prompt: says("Hello"), tools, toolChoice });
  expect((standin.requests[0]?.body.tools as object[] | undefined)?.length).toBe(offered);
});

it("embeds through /api/embed, and the check stores the length that came back", async () => {
  const embedding = settings({ model: "nomic-embed-text" });
  const model = await createEmbeddingModel(embedding, guardedFetch, { modelsDir: "" });
  const { embeddings } = await model.doEmbed({ values: ["one", "two"] });
  expect(embeddings.map(({ length }) => length)).toEqual([768, 768]);
  expect(standin.requests[0]).toMatchObject({ path: "/api/embed", body: { input: ["one", "two"] } });
  const check = await checkConnection(embedding, "embedding", guardedFetch, [], { endpoints: { modelsDir: "" } });
  expect(check).toEqual({ ok: true, embeddingLength: 768 });
  standin.behave({ fault: { kind: "empty" } });
  expect(await checkConnection(embedding, "embedding", guardedFetch, [], { endpoints: { modelsDir: "" } })).toEqual({
    ok: false,
    message: "The provider returned no embedding.",
  });
});

it("has an answer in OpenAI's format too, for gateways", async () => {
  const model = await createLanguageModel(
    { type: "open_ai", model: "llama3:8b", config: { api_key: "any" } },
    guardedFetch,
    { openAi: `${standin.url}/v1`, modelsDir: "" },
  );
  expect((await take(model, { prompt: says("Hello") })).text).toBe("You said: Hello");
});
