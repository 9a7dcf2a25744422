import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { withLimits } from "../../support/knowledge/limits";
import { blocksOf, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";

describe("text", () => {
  test("of one file is one block", async () => {
    expect(await blocksOf("First.\r\n\r\nSecond\tline.\r", "a.txt")).toEqual(["text: First.\n\nSecond\tline."]);
  });

  test.each([
    ["utf-8 with its mark", Buffer.from("\ufeffÄrger über Größe")],
    [
      "utf-16 little-endian with its mark",
      Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode("Ärger über Größe", "utf16le")]),
    ],
    [
      "utf-16 big-endian with its mark",
      Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode("Ärger über Größe", "utf16-be", { addBOM: false })]),
    ],
    ["utf-16 without a mark", iconv.encode("Ärger über Größe", "utf16le")],
    ["windows-1252", iconv.encode("Ärger über Größe", "windows-1252")],
  ])("in %s", async (_, bytes) => {
    expect(await blocksOf(bytes, "a.txt")).toEqual(["text: Ärger über Größe"]);
  });

  test("in Shift_JIS and in windows-1251 is recognised by how it looks", async () => {
    const japanese = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。".repeat(5);
    const russian = "Все счастливые семьи похожи друг на друга. ".repeat(5).trim();
    expect(await blocksOf(iconv.encode(japanese, "shift_jis"), "a.txt")).toEqual([`text: ${japanese}`]);
    expect(await blocksOf(iconv.encode(russian, "windows-1251"), "a.txt")).toEqual([`text: ${russian}`]);
  });

  test("loses what PostgreSQL refuses", async () => {
    expect(await blocksOf(`a\0b\u0001c${"long enough to be text ".repeat(10)}`, "a.txt")).toEqual([
      `text: abc${"long enough to be text ".repeat(10).trim()}`,
    ]);
    const { blocks } = await parseBytes('{"a": "half \\ud800 pair", "b\\u0000": "nul \\u0000"}', "a.json");
    expect(blocks[0]?.text).toBe("a: half \ufffd pair\nb: nul");
    expect(blocks.every(({ text }) => text.isWellFormed() && !text.includes("\0"))).toBe(true);
  });

  test("in a line of some megabytes is read", async () => {
    const { blocks } = await parseBytes("word ".repeat(1_000_000), "a.txt");
    expect(blocks.map(({ text }) => text.length)).toEqual([4_999_999]);
  });
});

describe("a file that is too large", () => {
  const more = "Split it into several files and upload them.";

  test("as a whole is not read", async () => {
    withLimits({ fileBytes: 1_000 });
    expect(await refusalOf("a".repeat(1_001), "a.txt")).toBe(`too_large: This file is too large. ${more}`);
    expect(await blocksOf("a".repeat(1_000), "a.txt")).toHaveLength(1);
  });

  test("in its text is not read on", async () => {
    withLimits({ textLength: 1_000 });
    const sentence = `too_large: This file contains too much text. ${more}`;
    expect(await refusalOf(`${"a".repeat(600)}\n# Title\n${"b".repeat(600)}`, "a.md")).toBe(sentence);
    expect(await blocksOf(`${"a".repeat(500)}\n# Title\n${"b".repeat(495)}`, "a.md")).toHaveLength(3);
  });

  test("in the number of its parts is not read on", async () => {
    withLimits({ blocks: 10 });
    expect(await refusalOf("# a\n".repeat(11), "a.md")).toMatch(/^too_large/);
    expect(await blocksOf("# a\n".repeat(10), "a.md")).toHaveLength(10);
  });
});

