import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { createLanguageModel } from "@/lib/server/engine/models/providers/create";
import { streamStep } from "@/lib/server/engine/models/providers/step";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { longestBlock } from "../../support/loop-delay";
import { type LoopbackServer, loopbackServer } from "../../support/loopback-server";
import { says } from "../../support/providers";

// Tens of megabytes are read: how long that takes says nothing.
vi.setConfig({ testTimeout: 120_000 });

const megabyte = 1024 * 1024;
/** Nothing may keep the event loop busy for longer. */
const maxBlockMs = 200;

const way = createOutbound({ allow: [], development: true, ownEndpoints: [] });
const fetch = way.fetchWith({ headersTimeoutMs: 10_000, maxBytes: 50 * megabyte });

let server: LoopbackServer | undefined;
afterEach(() => server?.close());

type Pieces = () => Iterable<string | Buffer>;

/** What the server has sent, or still has in its buffers. */
let sentBytes = 0;
function* counted(pieces: Iterable<string | Buffer>): Generator<string | Buffer> {
  for (const piece of pieces) {
    sentBytes += piece.length;
    yield piece;
  }
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
}

async function serve(pieces: Pieces, type: string, { status = 200, headers = {} }: Reply = {}): Promise<string> {
  sentBytes = 0;
  server = await loopbackServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": type, ...headers });
    // A reader that has had enough leaves.
    pipeline(Readable.from(counted(pieces()), { objectMode: false }), response).catch(() => undefined);
  });
  return server.url;
}

async function openAi(pieces: Pieces, reply?: Reply) {
  const url = await serve(pieces, "text/event-stream", reply);
  const settings = { type: "open_ai" as const, model: "gpt-4o", config: { api_key: "sk-test" } };
  return createLanguageModel(settings, fetch, { openAi: `${url}/v1`, modelsDir: "" });
}

async function ollama(pieces: Pieces) {
  const url = await serve(pieces, "application/x-ndjson");
  return createLanguageModel({ type: "ollama", model: "llama3", config: { base_url: url } }, fetch);
}

async function anthropic(pieces: Pieces) {
  const url = await serve(pieces, "text/event-stream");
  const settings = { type: "anthropic" as const, model: "claude", config: { api_key: "sk-test" } };
  return createLanguageModel(settings, fetch, { anthropic: `${url}/v1`, modelsDir: "" });
}

async function googleAi(pieces: Pieces) {
  const url = await serve(pieces, "text/event-stream");
  const settings = { type: "google_ai" as const, model: "gemini", config: { api_key: "test" } };
  return createLanguageModel(settings, fetch, { googleAi: `${url}/v1beta`, modelsDir: "" });
}

interface Taken {
  textChars: number;
  reasoningChars: number;
  calls: { name: string; chars: number; invalid: string | undefined }[];
  /** What the user reads of a failure. */
  failed: string | undefined;
  blockedMs: number;
}

/** Reads one step to its end and measures how long it kept the event loop busy. */
async function take(model: Awaited<ReturnType<typeof openAi>>): Promise<Taken> {
  const taken: Taken = { textChars: 0, reasoningChars: 0, calls: [], failed: undefined, blockedMs: 0 };
  const { blockedMs } = await longestBlock(async () => {
    try {
      for await (const part of streamStep(model, { prompt: says("Hello") })) {
        if (part.type === "text") taken.textChars += part.text.length;
        else if (part.type === "reasoning") taken.reasoningChars += part.text.length;
        else if (part.type === "tool-call")
          taken.calls.push({ name: part.name, chars: JSON.stringify(part.input).length, invalid: part.invalid });
      }
    } catch (error) {
      taken.failed = toFailure(error, []).message;
    }
  });
  return { ...taken, blockedMs };
}

