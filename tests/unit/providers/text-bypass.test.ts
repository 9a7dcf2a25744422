import { ReadableStream as WebStream } from "node:stream/web";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { createLanguageModel } from "@/lib/server/engine/models/providers/create";
import type { ChatModel, Fetch, ModelSettings } from "@/lib/server/engine/models/providers/shared/settings";
import { says } from "../../support/providers";
import { randomFrom } from "../../support/random";

const settings: ModelSettings = { type: "open_ai", model: "m", config: { api_key: "k" } };
const plain = (createBody: () => ReadableStream<Uint8Array>): Fetch => {
  const headers = { "content-type": "text/event-stream" };
  return async () => new Response(createBody(), { headers });
};

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;
const chunk = (delta: object, rest: object = {}): string =>
  event({ id: "c", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null, ...rest }] });
const text = (content: string): string => chunk({ content });
const call = (index: number, id: string | undefined, part: object): string =>
  chunk({ tool_calls: [{ index, ...(id && { id, type: "function" }), function: part }] });
const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } });
const ending = [chunk({}, { finish_reason: "stop" }), usage, "data: [DONE]\n\n"];

async function* pieces(bytes: Buffer, sizes: () => number, random: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = sizes();
    yield bytes.subarray(at, at + size);
    at += size;
    if (random() < 0.3) await nextTurn();
  }
}

const streamOf = (bytes: AsyncIterable<Uint8Array>) => WebStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

interface Read {
  text: string;
  rest: unknown[];
  error: string | undefined;
}

/** What a model's stream contains, with neighboring texts joined. */
async function read(model: ChatModel): Promise<Read> {
  const found: Read = { text: "", rest: [], error: undefined };
  try {
    const { stream } = await model.doStream({ prompt: says("Hello") });
    for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>)
      if (part.type === "text-delta") found.text += part.delta;
      else if (part.type === "error") found.error = `${part.error}`;
      else if (!part.type.startsWith("text-") && part.type !== "stream-start") found.rest.push(part);
  } catch (error) {
    found.error = `${error}`;
  }
  return found;
}

const words = ["sea ", "é😀", 'a "quoted" one', "\\n\n", "data: {", "\u2028", " "];

function randomEvents(random: () => number): string[] {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const kinds = [
    () => text(pick(words)),
    () => text(pick(words)),
    () => text(`${pick(words)}${pick(words)}`.repeat(1 + Math.floor(random() * 300))),
    () => chunk({ role: "assistant", content: "" }),
    () => chunk({ content: pick(words), refusal: null, tool_calls: null }),
    () => chunk({ content: null, refusal: pick(words) }),
    () => call(0, "call_1", { name: "look", arguments: "" }) + call(0, undefined, { arguments: '{"a":1}' }),
    () =>
      chunk({ content: pick(words), tool_calls: [{ index: 1, id: "b", function: { name: "x", arguments: "{}" } }] }),
    () => chunk({ content: pick(words) }, { logprobs: { content: [] } }),
    () => chunk({ content: pick(words) }, { finish_reason: "length" }),
    () => event({ error: { message: "overloaded" } }),
    () => "data: {broken\n\n",
    () => ": a comment\n\n",
  ];
  // The rarer kinds end the bypass or the answer.
  const common = kinds.slice(0, 5);
  const count = 1 + Math.floor(random() * 30);
  return Array.from({ length: count }, () => pick(random() < 0.95 ? common : kinds)());
}

test("any answer, however it is cut, is read as the client library alone reads it", { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = randomFrom(seed);
    const bytes = Buffer.from([...randomEvents(random), ...ending].join(""));
    const isWhole = random() < 0.5;
    const sizes = () => (isWhole ? bytes.length : 1 + Math.floor(random() ** 3 * 600));
    const send = plain(() => streamOf(pieces(bytes, sizes, random)));
    const found = await read(await createLanguageModel(settings, send));
    const expected = await read(createOpenAI({ apiKey: "k", fetch: send }).chat("m"));
    expect(found, `seed ${seed}`).toEqual(expected);
  }
});

test("a text is passed on before the next one arrives, without the library", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const model = await createLanguageModel(
    settings,
    plain(() => readable),
  );
  const answer = model.doStream({ prompt: says("Hello") });
  const write = (one: string) => void writer.write(Buffer.from(one));
  write(chunk({ role: "assistant", content: "" }) + text("one "));
  const reader = (await answer).stream.getReader();
  const next = async (): Promise<string> => {
    const { value } = await reader.read();
    return value?.type === "text-delta" && value.delta !== "" ? value.delta : next();
  };
  expect(await next()).toBe("one ");
  for (const word of ["two ", "three ", "four "]) {
    // The library would refuse an id that is no text.
    write(text(word).replace('"id":"c"', '"id":5'));
    expect(await next()).toBe(word);
  }
  write(ending.join(""));
  await writer.close();
  const last: unknown[] = [];
  for (let one = await reader.read(); !one.done; one = await reader.read()) last.push(one.value.type);
  expect(last).toEqual(["text-end", "finish"]);
});
