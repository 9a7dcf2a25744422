import { performance } from "node:perf_hooks";
import { describe, expect, test, vi } from "vitest";
import { splitIntoChunks } from "@/lib/server/engine/parsing/chunking/split-into-chunks";
import { parse } from "@/lib/server/engine/parsing/parse";
import { chunkFile, parseFile } from "@/lib/server/engine/parsing/parse-file";
import { ParserProcess } from "@/lib/server/engine/parsing/parser-process";
import { ParseError } from "@/lib/server/engine/parsing/shared/parse-error";
import { withLimits } from "../../support/knowledge/limits";
import { fileWith } from "../../support/knowledge/parse-bytes";
import { xlsxOf } from "../../support/knowledge/xlsx";

vi.setConfig({ testTimeout: 30_000 });

const never = new AbortController().signal;

/** A file that takes seconds to read. */
const slowFile = (): string => fileWith("1,2\n".repeat(4_000_000));

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a file in its process", () => {
  test("is what it is without one, long blocks included", async () => {
    const path = fileWith(`# Title\n\n${"😀 wörter ".repeat(200_000)}\n\n## Second\n\nshort\n`);
    expect(await parseFile(path, "a.md", "team", never)).toEqual(await parse(path, "a.md"));
  });

  test("is cut into the same chunks as out of it", async () => {
    const path = fileWith(`# Title\n\n${"Some words. ".repeat(100_000)}\n\n| a |\n|---|\n${"| 1 |\n".repeat(1_000)}`);
    const chunking = { strategy: "recursive", size: 500, overlap: 80 } as const;
    const batches = [];
    const reading = chunkFile(path, "a.md", chunking, "team", never);
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) batches.push(next.value);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toEqual([...splitIntoChunks(await parse(path, "a.md"), chunking)]);
    expect(next.value).toEqual({ title: "Title" });
  });

  test("that can't be read fails with its sentence, and its process reads on", async () => {
    const error = await failureOf(parseFile(fileWith(""), "a.txt", "team", never));
    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({
      problem: "empty",
      message: "This file is empty. Check it and upload it again.",
      retryable: false,
    });
    expect((await parseFile(fileWith("Hello"), "a.txt", "team", never)).blocks).toHaveLength(1);
  });

  test("that is not there is worth another try", async () => {
    expect(await failureOf(parseFile("/nowhere/at/all", "a.txt", "team", never))).toMatchObject({
      problem: "crashed",
      retryable: true,
    });
  });

  test("lets the process do other things", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => [`Name ${i}`, i, i % 2 === 0, "and more"]);
    const path = fileWith(xlsxOf([{ name: "A", rows }]));
    const before = performance.eventLoopUtilization();
    const parsed = await parseFile(path, "a.xlsx", "team", never);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
    expect(parsed.blocks).toHaveLength(2);
  });

  test("waits for its turn where many come at once", async () => {
    const texts = Array.from({ length: 30 }, (_, i) => `Text ${i}`);
    const read = await Promise.all(texts.map((text) => parseFile(fileWith(text), "a.txt", "team", never)));
    expect(read.map(({ blocks }) => blocks[0]?.text)).toEqual(texts);
  });
});

describe("a file is given up", () => {
  test("when nobody wants it any more, at once", async () => {
    const path = slowFile();
    const started = performance.now();
    const error = await failureOf(parseFile(path, "a.csv", "team", AbortSignal.timeout(200)));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  test("while it waits for its turn", async () => {
    const path = slowFile();
    const first = new AbortController();
    const all = Array.from({ length: 8 }, () => failureOf(parseFile(path, "a.csv", "team", first.signal)));
    const late = new AbortController();
    const waiting = failureOf(parseFile(fileWith("Hello"), "a.txt", "team", late.signal));
    late.abort(new Error("gone"));
    expect(await waiting).toMatchObject({ message: "gone" });
    first.abort(new Error("all gone"));
    expect(await Promise.all(all)).toMatchObject(all.map(() => ({ message: "all gone" })));
    expect((await parseFile(fileWith("Hello"), "a.txt", "team", never)).blocks).toHaveLength(1);
  });

  test("when it takes too long", async () => {
    withLimits({ ms: 200 });
    expect(await failureOf(parseFile(slowFile(), "a.csv", "team", never))).toMatchObject({
      problem: "too_slow",
      message: "Reading this file took too long. Split it into several files, or save it in a simpler format.",
    });
  });

  test("when its objects need too much memory", async () => {
    withLimits({ heapMb: 40 });
    const parser = new ParserProcess();
    const path = fileWith(`[${"[[]],".repeat(2_000_000)}[]]`);
    expect(await failureOf(parser.ask({ ask: "parse", path, filename: "a.json" }, never))).toMatchObject({
      problem: "too_large",
      message: "Reading this file requires too much memory. Split it into several files.",
    });
    expect(parser.alive).toBe(false);
  });

  test("when its rows grow beyond that under a wide header", async () => {
    const header = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(",");
    const path = fileWith(`${header}\n${"1\n".repeat(20_000)}`);
    expect(await failureOf(parseFile(path, "a.csv", "team", never))).toMatchObject({
      problem: "too_large",
      message: expect.stringContaining("contains too much text"),
    });
  });

  test("when its buffers need too much memory", async () => {
    withLimits({ memoryBytes: 100 * 1024 * 1024 });
    expect(await failureOf(parseFile(slowFile(), "a.csv", "team", never))).toMatchObject({ problem: "too_large" });
  });

  test("but not for the time in which nobody asks for more of it", async () => {
    withLimits({ ms: 2_000 });
    const parser = new ParserProcess();
    await parser.ask({ ask: "parse", path: fileWith("warm"), filename: "a.txt" }, never);
    const path = fileWith("word ".repeat(200_000));
    expect(await parser.ask({ ask: "parse", path, filename: "a.txt" }, never)).toMatchObject({ is: "blocks" });
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await parser.ask({ ask: "more" }, never)).toMatchObject({ is: "blocks" });
    parser.end();
  });
});
