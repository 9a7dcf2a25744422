import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { describe, expect, test, vi } from "vitest";
import { type Chunk, type Chunking, chunkStrategies } from "@/lib/server/engine/parsing/chunking/chunk";
import { splitIntoChunks } from "@/lib/server/engine/parsing/chunking/split-into-chunks";
import { type Block, joinBlocks } from "@/lib/server/engine/parsing/shared/parsed";
import { randomFrom } from "../../support/random";

vi.setConfig({ testTimeout: 30_000 });

const signs = [
  "word",
  "a",
  "longer-than-most",
  "😀",
  "e\u0301",
  "👨‍👩‍👧",
  "名前はまだ無い。",
  "end.",
  "what?",
  "\n",
  "\n\n",
  "|",
  "  ",
];

/** A document of all kinds of blocks, long and short. */
function documentFrom(seed: number): { blocks: Block[] } {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const words = (most: number) =>
    Array.from({ length: 1 + below(most) }, () => signs[below(signs.length)]).join(random() < 0.9 ? " " : "");
  const line = (most: number) => words(most).replace(/\s+/g, " ").trim() || "x";
  const row = () => `| ${line(random() < 0.05 ? 80 : 6)} | ${below(1_000)} |`;
  let page = 1;
  const block = (): Block => {
    if (random() < 0.2) page += 1;
    const kind = random();
    if (kind < 0.25) return { kind: "heading", text: line(6), level: 1 + below(6), page };
    if (kind < 0.4)
      return {
        kind: "table",
        text: ["| a | b |", "| --- | --- |", ...Array.from({ length: below(30) }, row)].join("\n"),
        page,
      };
    const text = (random() < 0.1 ? "x".repeat(below(3_000)) : words(200)).trim() || "x";
    return { kind: kind < 0.5 ? "code" : kind < 0.6 ? "list" : "text", text, page };
  };
  return { blocks: Array.from({ length: 1 + below(25) }, block) };
}

interface Span {
  block: Block;
  start: number;
  end: number;
}

function spansOf({ blocks }: { blocks: Block[] }): Span[] {
  let start = 0;
  return blocks.map((block) => {
    const span = { block, start, end: start + block.text.length };
    start = span.end + 2;
    return span;
  });
}

const rowsHeader = "| a | b |\n| --- | --- |\n";

/** Between two rows, or within one that is too long for a chunk. */
function mayCutTable(text: string, cut: number, size: number): boolean {
  const start = text.lastIndexOf("\n", cut - 1) + 1;
  const end = text.indexOf("\n", cut);
  const length = (end < 0 ? text.length : end) - start;
  return cut === start || text[cut] === "\n" || length > size / 2 - rowsHeader.length;
}

/** The rules that a chunk breaks; `expect` for each would take minutes. */
function brokenBy(chunk: Chunk, before: Chunk | undefined, text: string, spans: Span[], chunking: Chunking): string[] {
  const { position, end } = chunk;
  const own = text.slice(position, end);
  const header = chunk.text.slice(0, chunk.text.length - own.length);
  const touched = spans.filter((span) => span.start < end && span.end > position);
  const crosses = touched.some(
    ({ block }, at) => at > 0 && block.kind === "heading" && touched[at - 1]?.block.kind !== "heading",
  );
  const cuts = touched.flatMap((span) =>
    span.block.kind === "table" ? [position, end].filter((place) => place > span.start && place < span.end) : [],
  );
  const rules = {
    "ends with its place in the text": chunk.text.endsWith(own),
    "begins with nothing but a header": header === "" || header === rowsHeader,
    "is within the size": chunk.text.length <= Math.max(chunking.size, 2),
    "has no blanks around it": own === own.trim(),
    "parts no pair": own.isWellFormed(),
    "goes on": position > (before?.position ?? -1) && end > (before?.end ?? 0),
    "overlaps no more than it may": (before?.end ?? 0) - position <= Math.min(chunking.overlap, chunking.size / 2),
    "knows its page": chunk.page === touched[0]?.block.page,
    "knows its last page": (chunk.lastPage ?? chunk.page) === touched.at(-1)?.block.page,
    "keeps to a page": chunking.strategy !== "page" || new Set(touched.map(({ block }) => block.page)).size === 1,
    "keeps to a block": chunking.strategy !== "row" || touched.length === 1,
    "keeps to a section": chunking.strategy !== "markdown" || !crosses,
    "keeps rows whole": cuts.every((cut) => mayCutTable(text, cut, chunking.size)),
  };
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [`${rule}: ${JSON.stringify(chunk)}`]));
}

function broken(document: { blocks: Block[] }, chunking: Chunking): string[] {
  const text = joinBlocks(document);
  const spans = spansOf(document);
  const chunks = [...splitIntoChunks(document, chunking)];
  const covered = new Uint8Array(text.length);
  for (const { position, end } of chunks) covered.fill(1, position, end);
  const lost = [...text.matchAll(/[^\s|]/g)].filter(({ index }) => !covered[index]);
  return [
    ...chunks.flatMap((chunk, i) => brokenBy(chunk, chunks[i - 1], text, spans, chunking)),
    ...lost.map(({ index }) => `${index} is in no chunk`),
  ];
}

describe("whatever the document", () => {
  test.each(chunkStrategies)("%s keeps the rules", (strategy) => {
    for (let seed = 1; seed <= 40; seed += 1)
      for (const [size, overlap] of [
        [1_000, 150],
        [120, 110],
        [60, 0],
        [9, 4],
        ...(seed < 5 ? [[1, 0] as const] : []),
      ] as const)
        expect(broken(documentFrom(seed), { strategy, size, overlap })).toEqual([]);
  });

  test("the same file makes the same chunks", () => {
    const hash = (seed: number) =>
      createHash("sha256")
        .update(
          JSON.stringify([...splitIntoChunks(documentFrom(seed), { strategy: "recursive", size: 300, overlap: 50 })]),
        )
        .digest("hex");
    for (let seed = 1; seed <= 10; seed += 1) expect(hash(seed)).toBe(hash(seed));
    // Chunks that are stored are told apart by what is in them: a change here embeds everything anew.
    expect(hash(1).slice(0, 16)).toMatchInlineSnapshot(`"32d709c118b50cb4"`);
  });
});

describe("time grows with the text and no faster", () => {
  const cases: Record<string, (length: number) => Block[]> = {
    "running text": (length) => [{ kind: "text", text: "Some words make a sentence. ".repeat(length / 28) }],
    "no place to part": (length) => [{ kind: "text", text: "x".repeat(length) }],
    "one table": (length) => [{ kind: "table", text: `| a |\n| --- |\n${"| some cell |\n".repeat(length / 14)}` }],
    "headings alone": (length) =>
      Array.from({ length: length / 20 }, () => ({ kind: "heading", text: "Some heading", level: 1 })),
  };
  test.each(Object.keys(cases))("%s", (name) => {
    const msOf = (length: number): number => {
      const blocks = cases[name]?.(length) ?? [];
      const times = [1, 2, 3].map(() => {
        const started = performance.now();
        [...splitIntoChunks({ blocks }, { strategy: "recursive", size: 1_000, overlap: 150 })];
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    msOf(200_000);
    expect(msOf(1_600_000) / 8).toBeLessThan(Math.max(msOf(200_000) * 4, 50));
  });
});
