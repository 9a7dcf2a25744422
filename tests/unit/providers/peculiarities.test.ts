import { afterEach, describe, expect, it } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { createEmbeddingModel, createLanguageModel } from "@/lib/server/engine/models/providers/create";
import type { ModelSettings } from "@/lib/server/engine/models/providers/shared/settings";
import { guardedFetch, says, take } from "../../support/providers";
import { serve } from "../../support/replying-server";
import { startAzureStandin } from "../../support/standins/azure";
import { startOpenAiStandin } from "../../support/standins/open-ai";
import type { Standin } from "../../support/standins/types";

let standin: Standin | undefined;
afterEach(async () => {
  await standin?.close();
  standin = undefined;
});

const modelsDir = "/nonexistent";
const thrownBy = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => "nothing went wrong",
    (thrown: unknown) => thrown,
  );

describe("azure", () => {
  const settings = (azure_endpoint: string, rest = {}): ModelSettings => ({
    type: "azure",
    model: "gpt-4o",
    config: {
      api_key: standin?.key ?? "",
      azure_endpoint,
      azure_deployment: "chat-deployment",
      api_version: "2024-08-01-preview",
      ...rest,
    },
  });

  it.each(["", "/", "/openai", "/openai/v1/", "/openai/deployments/x"])(
    "takes an endpoint that ends in '%s'",
    async (end) => {
      standin = await startAzureStandin();
      const model = await createLanguageModel(settings(`${standin.url}${end}`), guardedFetch, { modelsDir });
      expect((await take(model, { prompt: says("Hello") })).text).toBe("You said: Hello");
      expect(standin.requests[0]?.path).toBe(
        "/openai/deployments/chat-deployment/chat/completions?api-version=2024-08-01-preview",
      );
    },
  );

  it("passes on what Azure says of a version that it does not have", async () => {
    standin = await startAzureStandin();
    const wrong = settings(standin.url, { api_version: "latest" });
    const model = await createLanguageModel(wrong, guardedFetch, { modelsDir });
    const error = await thrownBy(take(model, { prompt: says("Hello") }));
    expect(toFailure(error, []).message).toBe("The provider doesn't recognize this model (404): Resource not found.");
  });
});

it("open_ai sends the organisation", async () => {
  standin = await startOpenAiStandin();
  const config = { api_key: standin.key, org_id: "org-7" };
  const settings: ModelSettings = { type: "open_ai", model: "text-embedding-3-small", config };
  const model = await createEmbeddingModel(settings, guardedFetch, { openAi: standin.baseUrl, modelsDir });
  await model.doEmbed({ values: ["one"] });
  expect(standin.requests[0]?.headers["openai-organization"]).toBe("org-7");
});

describe("google_ai", () => {
  async function failing(reply: Parameters<typeof serve>[0]) {
    const { base, received } = await serve(reply);
    const settings: ModelSettings = { type: "google_ai", model: "gemini-1.5-flash", config: { api_key: "AIza-test" } };
    const model = await createLanguageModel(settings, guardedFetch, { googleAi: `${base}/v1beta`, modelsDir });
    return { failure: toFailure(await thrownBy(take(model, { prompt: says("Hello") })), []), received };
  }

  it("takes a limit a minute for a limit, though Google words it like an empty account", async () => {
    const message = "You exceeded your current quota, please check your plan and billing details.";
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "38.4s" }];
    const { failure } = await failing({
      status: 429,
      body: { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details } },
    });
    expect(failure).toMatchObject({
      retryable: true,
      retryAfterMs: 38_400,
      message: `The provider is limiting requests (429): ${message} Try again in 39 seconds.`,
    });
  });

  it("says that a prompt was blocked, and does not ask again", async () => {
    const event = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 4 } };
    const { failure, received } = await failing({
      type: "text/event-stream",
      body: `data: ${JSON.stringify(event)}\r\n\r\n`,
    });
    expect(failure).toMatchObject({
      kind: "filtered",
      message: expect.stringMatching(/^The provider's content filter/),
    });
    expect(received).toHaveLength(1);
  });
});

it("groq's words on a tool call that failed are passed on", async () => {
  const message = "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.";
  const error = { message, type: "invalid_request_error", code: "tool_use_failed", failed_generation: "<function=" };
  const { base } = await serve({ status: 400, body: { error } });
  const settings: ModelSettings = { type: "groq", model: "llama3-70b-8192", config: { groq_api_key: "gsk-test" } };
  const model = await createLanguageModel(settings, guardedFetch, { groq: base, modelsDir });
  const failure = toFailure(await thrownBy(take(model, { prompt: says("Hello") })), []);
  expect(failure.message).toBe(`The provider rejected the request (400): ${message}`);
});

it("ollama's last line without a word before it is an empty answer", async () => {
  const line = { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" };
  const { base } = await serve({ type: "application/x-ndjson", body: `${JSON.stringify(line)}\n` });
  const settings: ModelSettings = { type: "ollama", model: "llama3", config: { base_url: base } };
  const model = await createLanguageModel(settings, guardedFetch, { modelsDir });
  expect(await take(model, { prompt: says("Hello") })).toMatchObject({ text: "", finish: { reason: "stop" } });
});
