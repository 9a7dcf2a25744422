import { describe, expect, test } from "vitest";
import { type Chunking, chunkStrategies } from "@/lib/server/engine/parsing/chunking/chunk";
import { splitIntoChunks } from "@/lib/server/engine/parsing/chunking/split-into-chunks";
import type { Block } from "@/lib/server/engine/parsing/shared/parsed";

const heading = (text: string, level: number, page?: number): Block => ({ kind: "heading", text, level, page });
const text = (words: string, page?: number): Block => ({ kind: "text", text: words, page });
const table = (rows: number, cell = "cell"): Block => ({
  kind: "table",
  text: ["| No | What |", "| --- | --- |", ...Array.from({ length: rows }, (_, i) => `| ${i} | ${cell} ${i} |`)].join(
    "\n",
  ),
});
const textsOf = (blocks: Block[], chunking: Partial<Chunking>): string[] =>
  [...splitIntoChunks({ blocks }, { strategy: "recursive", size: 1_000, overlap: 150, ...chunking })].map(
    (chunk) => chunk.text,
  );

const sentences = (count: number, word = "Sentence"): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i} has so many words.`).join(" ");

describe("a chunk", () => {
  const blocks = [
    heading("Book", 1, 1),
    heading("One", 2, 1),
    text(sentences(3), 1),
    heading("Two", 2, 2),
    text("End.", 2),
  ];

  test("knows its place, its page and the headings above it", () => {
    expect([...splitIntoChunks({ blocks }, { strategy: "markdown", size: 200, overlap: 0 })]).toEqual([
      {
        text: `Book\n\nOne\n\n${sentences(3)}`,
        position: 0,
        end: 100,
        page: 1,
        lastPage: null,
        headings: ["Book", "One"],
      },
      { text: "Two\n\nEnd.", position: 102, end: 111, page: 2, lastPage: null, headings: ["Book", "Two"] },
    ]);
  });

  test("that reaches over a page knows where it begins and where it ends", () => {
    const [whole, ...more] = [...splitIntoChunks({ blocks }, { strategy: "recursive", size: 1_000, overlap: 0 })];
    expect([more, whole?.page, whole?.lastPage]).toEqual([[], 1, 2]);
  });

  test("is there for nothing that is empty", () => {
    for (const strategy of chunkStrategies) {
      expect(textsOf([], { strategy })).toEqual([]);
      expect(textsOf([text("   ")], { strategy })).toEqual([]);
    }
  });
});

describe("recursive", () => {
  test("fills a chunk with whole paragraphs, then sentences, then words", () => {
    const [a, b] = [sentences(3, "First"), sentences(3, "Second")];
    expect(textsOf([text(a), text(b)], { size: 100, overlap: 0 })).toEqual([a, b]);
    expect(textsOf([text(a)], { size: 60, overlap: 0 })).toEqual([
      "First 0 has so many words. First 1 has so many words.",
      "First 2 has so many words.",
    ]);
    expect(textsOf([text("one two three four five")], { size: 10, overlap: 0 })).toEqual([
      "one two",
      "three four",
      "five",
    ]);
    expect(textsOf([text("吾輩は猫である。名前はまだ無い。")], { size: 10, overlap: 0 })).toEqual([
      "吾輩は猫である。",
      "名前はまだ無い。",
    ]);
  });

  test("leaves a heading with what follows it", () => {
    const [a, b] = [sentences(3, "First"), sentences(3, "Second")];
    expect(textsOf([text(a), heading("Next", 2), text(b)], { size: 110, overlap: 0 })).toEqual([a, `Next\n\n${b}`]);
  });

  test("begins the next chunk with the end of the one before, not above a heading", () => {
    expect(textsOf([text(sentences(4))], { size: 85, overlap: 40 })).toEqual([
      "Sentence 0 has so many words. Sentence 1 has so many words.",
      "Sentence 1 has so many words. Sentence 2 has so many words.",
      "Sentence 2 has so many words. Sentence 3 has so many words.",
    ]);
    const [a, b] = [sentences(3, "First"), sentences(3, "Second")];
    expect(textsOf([text(a), heading("Next", 2), text(b)], { size: 110, overlap: 50 })).toEqual([a, `Next\n\n${b}`]);
  });

  test("parts no sign that readers see as one", () => {
    const family = "👨‍👩‍👧‍👦";
    for (let size = 12; size < 40; size += 1)
      for (const chunk of textsOf([text(family.repeat(20))], { size, overlap: 0 }))
        expect(chunk).toBe(family.repeat(chunk.length / family.length));
    expect(textsOf([text("😀😀😀")], { size: 1, overlap: 0 })).toEqual(["😀", "😀", "😀"]);
    expect(textsOf([text("e\u0301".repeat(4))], { size: 3, overlap: 0 })).toEqual(Array(4).fill("e\u0301"));
  });
});

describe("a table", () => {
  const header = "| No | What |\n| --- | --- |\n";

  test("is parted between rows, with its header each time and nothing twice", () => {
    expect(textsOf([table(5)], { size: 60, overlap: 25 })).toEqual([
      `${header}| 0 | cell 0 |\n| 1 | cell 1 |`,
      `${header}| 2 | cell 2 |\n| 3 | cell 3 |`,
      `${header}| 4 | cell 4 |`,
    ]);
  });

  test("stands after its text where it fits, else alone", () => {
    const before = sentences(2);
    expect(textsOf([text(before), table(1)], { size: 120, overlap: 0 })).toEqual([
      `${before}\n\n${header}| 0 | cell 0 |`,
    ]);
    expect(textsOf([text(before), table(2)], { size: 100, overlap: 0 })).toEqual([
      before,
      `${header}| 0 | cell 0 |\n| 1 | cell 1 |`,
    ]);
  });

  test("has a row parted only where the row alone is over the size", () => {
    const wide = `| 1 | ${"word ".repeat(30)}|`;
    const chunks = textsOf([{ kind: "table", text: `| a | b |\n| --- | --- |\n| 0 | x |\n${wide}\n| 2 | y |` }], {
      size: 60,
      overlap: 0,
    });
    expect(chunks[0]).toBe("| a | b |\n| --- | --- |\n| 0 | x |");
    expect(chunks.at(-1)).toBe("| a | b |\n| --- | --- |\n| 2 | y |");
    expect(chunks.slice(1, -1).every((chunk) => chunk.length <= 60)).toBe(true);
  });

  test("goes without a header that takes most of the room", () => {
    const names = `| ${"a long name of a column | ".repeat(3)}\n| --- | --- | --- |\n`;
    expect(
      textsOf([{ kind: "table", text: `${names}| 1 | 2 | 3 |\n| 4 | 5 | 6 |` }], { size: 120, overlap: 0 }),
    ).toEqual([`${names}| 1 | 2 | 3 |`, "| 4 | 5 | 6 |"]);
  });
});

describe("other strategies", () => {
  test("markdown parts at every heading", () => {
    const blocks = [text("Before."), heading("One", 1), text("A."), heading("Two", 1), heading("Three", 2), text("B.")];
    expect(textsOf(blocks, { strategy: "markdown" })).toEqual(["Before.", "One\n\nA.", "Two\n\nThree\n\nB."]);
  });

  test("page parts at every page", () => {
    const blocks = [text("A.", 1), text("B.", 1), text("C.", 2), text(sentences(3), 3)];
    expect(textsOf(blocks, { strategy: "page", size: 70, overlap: 0 })).toEqual([
      "A.\n\nB.",
      "C.",
      "Sentence 0 has so many words. Sentence 1 has so many words.",
      "Sentence 2 has so many words.",
    ]);
  });

  test("row makes each row one, and each other block", () => {
    const header = "| No | What |\n| --- | --- |\n";
    expect(textsOf([heading("Goods", 1), table(3), text("After.")], { strategy: "row" })).toEqual([
      "Goods",
      `${header}| 0 | cell 0 |`,
      `${header}| 1 | cell 1 |`,
      `${header}| 2 | cell 2 |`,
      "After.",
    ]);
    expect(textsOf([table(0)], { strategy: "row" })).toEqual([header.trim()]);
  });
});