/** The text so many times over, in pieces of about 64 KB. */
function* repeated(text: string, bytes: number): Generator<Buffer> {
  const times = Math.max(1, Math.floor(65_536 / text.length));
  const piece = Buffer.from(text.repeat(times));
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

function* within(before: string, middle: Iterable<string | Buffer>, after: string): Generator<string | Buffer> {
  yield before;
  yield* middle;
  yield after;
}

const delta = (json: string): string => `data: {"choices":[{"index":0,"delta":${json}}]}\n\n`;
const done = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
const tooLong = "The response was too long and was cut off.";

describe("one token of 10 MB is cut at the limit", () => {
  const token = () => repeated("word ", 10 * megabyte);

  it("from OpenAI", async () => {
    const model = await openAi(() =>
      within('data: {"choices":[{"index":0,"delta":{"content":"', token(), `"}}]}\n\n${done}`),
    );
    const taken = await take(model);
    expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("from Ollama", async () => {
    const end = '"},"done":false}\n{"message":{"content":""},"done":true}\n';
    const taken = await take(await ollama(() => within('{"message":{"content":"', token(), end)));
    expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("from Anthropic", async () => {
    const event = (type: string, body: string) => `event: ${type}\ndata: {"type":"${type}",${body}}\n\n`;
    const usage = '"usage":{"input_tokens":1,"output_tokens":1}';
    const message = `"message":{"id":"m","type":"message","role":"assistant","model":"claude","content":[],${usage}}`;
    const start = '"index":0,"content_block":{"type":"text","text":""}';
    const before = event("message_start", message) + event("content_block_start", start);
    const opened =
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta",';
    const taken = await take(await anthropic(() => within(`${before}${opened}"text":"`, token(), '"}}\n\n')));
    expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("from Google", async () => {
    const opened = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"';
    const taken = await take(await googleAi(() => within(opened, token(), '"}]}}]}\n\n')));
    expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });
});

it("text in millions of tiny pieces is cut at the limit", async () => {
  const taken = await take(await openAi(() => repeated(delta('{"content":"ab"}'), 40 * megabyte)));
  expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
  expect(taken.blockedMs).toBeLessThan(maxBlockMs);
}, 60_000);

it("text of characters beyond ASCII and of escapes is cut at the same number of characters", async () => {
  for (const text of ["ü", "界", "\\u00fc", "\\n"]) {
    const opened = 'data: {"choices":[{"index":0,"delta":{"content":"';
    const taken = await take(await openAi(() => within(opened, repeated(text, 9 * megabyte), `"}}]}\n\n${done}`)));
    expect(taken).toMatchObject({ textChars: 400_000, failed: tooLong });
    await server?.close();
  }
});

describe("a tool call's arguments", () => {
  const opened = '{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"pay","arguments":"';
  const more = delta('{"tool_calls":[{"index":0,"function":{"arguments":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}}]}');
  const argumentsTooLong = /^A tool call's arguments are too long/;

  it("of 40 MB in one event end the step", async () => {
    const before = `data: {"choices":[{"index":0,"delta":${opened}{\\"a\\":\\"`;
    const after = `\\"}"}}]}}]}\n\n${done}`;
    const taken = await take(await openAi(() => within(before, repeated("x", 40 * megabyte), after)));
    expect(taken.calls).toEqual([]);
    expect(taken.failed).toMatch(argumentsTooLong);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("of 40 MB in small pieces end the step", async () => {
    const before = delta(`${opened}{\\"a\\":\\""}}]}`);
    const taken = await take(await openAi(() => within(before, repeated(more, 45 * megabyte), done)));
    expect(taken.calls).toEqual([]);
    expect(taken.failed).toMatch(argumentsTooLong);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  }, 60_000);

  it("of 40 MB that come whole end the step", async () => {
    const before = '{"message":{"tool_calls":[{"function":{"name":"pay","arguments":{"a":"';
    const after = '"}}}]},"done":false}\n{"message":{"content":""},"done":true}\n';
    const taken = await take(await ollama(() => within(before, repeated("x", 40 * megabyte), after)));
    expect(taken.calls).toEqual([]);
    expect(taken.failed).toMatch(argumentsTooLong);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("of many calls together end the step", async () => {
    const call = (index: number) =>
      delta(
        `{"tool_calls":[{"index":${index},"id":"c${index}","type":"function","function":{"name":"pay","arguments":"${"x".repeat(200_000)}"}}]}`,
      );
    const calls = Array.from({ length: 40 }, (_, i) => call(i));
    const taken = await take(await openAi(() => [...calls, done]));
    expect(taken.failed).toMatch(argumentsTooLong);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("that nest too deeply are refused", async () => {
    const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
    const taken = await take(await openAi(() => [delta(`${opened}${deep}"}}]}`), done]));
    expect(taken.calls).toMatchObject([{ name: "pay", invalid: expect.stringMatching(/deep|JSON/) }]);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });
});

describe("tool calls", () => {
  const call = (index: number, name = "pay") =>
    delta(
      `{"tool_calls":[{"index":${index},"id":"c${index}","type":"function","function":{"name":"${name}","arguments":"{}"}}]}`,
    );

  it("of a name of 10 MB get a short one", async () => {
    const [before = "", after = ""] = call(0, "NAME").split("NAME");
    const taken = await take(await openAi(() => within(before, repeated("x", 10 * megabyte), `${after}${done}`)));
    expect(taken.calls).toMatchObject([{ name: expect.stringMatching(/^x{100,}/) }]);
    expect(taken.calls[0]?.name.length).toBeLessThanOrEqual(128);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("of more than a thousand end the step, one event each", async () => {
    const taken = await take(await openAi(() => [...Array.from({ length: 20_000 }, (_, i) => call(i)), done]));
    expect(taken.failed).toMatch(/^The model requested more than 1,000 tool calls in one step/);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it.each([
    ["one index", '{"index":0,"function":{"name":"a","arguments":"{}"}}'],
    ["no index", '{"function":{"name":"a","arguments":"{}"}}'],
    ["no name", '{"function":{"arguments":"{}"}}'],
  ])("in one event of 4 MB, all with %s, end the step", async (_title, one) => {
    const first = '{"index":0,"id":"a","function":{"name":"a","arguments":"{}"}}';
    const before = `data: {"choices":[{"index":0,"delta":{"tool_calls":[${first}`;
    const taken = await take(await openAi(() => within(before, repeated(`,${one}`, 4 * megabyte), `]}}]}\n\n${done}`)));
    expect(taken.failed).toBeDefined();
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });
});

describe("50 MB", () => {
  it.each([
    ["empty lines", "\n"],
    ["empty lines with carriage returns", "\r\n"],
    ["comments", ":\n"],
    ["ids without data", "id:\n\n"],
    ["events without data", "event:a\n\n"],
    ["events of nothing", 'data: {"choices":[]}\n\n'],
  ])("of %s keep nothing busy", async (_title, line) => {
    const taken = await take(await openAi(() => repeated(line, 45 * megabyte)));
    expect(taken.failed).toBeDefined();
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it.each([
    ["a line without an end", "data: ", "x"],
    ["a line of blanks", "data: ", " "],
    ["a text without an end", 'data: {"choices":[{"index":0,"delta":{"content":"', "x"],
    ["brackets", "data: ", "["],
    ["empty arrays", 'data: {"a":[[]', ",[]"],
    ["numbers", 'data: {"a":[1', ",1"],
    ["data lines of one event", "data: [\n", "data: 1,\n"],
  ])("of %s keep nothing busy", async (_title, before, more) => {
    const taken = await take(await openAi(() => within(before, repeated(more, 45 * megabyte), `\n\n${done}`)));
    expect(taken.failed).toBeDefined();
    expect(taken.textChars).toBe(0);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("that come as 50 KB of gzip keep nothing busy", async () => {
    const packed = gzipSync(Buffer.from(delta('{"content":""}').repeat(800_000)));
    const taken = await take(await openAi(() => [packed], { headers: { "content-encoding": "gzip" } }));
    expect(taken.failed).toBeDefined();
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("of reasoning keep nothing busy", async () => {
    const line = '{"message":{"content":"","thinking":"a thought and another thought"},"done":false}\n';
    const taken = await take(await ollama(() => repeated(line, 45 * megabyte)));
    expect(taken.failed).toBeDefined();
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });

  it("of an error's body are not read", async () => {
    const taken = await take(
      await openAi(() => within('{"error":{"message":"', repeated("x", 49 * megabyte), '"}}'), { status: 400 }),
    );
    expect(taken.failed).toMatch(/^The provider rejected the request \(400\)/);
    expect(sentBytes).toBeLessThan(16 * megabyte);
    expect(taken.blockedMs).toBeLessThan(maxBlockMs);
  });
});
