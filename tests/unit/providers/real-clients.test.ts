import { afterEach, describe, expect, it } from "vitest";
import { checkConnection } from "@/lib/server/models/providers/check";
import { createLanguageModel } from "@/lib/server/models/providers/create";
import { streamStep } from "@/lib/server/models/providers/step";
import { guardedFetch, says, subjectKey, subjects, take, weatherTool } from "../../support/providers";
import type { Standin, StandinOptions } from "../../support/standins/types";

let standin: Standin;
afterEach(() => standin.close());

describe.each(subjects)("$type", (subject) => {
  async function open(options?: StandinOptions, key?: string) {
    standin = await subject.start(options);
    return createLanguageModel(subject.settings(standin, key), guardedFetch, subject.places(standin));
  }

  it("streams text piece by piece and counts its tokens", async () => {
    const model = await open({ plan: { text: "All is well with the world.", ttftMs: 20, tps: 200 } });
    const { stream } = await model.doStream({ prompt: says("How is it?") });
    const deltas: string[] = [];
    for await (const part of stream) if (part.type === "text-delta" && part.delta) deltas.push(part.delta);
    expect(deltas).toEqual(["All", " is", " well", " with", " the", " world."]);
    const { finish } = await take(model, { prompt: says("Again?") });
    expect(finish).toMatchObject({ reason: "stop", outputTokens: 7 });
    expect(finish?.inputTokens).toBeGreaterThan(5);
  });

  it("sends the conversation, the settings and the key", async () => {
    const model = await open();
    const { text } = await take(model, { prompt: says("Bonjour"), temperature: 0.2, topP: 0.9, maxOutputTokens: 99 });
    expect(text).toBe("You said: Bonjour");
    const [request] = standin.requests;
    const sent = JSON.stringify(request?.body);
    expect(JSON.stringify(request?.headers)).toContain(subjectKey);
    expect([sent.includes("Be brief."), sent.includes("Bonjour"), sent.includes(":99")]).toEqual([true, true, true]);
    expect(sent).toContain('"temperature":0.2');
    expect(request?.body.model).toBe(subject.model);
  });

  it("asks for a tool and uses its result", async () => {
    const call = { name: "get_weather", input: { city: "Oslo", days: 2 } };
    const model = await open({ plan: [{ text: "Let me look.", tools: [call] }, { text: "It rains." }] });
    const first = await take(model, { prompt: says("Weather in Oslo?"), tools: [weatherTool] });
    expect(first).toMatchObject({ text: "Let me look.", finish: { reason: "tool-calls" } });
    expect(first.calls).toMatchObject([{ name: "get_weather", input: { city: "Oslo", days: 2 } }]);
    expect(JSON.stringify(standin.requests[0]?.body)).toContain('"city":{"type":"string"}');
    const { id = "", name = "", input } = first.calls[0] ?? {};
    const second = await take(model, {
      prompt: [
        ...says("Weather in Oslo?"),
        { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: name, input }] },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value: "rain, 4 °C" } },
          ],
        },
      ],
      tools: [weatherTool],
    });
    expect(second).toMatchObject({ text: "It rains.", calls: [], finish: { reason: "stop" } });
    expect(JSON.stringify(standin.requests[1]?.body)).toContain("rain, 4 °C");
  });

  it("asks for several tools at once, and says which arguments are no JSON", async () => {
    const tools = [
      { name: "get_weather", input: { city: "Oslo" } },
      { name: "get_weather", input: '{"city": "Par' },
    ];
    const model = await open({ plan: { tools } });
    const { calls } = await take(model, { prompt: says("Weather?"), tools: [weatherTool] });
    expect(calls).toMatchObject([{ input: { city: "Oslo" } }, { invalid: "The arguments are not valid JSON." }]);
    expect(calls[0]?.id).not.toBe(calls[1]?.id);
  });

  it("says when the answer was ended by its limit", async () => {
    const model = await open({ plan: { text: "Once upon a", finish: "length" } });
    expect((await take(model, { prompt: says("A story") })).finish?.reason).toBe("length");
  });

  it("passes the connection check with one short call", async () => {
    await open();
    const check = await checkConnection(subject.settings(standin), "llm", guardedFetch, [subjectKey], {
      places: subject.places(standin),
    });
    expect(check).toEqual({ ok: true });
    expect(standin.requests).toHaveLength(1);
  });

  it.each([
    ["before the headers", { fault: { kind: "hang", at: "before_headers" } }],
    ["after the headers", { fault: { kind: "hang", at: "after_headers" } }],
    ["in mid-stream", { fault: { kind: "hang", at: "mid_stream" } }],
    ["while it streams", { text: "word ".repeat(500), tps: 20 }],
  ] as const)("is stopped within 200 ms %s", async (_when, plan) => {
    const model = await open({ plan });
    const stop = new AbortController();
    const taken = take(model, { prompt: says("Go on forever, please, you"), abortSignal: stop.signal });
    taken.catch(() => {});
    await expect.poll(() => standin.requests.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const at = Date.now();
    stop.abort();
    await expect(taken).rejects.toThrow();
    expect(Date.now() - at).toBeLessThan(200);
    await expect.poll(() => standin.requests[0]?.abortedAt).toBeDefined();
    expect((standin.requests[0]?.abortedAt ?? 0) - at).toBeLessThan(200);
    expect(standin.requests).toHaveLength(1);
  });

  it("ends the provider's request when its reader leaves", async () => {
    const model = await open({ plan: { text: "one two three four five", fault: { kind: "hang", at: "mid_stream" } } });
    let words = 0;
    for await (const part of streamStep(model, { prompt: says("Hello") })) {
      words += part.type === "text" ? 1 : 0;
      // All that came was read: the client waits for more.
      if (words === 3) break;
    }
    await expect.poll(() => standin.requests[0]?.abortedAt).toBeDefined();
  });
});
