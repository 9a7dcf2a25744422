import { describe, expect, test, vi } from "vitest";
import { withLimits } from "../../support/knowledge/limits";
import { blocksOf, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";
import { pdfOf } from "../../support/knowledge/pdf";

vi.setConfig({ testTimeout: 30_000 });

describe("a PDF", () => {
  const long = "This line is as long as the others of its paragraph are, and so";

  test("keeps its pages, its paragraphs and what is set large as headings", async () => {
    const file = pdfOf(
      [
        [
          { text: "The offer", size: 20 },
          { text: long, gap: 40 },
          { text: "goes on here, where it is bro-" },
          { text: "ken at the end of a line." },
          { text: "Short line", gap: 40 },
          { text: "next line that is much longer than the one before it" },
        ],
        [
          { text: "Prices", size: 14 },
          { text: "Tea costs three francs (or so).", gap: 30 },
        ],
      ],
      { title: "Our offer" },
    );
    expect(await parseBytes(file, "a.pdf")).toEqual({
      title: "Our offer",
      pages: 2,
      blocks: [
        { kind: "heading", text: "The offer", level: 1, page: 1 },
        {
          kind: "text",
          text: `${long}\ngoes on here, where it is broken at the end of a line.`.replace("so\n", "so "),
          page: 1,
        },
        { kind: "text", text: "Short line\nnext line that is much longer than the one before it", page: 1 },
        { kind: "heading", text: "Prices", level: 2, page: 2 },
        { kind: "text", text: "Tea costs three francs (or so).", page: 2 },
      ],
    });
  });

  test("keeps tables by the gaps between their columns; a list is none", async () => {
    const row = (first: string, ...others: string[]) => ({
      text: first,
      cells: others.map((text) => ({ text, by: 120 })),
    });
    const file = pdfOf([
      [
        { text: "Our prices of this year, which is a line as long as others" },
        row("Name", "Price", "Since"),
        row("Green tea", "3", "May"),
        row("Milk", "4 | 5", "June"),
        { text: "After.", gap: 40 },
        { text: "1.", cells: [{ text: "First", by: 40 }], gap: 40 },
        { text: "2.", cells: [{ text: "Second", by: 40 }] },
        { text: "3.", cells: [{ text: "Third", by: 40 }] },
        { text: "Chapter . . . . . . . . . . . . . 7", size: 16, gap: 40 },
      ],
    ]);
    expect(await blocksOf(file, "a.pdf")).toEqual([
      "text: Our prices of this year, which is a line as long as others",
      "table: | Name | Price | Since |\n| --- | --- | --- |\n| Green tea | 3 | May |\n| Milk | 4 \\| 5 | June |",
      "text: After.",
      "text: 1. First\n2. Second\n3. Third",
      "text: Chapter … 7",
    ]);
  });

  test("has no title where a program wrote one by itself", async () => {
    for (const title of ["Microsoft Word - offer.doc", "untitled", "scan.pdf"])
      expect((await parseBytes(pdfOf([[{ text: "Hello" }]], { title }), "a.pdf")).title).toBeNull();
  });

  test("of pictures says that it holds no text", async () => {
    expect(await refusalOf(pdfOf([[], []], { picture: true }), "a.pdf")).toBe(
      "no_text: This PDF holds pictures of pages and no text. Let a scanner program recognise its text (OCR) and upload the result.",
    );
  });

  test("with one page of text among pictures is that text", async () => {
    expect(await blocksOf(pdfOf([[], [{ text: "Hello" }], []], { picture: true }), "a.pdf")).toEqual(["text: Hello"]);
  });

  test("of more pages than its limit is refused", async () => {
    withLimits({ pages: 2 });
    const page = [{ text: "Hello" }];
    expect(await refusalOf(pdfOf([page, page, page]), "a.pdf")).toBe(
      "too_large: This PDF has more pages than Muster reads. Split it into several files.",
    );
    expect(await blocksOf(pdfOf([page, page]), "a.pdf")).toHaveLength(2);
  });

  test("of 300 pages keeps each of them", async () => {
    const pages = Array.from({ length: 300 }, (_, page) => [
      { text: `Chapter ${page + 1}`, size: 18 },
      ...Array.from({ length: 15 }, (_, line) => ({ text: `Line ${line} of page ${page + 1}: ${long}` })),
    ]);
    const { blocks, pages: count } = await parseBytes(pdfOf(pages), "a.pdf");
    expect(count).toBe(300);
    expect(blocks.filter(({ kind }) => kind === "heading").map(({ page }) => page)).toEqual(pages.map((_, i) => i + 1));
    expect(blocks.at(-1)?.text).toContain("Line 14 of page 300");
  });
});
