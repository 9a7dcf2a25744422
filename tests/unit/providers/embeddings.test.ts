import { describe, expect, it } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { embedText } from "../../support/standins/embed-text";
import type { StandinOptions } from "../../support/standins/types";
import { checkOf, embeddingOf, type Opened, openSubject, subjects } from "../../support/subjects";

let opened: Opened;

const dimensions = 96;
const embedding = subjects.filter((subject) => subject.embedding !== undefined);
const chatOnly = subjects.filter((subject) => subject.embedding === undefined);

describe.each(embedding)("$type", (subject) => {
  async function open(options?: StandinOptions) {
    opened = await openSubject(subject, { dimensions, model: subject.embedding, ...options });
    return embeddingOf(opened);
  }
  /** Base64 of 32-bit numbers goes over some of the wires. */
  const rounded = (vector: number[] = []) => vector.map((value) => value.toFixed(5));

  it("embeds a batch in its order", async () => {
    const model = await open();
    const values = Array.from({ length: 40 }, (_, index) => `text number ${index * 7}`);
    const { embeddings } = await model.doEmbed({ values });
    expect(embeddings.map(rounded)).toEqual(values.map((value) => rounded(embedText(value, dimensions))));
    expect(opened.standin.requests).toHaveLength(1);
  });

  it("embeds one text, and the check says how long its vectors are", async () => {
    const model = await open();
    const { embeddings } = await model.doEmbed({ values: ["alone"] });
    expect(embeddings.map(rounded)).toEqual([rounded(embedText("alone", dimensions))]);
    expect(await checkOf(opened, "embedding")).toEqual({ ok: true, embeddingLength: dimensions });
  });

  it("refuses an answer with a vector too few", async () => {
    const model = await open({ plan: { fault: { kind: "fewer" } } });
    const error: unknown = await Promise.resolve(model.doEmbed({ values: ["a", "b", "c"] })).catch((thrown) => thrown);
    expect(toFailure(error, [])).toMatchObject({
      kind: "malformed",
      message: "The provider returned 2 embeddings for 3 texts. Try again, or check the model.",
    });
  });

  it.each([
    [
      "a limit",
      { kind: "status", status: 429, message: "Slow down", retryAfter: "30" },
      /\(429\): Slow down\. Try again in 30/,
    ],
    ["a web page", { kind: "html" }, /returned a web page/],
    ["another JSON", { kind: "wrong_shape", at: "answer" }, /unexpected response|invalid response/],
    ["no vector at all", { kind: "empty" }, /no embedding\.$|unexpected response/],
  ] as const)("explains %s", async (_title, fault, message) => {
    await open({ plan: { fault } });
    expect(await checkOf(opened, "embedding")).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it("ends its request when it is stopped", async () => {
    const model = await open({ plan: { fault: { kind: "hang", at: "before_headers" } } });
    const stop = new AbortController();
    const asked = Promise.resolve(model.doEmbed({ values: ["a"], abortSignal: stop.signal }));
    asked.catch(() => {});
    await expect.poll(() => opened.standin.requests.length).toBe(1);
    stop.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => opened.standin.requests[0]?.abortedAt).toBeDefined();
  });
});

it.each(chatOnly)("$type has no embeddings, and says so", async (subject) => {
  opened = await openSubject(subject);
  await expect(embeddingOf(opened)).rejects.toThrow("This provider has no embedding models.");
  expect(await checkOf(opened, "embedding")).toEqual({ ok: false, message: "This provider has no embedding models." });
});
