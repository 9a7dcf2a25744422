import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { checkConnection } from "@/lib/server/models/providers/check";
import { createEmbeddingModel, createLanguageModel } from "@/lib/server/models/providers/create";
import type { Fetch, ModelSettings, Places } from "@/lib/server/models/providers/settings";
import { guardedFetch, says, take, weatherTool } from "../../support/providers";
import { serve } from "../../support/replying-server";
import { startOpenAiStandin } from "../../support/standins/open-ai";
import type { Standin } from "../../support/standins/types";

let standin: Standin | undefined;
afterEach(async () => {
  await standin?.close();
  standin = undefined;
});

const key = "sk-standin-openai-0123456789abcdef";
const modelsDir = "";

describe("the clients that speak OpenAI's format", () => {
  const azure = (root: string, azure_endpoint = root): [ModelSettings, Places] => [
    {
      type: "azure",
      model: "gpt-4o",
      config: { api_key: key, azure_endpoint, azure_deployment: "gpt-4o-mini", api_version: "2024-08-01-preview" },
    },
    { modelsDir },
  ];
  const groq = (root: string): [ModelSettings, Places] => [
    { type: "groq", model: "llama3-70b-8192", config: { groq_api_key: key } },
    { groq: `${root}/openai/v1`, modelsDir },
  ];
  const azurePath = "/openai/deployments/gpt-4o-mini/chat/completions?api-version=2024-08-01-preview";

  it.each([
    ["azure", azure, azurePath, "api-key", key],
    ["groq", groq, "/openai/v1/chat/completions", "authorization", `Bearer ${key}`],
  ] as const)(
    "%s calls its own path with its own header, streams, and uses tools",
    async (_name, make, path, header, value) => {
      const call = { name: "get_weather", input: { city: "Oslo" } };
      standin = await startOpenAiStandin({ plan: { text: "Let me look.", tools: [call] } });
      const [settings, places] = make(standin.url);
      const model = await createLanguageModel(settings, guardedFetch, places);
      const taken = await take(model, { prompt: says("Weather?"), tools: [weatherTool] });
      expect(taken).toMatchObject({ text: "Let me look.", calls: [{ name: "get_weather", input: { city: "Oslo" } }] });
      const [request] = standin.requests;
      expect([request?.path, request?.headers[header]]).toEqual([path, value]);
      expect(await checkConnection(settings, "llm", guardedFetch, [], { places })).toEqual({ ok: true });
    },
  );

  it.each(["/", "/openai", "/openai/v1/", "/openai/deployments/x"])(
    "azure takes an endpoint that ends in %s",
    async (end) => {
      standin = await startOpenAiStandin();
      const [settings, places] = azure(standin.url, `${standin.url}${end}`);
      await take(await createLanguageModel(settings, guardedFetch, places), { prompt: says("Hello") });
      expect(standin.requests[0]?.path).toBe(azurePath);
    },
  );

  it("open_ai sends the organisation, and embeds", async () => {
    standin = await startOpenAiStandin({ dimensions: 1_536 });
    const settings = {
      type: "open_ai",
      model: "text-embedding-3-small",
      config: { api_key: key, org_id: "org-7" },
    } as const;
    const places = { openAi: standin.baseUrl, modelsDir };
    const model = await createEmbeddingModel(settings, guardedFetch, places);
    const { embeddings } = await model.doEmbed({ values: ["one", "two", "one"] });
    expect(embeddings.map(({ length }) => length)).toEqual([1_536, 1_536, 1_536]);
    expect(embeddings[0]).toEqual(embeddings[2]);
    expect(embeddings[0]).not.toEqual(embeddings[1]);
    expect(standin.requests[0]?.headers["openai-organization"]).toBe("org-7");
    const check = await checkConnection(settings, "embedding", guardedFetch, [], { places });
    expect(check).toEqual({ ok: true, embeddingLength: 1_536 });
  });
});

