import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { isTooLarge } from "@/lib/server/engine/connectors/shared/record-size";
import { chunkContent } from "@/lib/server/engine/knowledge/pipeline/stages/read-document";
import { parserPool } from "@/lib/server/engine/parsing/parser-pool";
import { guessTitle, toRecordText } from "@/lib/server/engine/parsing/shared/record-text";
import { longestBlock } from "../../support/loop-delay";

const maxBlockMs = 200;
const timeout = 120_000;
const chunking = { strategy: "recursive", size: 200, overlap: 50 } as const;
afterAll(() => parserPool().close());

async function chunksOf(data: Record<string, unknown>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "muster-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const signal = new AbortController().signal;
  const texts: string[] = [];
  for await (const chunks of chunkContent({ data }, join(folder, "record"), chunking, "team", signal))
    for (const { text } of chunks) texts.push(text);
  return texts;
}

/** What a record may have at most, or nearly. */
test.each<[string, () => Record<string, unknown>]>([
  ["words", () => ({ a: "a ".repeat(1_900_000) })],
  ["lines", () => ({ a: { b: { c: "a\n".repeat(1_900_000) } } })],
  ["carriage returns", () => ({ a: { b: { c: "\ra".repeat(1_900_000) } } })],
  ["one word", () => ({ a: "a".repeat(3_900_000) })],
  ["fields", () => Object.fromEntries(Array.from({ length: 99_000 }, (_, i) => [`a${i}`, 1]))],
  ["records within it", () => ({ a: Array.from({ length: 33_000 }, () => ({ a: { b: 1 } })) })],
])("a record of very many %s does not keep this process busy", { timeout }, async (_name, make) => {
  const data = make();
  const sized = await longestBlock(async () => isTooLarge(data));
  expect(sized.result).toBe(false);
  expect(sized.blockedMs).toBeLessThan(maxBlockMs);
  expect((await longestBlock(async () => guessTitle(data))).blockedMs).toBeLessThan(maxBlockMs);
  const { result, blockedMs } = await longestBlock(() => chunksOf(data));
  expect(result.length).toBeGreaterThan(1_000);
  expect(blockedMs).toBeLessThan(maxBlockMs);
});

test("a long record has the same text as a short one", async () => {
  const data = { name: "A name", list: [1, 2], rows: [{ a: "b\nc" }], long: "word ".repeat(30_000) };
  const [first = ""] = await chunksOf(data);
  expect(first.startsWith("name: A name\nlist: 1, 2\nrows:\n  1:\n    a: b\n      c")).toBe(true);
  expect(toRecordText(data).startsWith(first)).toBe(true);
});
