import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterEach, describe, expect, it } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { createLanguageModel } from "@/lib/server/engine/models/providers/create";
import type { ChatModel } from "@/lib/server/engine/models/providers/shared/settings";
import { streamStep } from "@/lib/server/engine/models/providers/step";
import { guardedFetch, says, take } from "../../support/providers";
import { startOpenAiStandin } from "../../support/standins/open-ai";
import type { Behaviour, Plan, Standin } from "../../support/standins/types";

let standin: Standin;
afterEach(() => standin?.close());

async function open(plan: Plan): Promise<ChatModel> {
  standin = await startOpenAiStandin({ plan });
  const settings = { type: "open_ai" as const, model: "gpt-4o", config: { api_key: standin.key } };
  return createLanguageModel(settings, guardedFetch, { openAi: standin.baseUrl, modelsDir: "" });
}

const limited = (retryAfter?: string): Behaviour => ({ fault: { kind: "status", status: 429, retryAfter } });

describe("a step that fails before its first token", () => {
  it("is tried again after the time that the provider asks for", async () => {
    const model = await open([limited("1"), { text: "At last." }]);
    const waits: number[] = [];
    const started = Date.now();
    let text = "";
    const hooks = { onRetry: (_failure: unknown, waitMs: number) => waits.push(waitMs) };
    for await (const part of streamStep(model, { prompt: says("Hello") }, hooks))
      if (part.type === "text") text += part.text;
    expect(text).toBe("At last.");
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect(waits).toEqual([expect.toSatisfy((wait: number) => wait >= 1_000 && wait <= 1_500)]);
  });

  it("takes a date for Retry-After", async () => {
    const model = await open(limited(new Date(Date.now() + 90_000).toUTCString()));
    const error: unknown = await take(model, { prompt: says("Hello") }).catch((thrown: unknown) => thrown);
    expect(toFailure(error, []).retryAfterMs).toBeGreaterThan(80_000);
    expect(standin.requests).toHaveLength(1);
  });

  it("is not tried again where that can't help", async () => {
    const model = await open({
      fault: { kind: "status", status: 429, message: "You exceeded your current quota, please check your plan." },
    });
    const error: unknown = await take(model, { prompt: says("Hello") }).catch((thrown: unknown) => thrown);
    expect(toFailure(error, [])).toMatchObject({
      kind: "credit",
      retryable: false,
      message: expect.stringMatching(/^The provider account has no credit left \(429\): You exceeded/),
    });
    expect(standin.requests).toHaveLength(1);
  });

  it("is given up at once when it is stopped while it waits", async () => {
    const model = await open(limited("15"));
    const stop = new AbortController();
    const taken = take(model, { prompt: says("Hello"), abortSignal: stop.signal });
    taken.catch(() => {});
    await expect.poll(() => standin.requests[0]?.answeredAt).toBeDefined();
    const at = Date.now();
    stop.abort();
    await expect(taken).rejects.toThrow();
    expect(Date.now() - at).toBeLessThan(200);
    expect(standin.requests).toHaveLength(1);
  });
});

const usage = {
  inputTokens: { total: 3, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
/** A client that gives these parts. */
const model = (...parts: LanguageModelV4StreamPart[]): ChatModel => ({
  specificationVersion: "v4",
  provider: "test",
  modelId: "test",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("not used")),
  doStream: async () => ({
    stream: new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
  }),
});
const text: LanguageModelV4StreamPart = { type: "text-delta", id: "0", delta: "Hi" };
const finish = (unified: "interrupted" | "other" | "stop", raw?: string): LanguageModelV4StreamPart => ({
  type: "finish",
  usage,
  finishReason: { unified, raw },
});

describe("the clients' finish parts", () => {
  it.each([
    ["no finish part", [text]],
    ["interrupted", [text, finish("interrupted")]],
    ["other, and nothing raw", [text, finish("other")]],
  ])("%s means that the answer was cut", async (_title, parts) => {
    await expect(take(model(...parts), { prompt: says("Hello") })).rejects.toThrow(/ended before it was complete/);
  });

  it("unknown counts are null", async () => {
    const { finish: last } = await take(model(text, finish("other", "eos")), { prompt: says("Hello") });
    expect(last).toEqual({ type: "finish", reason: "other", inputTokens: 3, outputTokens: null });
  });
});

describe("a count that is none", () => {
  it.each([-1, -1e9, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 1e10])(
    "such as %d is unknown",
    async (total) => {
      const counts = { inputTokens: { ...usage.inputTokens, total }, outputTokens: { ...usage.outputTokens, total } };
      const last: LanguageModelV4StreamPart = { ...finish("stop", "stop"), usage: counts } as never;
      const { finish: told } = await take(model(text, last), { prompt: says("Hello") });
      expect(told).toMatchObject({ inputTokens: null, outputTokens: null });
    },
  );
});

describe("what a model writes", () => {
  const delta = (piece: string): LanguageModelV4StreamPart => ({ type: "text-delta", id: "0", delta: piece });

  it("is fit to be stored: no NUL, no half of a pair, and a pair cut between two pieces whole", async () => {
    const input = JSON.stringify({ "a\0": ["b\0", { c: "\ud83d" }], n: 1 });
    const call: LanguageModelV4StreamPart = { type: "tool-call", toolCallId: "id\0", toolName: "na\0me", input };
    const pieces = [delta("a\0b\ud83d"), delta("\ude00c \ude00 d"), delta("\ud83d")];
    const taken = await take(model(...pieces, call, finish("stop", "stop")), { prompt: says("Hello") });
    expect(taken.text).toBe("ab😀c \ufffd d");
    expect(taken.calls).toEqual([
      { type: "tool-call", id: "id", name: "name", input: { a: ["b", { c: "\ufffd" }], n: 1 } },
    ]);
  });
});