describe("Google", () => {
  const event = {
    candidates: [{ content: { role: "model", parts: [{ text: "Hei." }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 },
  };
  const stream = { type: "text/event-stream", body: `data: ${JSON.stringify(event)}\n\n` };

  it("AI calls its own path with its own header", async () => {
    const { base, received } = await serve(stream);
    const settings = { type: "google_ai", model: "gemini-1.5-flash", config: { api_key: "AIza-test" } } as const;
    const model = await createLanguageModel(settings, guardedFetch, { googleAi: `${base}/v1beta`, modelsDir });
    const taken = await take(model, { prompt: says("Hei?") });
    expect(taken).toMatchObject({ text: "Hei.", finish: { reason: "stop", inputTokens: 9, outputTokens: 2 } });
    const [request] = received;
    expect(request?.url).toBe("/v1beta/models/gemini-1.5-flash:streamGenerateContent?alt=sse");
    expect(request?.headers["x-goog-api-key"]).toBe("AIza-test");
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ contents: [{ role: "user", parts: [{ text: "Hei?" }] }] });
  });

  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const account = {
    type: "service_account",
    client_email: "muster@test.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    token_uri: "https://attacker.test/token",
  };
  const vertex = (credentials: string, rest = {}): ModelSettings => ({
    type: "google_vertex",
    model: "gemini-1.5-pro",
    config: { credentials, project: "p1", location: "europe-west1", ...rest },
  });

  /** Google's sign-in as this test answers it; all else goes out for real. */
  function signingIn(reply: () => Response): { fetch: Fetch; asked: string[] } {
    const asked: string[] = [];
    const fetch: Fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.hostname === "127.0.0.1") return guardedFetch(input, init);
      asked.push(url.href);
      return Promise.resolve(reply());
    };
    return { fetch, asked };
  }

  it("Vertex signs in at Google, whatever token_uri says, and sends its stored temperature", async () => {
    const { base, received } = await serve(stream);
    const { fetch, asked } = signingIn(() => Response.json({ access_token: "ya29.test", expires_in: 3_600 }));
    const settings = vertex(JSON.stringify(account), { temperature: 0.35 });
    const model = await createLanguageModel(settings, fetch, { vertex: base, modelsDir });
    expect((await take(model, { prompt: says("Hei?") })).text).toBe("Hei.");
    await take(model, { prompt: says("Hei?"), temperature: 0.9 });
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/(oauth2|www)\.googleapis\.com\//)]);
    expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer ya29.test", "Bearer ya29.test"]);
    const temperatures = received.map(({ body }) => JSON.parse(body).generationConfig.temperature);
    expect(temperatures).toEqual([0.35, 0.9]);
  });

  it("Vertex says when Google refuses the service account", async () => {
    const refused = { error: "invalid_grant", error_description: "Invalid JWT Signature." };
    const { fetch } = signingIn(() => Response.json(refused, { status: 400 }));
    const secrets = [account.private_key];
    const result = await checkConnection(vertex(JSON.stringify(account)), "llm", fetch, secrets, {
      places: { modelsDir },
    });
    expect(result).toMatchObject({
      message: expect.stringMatching(/^Google refused the service account: .*invalid_grant/i),
    });
  });

  it.each([
    ["no JSON", "not json", /not valid JSON/],
    ["another JSON", '{"type":"authorized_user"}', /lacks client_email or private_key/],
    ["a list", "[]", /lacks client_email or private_key/],
    [
      "a damaged key",
      JSON.stringify({ ...account, private_key: "-----BEGIN PRIVATE KEY-----\nabc\n" }),
      /private_key .* is damaged/,
    ],
  ])("Vertex refuses %s with a sentence at the field", async (_title, credentials, message) => {
    await expect(createLanguageModel(vertex(credentials), guardedFetch, { modelsDir })).rejects.toMatchObject({
      message: expect.stringMatching(message),
      extra: { issues: [{ path: "config.credentials" }] },
    });
  });
});

it("says which kind of model a provider does not have", async () => {
  const settings = { type: "anthropic", model: "claude", config: { api_key: "x" } } as const;
  await expect(createEmbeddingModel(settings, guardedFetch, { modelsDir })).rejects.toThrow(/no embedding models/);
});
