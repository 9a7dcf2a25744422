import { describe, expect, it, vi } from "vitest";
import { streamStep } from "@/lib/server/engine/models/providers/step";
import { pixel } from "../../support/pixel";
import { says, take, weatherTool } from "../../support/providers";
import type { StandinOptions } from "../../support/standins/types";
import { chatOf, checkOf, openSubject, subjects } from "../../support/subjects";

describe.each(subjects)("$type", { concurrent: true }, (subject) => {
  async function open(options?: StandinOptions) {
    const opened = await openSubject(subject, options);
    return { opened, model: await chatOf(opened), ...opened.standin };
  }

  it("streams text piece by piece and counts its tokens", async () => {
    const { model } = await open({ plan: { text: "All is well with the world.", ttftMs: 20, tps: 200 } });
    const { stream } = await model.doStream({ prompt: says("How is it?") });
    const deltas: string[] = [];
    for await (const part of stream) if (part.type === "text-delta" && part.delta) deltas.push(part.delta);
    expect(deltas).toEqual(["All", " is", " well", " with", " the", " world."]);
    const { finish } = await take(model, { prompt: says("Again?") });
    expect(finish).toMatchObject({ reason: "stop", outputTokens: 7 });
    expect(finish?.inputTokens).toBeGreaterThan(5);
  });

  it("answers in one piece with the same words and counts", async () => {
    const { model } = await open({ plan: { text: "All is well with the world." } });
    const { content, finishReason, usage } = await model.doGenerate({ prompt: says("How is it?") });
    expect(content).toMatchObject([{ type: "text", text: "All is well with the world." }]);
    expect([finishReason.unified, usage.outputTokens.total]).toEqual(["stop", 7]);
  });

  it("sends the conversation, the settings and the key", async () => {
    const { model, requests, key, dialect } = await open();
    const { text } = await take(model, { prompt: says("Bonjour"), temperature: 0.2, topP: 0.9, maxOutputTokens: 99 });
    expect(text).toBe("You said: Bonjour");
    const [request] = requests;
    if (!request) throw new Error("Nothing was asked.");
    const { path, headers, body } = request;
    const sent = JSON.stringify(body);
    expect(dialect.keyOf(headers)).toBe(key);
    expect([sent.includes("Be brief."), sent.includes("Bonjour"), sent.includes(":99")]).toEqual([true, true, true]);
    expect(sent).toContain('"temperature":0.2');
    expect(dialect.modelOf?.(path, body) ?? body.model).toBe(subject.model);
  });

  it("shows an image that is attached", async () => {
    const { model, requests, dialect } = await open();
    const image = { type: "data" as const, data: new Uint8Array(pixel) };
    await take(model, {
      prompt: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "file", mediaType: "image/png", filename: "dot.png", data: image },
          ],
        },
      ],
    });
    const mediaType = subject.type === "ollama" ? "" : "image/png";
    expect(dialect.imagesIn(requests[0]?.body ?? {})).toEqual([{ mediaType, data: pixel.toString("base64") }]);
  });

  it("asks for a tool and uses its result", async () => {
    const call = { name: "get_weather", input: { city: "Oslo", days: 2 } };
    const { model, requests } = await open({ plan: [{ text: "Let me look.", tools: [call] }, { text: "It rains." }] });
    const first = await take(model, { prompt: says("Weather in Oslo?"), tools: [weatherTool] });
    expect(first).toMatchObject({ text: "Let me look.", finish: { reason: "tool-calls" } });
    expect(first.calls).toMatchObject([{ name: "get_weather", input: { city: "Oslo", days: 2 } }]);
    const declared = JSON.stringify(requests[0]?.body);
    expect([declared.includes("get_weather"), /"city":\{"type":"string"/i.test(declared)]).toEqual([true, true]);
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
    expect(JSON.stringify(requests[1]?.body)).toContain("rain, 4 °C");
  });

  it("asks for several tools at once, each with an id of its own", async () => {
    const cities = ["Oslo", "Paris", "Reykjavík"];
    const tools = cities.map((city) => ({ name: "get_weather", input: { city, days: 3 } }));
    const { model } = await open({ plan: { tools } });
    const { calls, finish } = await take(model, { prompt: says("Weather?"), tools: [weatherTool] });
    expect(calls.map(({ input }) => input)).toEqual(cities.map((city) => ({ city, days: 3 })));
    expect([new Set(calls.map(({ id }) => id)).size, finish?.reason]).toEqual([3, "tool-calls"]);
  });

  it("says which arguments are no JSON", async () => {
    const tools = [
      { name: "get_weather", input: { city: "Oslo" } },
      { name: "get_weather", input: '{"city": "Par' },
    ];
    const { model } = await open({ plan: { tools } });
    const taken = take(model, { prompt: says("Weather?"), tools: [weatherTool] });
    // Google lets no broken arguments through: the answer ends without them.
    if (subject.type === "google_ai" || subject.type === "google_vertex")
      return expect(taken).rejects.toThrow(/sent an invalid tool call/);
    const { calls } = await taken;
    expect(calls).toMatchObject([{ input: { city: "Oslo" } }, { invalid: "The arguments aren't valid JSON." }]);
  });

  it("says when the answer was ended by its limit", async () => {
    const { model } = await open({ plan: { text: "Once upon a", finish: "length" } });
    expect((await take(model, { prompt: says("A story") })).finish?.reason).toBe("length");
  });

  it("passes the connection check with one short call", async () => {
    const { opened, requests } = await open();
    expect(await checkOf(opened)).toEqual({ ok: true });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["before the headers", { fault: { kind: "hang", at: "before_headers" } }],
    ["after the headers", { fault: { kind: "hang", at: "after_headers" } }],
    ["in mid-stream", { fault: { kind: "hang", at: "mid_stream" } }],
    ["while it streams", { text: "word ".repeat(500), tps: 20 }],
  ] as const)("is stopped within 200 ms %s", async (_when, plan) => {
    const { model, requests } = await open({ plan });
    const stop = new AbortController();
    const taken = take(model, { prompt: says("Go on forever, please, you"), abortSignal: stop.signal });
    taken.catch(() => {});
    await vi.waitUntil(() => requests.length === 1, 10_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const at = Date.now();
    stop.abort();
    await expect(taken).rejects.toThrow();
    expect(Date.now() - at).toBeLessThan(200);
    await vi.waitUntil(() => requests[0]?.abortedAt, 10_000);
    expect((requests[0]?.abortedAt ?? 0) - at).toBeLessThan(200);
    expect(requests).toHaveLength(1);
  });

  it("ends the provider's request when its reader leaves", async () => {
    const { model, requests } = await open({
      plan: { text: "one two three four five", fault: { kind: "hang", at: "mid_stream" } },
    });
    let words = 0;
    for await (const part of streamStep(model, { prompt: says("Hello") })) {
      words += part.type === "text" ? 1 : 0;
      // All that came was read: the client waits for more.
      if (words === 3) break;
    }
    await vi.waitUntil(() => requests[0]?.abortedAt, 10_000);
  });
});
