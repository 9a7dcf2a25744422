import { describe, expect, test, vi } from "vitest";
import { GarbageCount } from "@/lib/server/engine/parsing/shared/garbage";
import { withLimits } from "../../support/knowledge/limits";
import { blocksOf, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";
import { glyphPdfOf, pdfOf } from "../../support/knowledge/pdf";
import { randomFrom } from "../../support/random";

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
      "no_text: This PDF contains only images of pages and no text. Run text recognition (OCR) on it and upload the result.",
    );
  });

  test("with one page of text among pictures is that text", async () => {
    expect(await blocksOf(pdfOf([[], [{ text: "Hello" }], []], { picture: true }), "a.pdf")).toEqual(["text: Hello"]);
  });

  test("of more pages than its limit is refused", async () => {
    withLimits({ pages: 2 });
    const page = [{ text: "Hello" }];
    expect(await refusalOf(pdfOf([page, page, page]), "a.pdf")).toBe(
      "too_large: This PDF has too many pages. Split it into several files.",
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

describe("a PDF whose fonts do not say which letters they show", () => {
  const refused =
    /^no_text: This PDF's text can't be read because its fonts don't identify their characters\. Export it again/;
  const random = randomFrom(7);
  const text = "The quay closes at ten, and boats longer than twelve metres moor at the north pier of the harbour.";
  /** The numbers of glyphs as the usual fonts order them. */
  const latin = [...text].map((letter) => letter.charCodeAt(0) - 29);
  /** In the order in which they come first, as a program orders those that it embeds. */
  const ordered = [...text].map((letter) => [...new Set(text)].indexOf(letter) + 1);
  const lines = (glyphs: number[]) =>
    Array.from({ length: Math.ceil(glyphs.length / 60) }, (_, i) => glyphs.slice(i * 60, i * 60 + 60));
  const chinese = Array.from({ length: 200 }, () => 600 + Math.floor(random() * 20_000));

  test.each([
    ["Latin ones", latin],
    ["embedded ones", ordered],
    ["Chinese ones", chinese],
  ])("says so: %s", async (_name, glyphs) => {
    expect(await refusalOf(glyphPdfOf(lines(glyphs)), "a.pdf")).toMatch(refused);
  });

  test("is read where they do say it", async () => {
    const letters = new Map([...text].map((letter, i) => [ordered[i] ?? 0, letter]));
    expect(await blocksOf(glyphPdfOf(lines(ordered), letters), "a.pdf")).toEqual([`text: ${text}`]);
    const han = [..."港口码头晚上十点关门超过十二米的船停在北码头图书馆周日不开放请预约春茶每斤三元"];
    const table = new Map(han.map((letter, i) => [i + 1, letter]));
    expect(await blocksOf(glyphPdfOf(lines([...table.keys()]), table), "a.pdf")).toEqual([`text: ${han.join("")}`]);
  });

  test.each([
    [
      "Japanese with Latin",
      "本APIはRESTでJSONを返します。WebブラウザからHTTPSで接続してください。データベースはPostgreSQLです。",
    ],
    [
      "Korean with Han",
      "대한민국(大韓民國)은 동아시아의 한반도 남부에 위치한 공화국이다. 수도는 서울特別市이며 API도 있다.",
    ],
    [
      "Greek in formulas",
      "Let Δx be small, so that σ²(αx + βy) = α²σ²ₓ + β²σ²ᵧ, with μm and kΩ where λ > 0 and θ∈[0, π].",
    ],
    [
      "names of languages",
      "English Deutsch Русский Ελληνικά العربية עברית हिन्दी ไทย 中文 日本語 한국어 ქართული Հայերեն አማርኛ ລາວ",
    ],
    ["boxes of a form", `${"\uf0a8 Yes \uf0a8 No, I do not want to be told of this. ".repeat(6)}`],
    ["leaders and numbers", `Chapter one ${".".repeat(80)} 12 ${".".repeat(80)} 13`],
    [
      "soft hyphens and joiners",
      "Donau\u00addampf\u00adschiff\u00adfahrt می\u200cخواهم کتاب\u200cها را بخوانم و بنویسم امروز فردا",
    ],
  ])("is not what others are taken for: %s", (_name, sample) => {
    const count = new GarbageCount();
    for (let i = 0; i < 5; i += 1) count.add(sample);
    expect(count.isGarbage).toBe(false);
  });
});