describe("Markdown", () => {
  const file = [
    "---",
    "title: 'The book'",
    "tags: a",
    "---",
    "# Chapter one #",
    "",
    "Some *text*",
    "that goes on.",
    "",
    "Next paragraph.",
    "- item",
    "",
    "- one",
    "- two",
    "",
    "  more of two",
    "",
    "Under",
    "-----",
    "```js",
    "# no heading",
    "",
    "```",
    "| a | b |",
    "|---|:-:|",
    "| 1 | 2 |",
    "After.",
    "#no heading",
  ].join("\n");

  test("keeps headings, lists, code and tables apart", async () => {
    expect(await blocksOf(file, "a.md")).toEqual([
      "heading1: Chapter one",
      "text: Some *text*\nthat goes on.\n\nNext paragraph.\n- item",
      "list: - one\n- two\n\n  more of two",
      "heading2: Under",
      "code: ```js\n# no heading\n\n```",
      "table: | a | b |\n|---|:-:|\n| 1 | 2 |",
      "text: After.\n#no heading",
    ]);
    expect((await parseBytes(file, "a.md")).title).toBe("The book");
    expect((await parseBytes("text\n\n# First\n# Second", "a.md")).title).toBe("First");
  });

  test("takes no longer for what looks like a table for ever", async () => {
    const started = performance.now();
    await parseBytes(`a | b\n| -${" ".repeat(300_000)}x\n${"- ".repeat(200_000)}\n${"`".repeat(200_000)}`, "a.md");
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("rows", () => {
  test.each([
    ["commas", "Name,Price\nTea,3\n"],
    ["semicolons", "Name;Price\nTea;3\n"],
    ["the separator in front", "sep=|\r\nName|Price\r\nTea|3\r\n"],
    ["a byte order mark", "\ufeffName,Price\r\nTea,3\r\n"],
  ])("with %s", async (_, text) => {
    expect(await blocksOf(text, "a.csv")).toEqual(["table: | Name | Price |\n| --- | --- |\n| Tea | 3 |"]);
  });

  test("with tabs", async () => {
    expect(await blocksOf("Name\tNote\nTea\ta,b;c\n", "a.tsv")).toEqual([
      "table: | Name | Note |\n| --- | --- |\n| Tea | a,b;c |",
    ]);
  });

  test("stay one line each, whatever is in their cells", async () => {
    const text = 'Name,Note\n"Tea, green","two\nlines | ""quoted"""\nshort\n,\nlong,a,b\n';
    expect(await blocksOf(text, "a.csv")).toEqual([
      'table: | Name | Note |\n| --- | --- |\n| Tea, green | two lines \\| "quoted" |\n| short |  |\n| long | a | b |',
    ]);
  });

  test("with a quote that nothing closes are read as they stand", async () => {
    expect(await blocksOf('Name,Note\n"Tea,3\nMilk,4\n', "a.csv")).toEqual([
      'table: | Name | Note |\n| --- | --- |\n| "Tea | 3 |\n| Milk | 4 |',
    ]);
  });
});

describe("JSON", () => {
  test("records that are alike make a table", async () => {
    expect(await blocksOf('[{"a":1,"b":"x"},{"a":null,"c":true}]', "a.json")).toEqual([
      "table: | a | b | c |\n| --- | --- | --- |\n| 1 | x |  |\n|  |  | true |",
    ]);
    expect(await blocksOf('{"a":1}\n\n{"a":2}\n', "a.jsonl")).toEqual(["table: | a |\n| --- |\n| 1 |\n| 2 |"]);
    expect(await blocksOf('{"a":1}\n{"a":2}\n', "lines.json")).toEqual(["table: | a |\n| --- |\n| 1 |\n| 2 |"]);
  });

  test("other records are a block each, their values named by their paths", async () => {
    expect(await blocksOf('{"a":{"b":[1,2],"c":[{"d":3}]}}\n{"e":4}', "a.jsonl")).toEqual([
      "text: a.b: 1, 2\na.c.1.d: 3",
      "text: e: 4",
    ]);
  });

  test("parts of an object stand below their names", async () => {
    expect(
      await blocksOf('{"name":"Shop","goods":[{"id":1},{"id":2}],"owner":{"city":"Bern"},"tags":["a","b"]}', "a.json"),
    ).toEqual([
      "text: name: Shop",
      "heading1: goods",
      "table: | id |\n| --- |\n| 1 |\n| 2 |",
      "heading1: owner",
      "text: city: Bern",
      "heading1: tags",
      "list: - a\n- b",
    ]);
  });

  test("what is not JSON says where", async () => {
    expect(await refusalOf("{oops", "a.json")).toBe("damaged: This file isn't valid JSON. Fix it and upload it again.");
    expect(await refusalOf('{"a":1}\n{oops\n', "a.jsonl")).toBe(
      "damaged: Line 2 of this file isn't valid JSON. Fix it and upload the file again.",
    );
  });

  test("nested beyond reason ends in a sentence or a text, not in a crash", async () => {
    const deep = `${"[".repeat(200_000)}1${"]".repeat(200_000)}`;
    expect(await refusalOf(deep, "a.json")).toMatch(/^(damaged|none): /);
  });

  test("names of prototypes are names", async () => {
    expect(await blocksOf('[{"__proto__":1,"constructor":2}]', "a.json")).toEqual([
      "table: | __proto__ | constructor |\n| --- | --- |\n| 1 | 2 |",
    ]);
  });
});
