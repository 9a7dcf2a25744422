import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { checkConnection } from "@/lib/server/models/providers/check";
import { createLanguageModel } from "@/lib/server/models/providers/create";
import { failureOf } from "@/lib/server/models/providers/failure";
import { createOutbound } from "@/lib/server/outbound/outbound";
import { guardedFetch, type Subject, says, subjectKey, subjects, take } from "../../support/providers";
import { startOllamaStandin } from "../../support/standins/ollama";
import type { Fault, Standin } from "../../support/standins/types";

let standin: Standin;
afterEach(() => standin?.close());

const text = "One two three four five six.";

/** What goes wrong, and what the user reads of it from each of the three. */
const faults: [title: string, fault: Fault, kind: string, message: RegExp][] = [
  [
    "403",
    { kind: "status", status: 403, message: "Not in your country" },
    "auth",
    /does not allow this .*\(403\): Not in your country\.$/,
  ],
  [
    "429 with a long Retry-After",
    { kind: "status", status: 429, message: "Slow down", retryAfter: "60" },
    "rate_limit",
    /limiting requests \(429\): Slow down\. Try again in 60 seconds\.$/,
  ],
  [
    "400",
    { kind: "status", status: 400, message: "maximum context length is 8192 tokens" },
    "bad_request",
    /refused the request \(400\): maximum context length is 8192 tokens\.$/,
  ],
  [
    "its key repeated in the error",
    { kind: "echo_key" },
    "auth",
    /refused the API key \(401\): Incorrect API key provided: \[secret\]\. You can find/,
  ],
  ["a web page", { kind: "html" }, "malformed", /127\.0\.0\.1:\d+ answered with a web page .* Check the address\.$/],
  [
    "an error page",
    { kind: "html", status: 502 },
    "overloaded",
    /^The provider has a problem of its own \(502\): Bad Gateway\. ?.*$/,
  ],
];

/** Failures after the answer began, which are never tried again once text has come. */
const midStream: [title: string, fault: Fault, kind: string, message: RegExp][] = [
  ["an answer that ends too early", { kind: "cut", at: "mid_stream" }, "cut", /broke off before it was finished\.$/],
  [
    "a connection that is lost",
    { kind: "cut", at: "mid_stream", rudely: true },
    "cut",
    /^127\.0\.0\.1:\d+ ended its answer too early/,
  ],
  ["an event that is no JSON", { kind: "malformed" }, "malformed", /something that is not an answer/],
  [
    "an error event",
    { kind: "stream_error", message: "The engine overheated" },
    "overloaded",
    /^The provider reported: The engine overheated\.$/,
  ],
];

describe.each(subjects)("$type", (subject) => {
  async function failing(fault: Fault, key?: string) {
    standin = await subject.start({ plan: { text, fault } });
    const model = await createLanguageModel(subject.settings(standin, key), guardedFetch, subject.places(standin));
    const error: unknown = await take(model, { prompt: says("Hello") }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeDefined();
    return failureOf(error, [key ?? subjectKey]);
  }

  const check = (key?: string, model = subject.model, limitMs?: number) =>
    checkConnection({ ...subject.settings(standin, key), model }, "llm", guardedFetch, [key ?? subjectKey], {
      places: subject.places(standin),
      limitMs,
    });

  it.each(faults)("explains %s", async (_title, fault, kind, message) => {
    const failure = await failing(fault);
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(failure.message).not.toContain(subjectKey);
    expect(await check()).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it.each(midStream)("explains %s, and does not ask again", async (_title, fault, kind, message) => {
    const failure = await failing(fault);
    // Ollama's error lines carry no type.
    const expected = subject.type === "ollama" && fault.kind === "stream_error" ? "unknown" : kind;
    expect(failure).toMatchObject({ kind: expected, message: expect.stringMatching(message) });
    expect(standin.requests).toHaveLength(1);
  });

  it("explains a wrong key", async () => {
    standin = await subject.start();
    const wrong = "sk-wrong-key-9876543210fedcba";
    const result = await check(wrong);
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The provider refused the API key \(401\): /),
    });
    expect(JSON.stringify(result)).not.toContain(wrong);
  });

  it("explains a model that does not exist, by its name", async () => {
    standin = await subject.start();
    const result = await check(undefined, "no-such-model");
    expect(result).toMatchObject({
      message: expect.stringMatching(/does not know this model \(404\): .*no-such-model/),
    });
  });

  it("tries 500 again, three times in all, and then says so", async () => {
    const failure = await failing({ kind: "status", status: 500, message: "Out of luck" });
    expect(failure).toMatchObject({
      kind: "overloaded",
      message: "The provider has a problem of its own (500): Out of luck.",
    });
    expect(standin.requests).toHaveLength(3);
  });

  it("gives a check that hangs up after its limit", async () => {
    standin = await subject.start({ plan: { fault: { kind: "hang", at: "before_headers" } } });
    expect(await check(undefined, subject.model, 300)).toEqual({
      ok: false,
      message: "The provider did not answer within 0.3 seconds.",
    });
    await expect.poll(() => standin.requests[0]?.abortedAt).toBeDefined();
  });
});

describe("an answer without content", () => {
  const [openAi, ollama] = subjects as [Subject, Subject];

  it("and without choices is none", async () => {
    standin = await openAi.start({ plan: { fault: { kind: "empty" } } });
    const model = await createLanguageModel(openAi.settings(standin), guardedFetch, openAi.places(standin));
    await expect(take(model, { prompt: says("Hello") })).rejects.toThrow(/answered without any content/);
    const options = { places: openAi.places(standin) };
    const result = await checkConnection(openAi.settings(standin), "llm", guardedFetch, [], options);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(/something that is not an answer/) });
  });

  it("that says it is finished is an empty one", async () => {
    standin = await ollama.start({ plan: { fault: { kind: "empty" } } });
    const model = await createLanguageModel(ollama.settings(standin), guardedFetch, ollama.places(standin));
    expect(await take(model, { prompt: says("Hello") })).toMatchObject({ text: "", finish: { reason: "stop" } });
  });
});

describe("an address", () => {
  const reach = async (url: string, fetch = guardedFetch) =>
    checkConnection({ type: "ollama", model: "llama3", config: { base_url: url } }, "llm", fetch, [], {
      places: { modelsDir: "" },
    });

  it("where nothing listens", async () => {
    const gone = createServer();
    const port = await new Promise<number>((resolve) => {
      gone.listen(0, "127.0.0.1", () => {
        const at = gone.address();
        resolve(typeof at === "object" && at ? at.port : 0);
      });
    });
    await new Promise((resolve) => gone.close(resolve));
    expect(await reach(`http://127.0.0.1:${port}`)).toEqual({
      ok: false,
      message: `Could not reach 127.0.0.1:${port}: it refused the connection.`,
    });
  });

  it("with a name that does not exist", async () => {
    expect(await reach("http://no-such-host.invalid:11434")).toMatchObject({
      message: expect.stringMatching(/no-such-host\.invalid/),
    });
  });

  it("that speaks no TLS", async () => {
    standin = await startOllamaStandin();
    expect(await reach(standin.url.replace("http:", "https:"))).toMatchObject({
      message: expect.stringMatching(/does not speak TLS there/),
    });
  });

  it("that Muster does not call", async () => {
    const strict = createOutbound({ allow: [], development: false, own: [] });
    const result = await reach("http://127.0.0.1:11434", strict.fetch);
    await strict.close();
    expect(result).toMatchObject({ message: expect.stringMatching(/OUTBOUND_ALLOW/) });
  });
});
