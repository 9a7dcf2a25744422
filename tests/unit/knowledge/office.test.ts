import { describe, expect, onTestFinished, test, vi } from "vitest";
import { docxOf, heading, listItem, paragraph, table } from "../../support/knowledge/docx";
import { epubOf } from "../../support/knowledge/epub";
import { withLimits } from "../../support/knowledge/limits";
import { odtOf } from "../../support/knowledge/odt";
import { blocksOf, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";
import { pptxOf } from "../../support/knowledge/pptx";
import { sheetXml, workbookOf, xlsxOf } from "../../support/knowledge/xlsx";
import { xmlFile } from "../../support/knowledge/xml";
import { zipOf } from "../../support/knowledge/zip";

vi.setConfig({ testTimeout: 30_000 });

const rows = [
  ["Name", "Price"],
  ["Tea", "3"],
];
const asTable = "| Name | Price |\n| --- | --- |\n| Tea | 3 |";

describe("a Word document", () => {
  const body = [
    heading("Offer", 1),
    paragraph("Some text."),
    heading("Prices", 2),
    listItem("one"),
    listItem("two"),
    table(rows),
  ].join("");

  test("keeps headings, lists and tables", async () => {
    expect(await blocksOf(docxOf(body), "a.docx")).toEqual([
      "heading1: Offer",
      "text: Some text.",
      "heading2: Prices",
      "list: - one\n- two",
      `table: ${asTable}`,
    ]);
  });

  test("has the title of its properties", async () => {
    expect((await parseBytes(docxOf(body, { title: "An offer & more" }), "a.docx")).title).toBe("An offer & more");
    expect((await parseBytes(docxOf(body), "a.docx")).title).toBeNull();
    expect((await parseBytes(docxOf(body, { title: "Word Document" }), "a.docx")).title).toBeNull();
  });

  test("expands no entity of its own", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${"lol".repeat(100)}">${"bcdefg".replace(/./g, (name) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1);
      return `<!ENTITY ${name} "${`&${before};`.repeat(100)}">`;
    })}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    const held = docxOf("<w:p><w:r><w:t>before &g; &file; after</w:t></w:r></w:p>", { before: bomb });
    expect(await refusalOf(held, "a.docx")).toMatch(/^damaged: This cannot be read as a Word document/);
  });
});

describe("a presentation", () => {
  test("has a page for each slide, in the order in which they are shown", async () => {
    const file = pptxOf(
      [
        { title: "Welcome", lines: ["First", "Second"], notes: "Say hello" },
        { title: "Prices", rows },
      ],
      "Our offer",
    );
    expect(await parseBytes(file, "a.pptx")).toEqual({
      title: "Our offer",
      pages: 2,
      blocks: [
        { kind: "heading", text: "Welcome", level: 1, page: 1 },
        { kind: "text", text: "First\nSecond", page: 1 },
        { kind: "text", text: "Notes: Say hello", page: 1 },
        { kind: "heading", text: "Prices", level: 1, page: 2 },
        { kind: "table", text: asTable, page: 2 },
      ],
    });
  });
});

describe("a workbook", () => {
  test("is a table for each sheet below its name", async () => {
    const when = new Date("2025-03-04T00:00:00Z");
    const file = xlsxOf([
      {
        name: "Goods",
        rows: [
          ["Name", "Price", "Since", "New", null],
          ["Tea", 0.1 + 0.2, when, true, null],
          [null, null, null, null, null],
          ["Milk\nwhole", 1200000, new Date(when.getTime() + 5_400_000), false, null],
        ],
      },
      { name: "Empty", rows: [] },
      { name: "Other", rows: [["Our prices"], ["Name", "Price"], ["Tea", 3]] },
    ]);
    expect(await blocksOf(file, "a.xlsx")).toEqual([
      "heading1: Goods",
      "table: | Name | Price | Since | New |\n| --- | --- | --- | --- |\n| Tea | 0.3 | 2025-03-04 | true |\n| Milk whole | 1200000 | 2025-03-04 01:30 | false |",
      "heading1: Other",
      "text: Our prices",
      `table: ${asTable}`,
    ]);
  });

  test("with one cell far from all others says so", async () => {
    withLimits({ sheetCells: 10_000 });
    const far = sheetXml([["a"]]).replace("</sheetData>", '<row r="1000"><c r="AB1000"><v>1</v></c></row></sheetData>');
    expect(await refusalOf(workbookOf([{ name: "A", xml: far }]), "a.xlsx")).toBe(
      "too_large: A sheet of this workbook reaches over 1000 rows and 28 columns. Delete what lies outside its data, or split it.",
    );
  });

  test("of 100,000 rows keeps each of them, however slow the machine", async () => {
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 10));
    onTestFinished(() => clock.mockRestore());
    const many = Array.from({ length: 100_000 }, (_, i) => [`Name ${i}`, i, i % 2 === 0]);
    const { blocks } = await parseBytes(xlsxOf([{ name: "A", rows: [["Name", "Number", "Even"], ...many] }]), "a.xlsx");
    const lines = blocks[1]?.text.split("\n") ?? [];
    expect(lines).toHaveLength(100_002);
    expect(lines.at(-1)).toBe("| Name 99999 | 99999 | false |");
  });

  test("may have a sheet with nothing but a chart", async () => {
    const sheets = [
      { name: "Chart", xml: xmlFile("<chartsheet/>"), kind: "chartsheet" },
      { name: "Prices", xml: sheetXml(rows) },
    ];
    expect(await blocksOf(workbookOf(sheets), "a.xlsx")).toEqual(["heading1: Prices", `table: ${asTable}`]);
  });

  test("shows a time of day without a date", async () => {
    const rows = [
      ["Name", "Opens"],
      ["Shop", new Date(-2_209_161_600_000 + 9.5 * 3_600_000)],
    ];
    expect(await blocksOf(xlsxOf([{ name: "A", rows }]), "a.xlsx")).toEqual([
      "heading1: A",
      "table: | Name | Opens |\n| --- | --- |\n| Shop | 09:30 |",
    ]);
  });
});

describe("a book", () => {
  test("is its chapters in reading order", async () => {
    const file = epubOf("The &amp; book", [
      "<h1>One</h1><p>First<a id='x'/> page.</p>",
      "<h1>Two</h1><p>Second page.</p>",
    ]);
    expect(await blocksOf(file, "a.epub")).toEqual([
      "heading1: One",
      "text: First page.",
      "heading1: Two",
      "text: Second page.",
    ]);
    expect((await parseBytes(file, "a.epub")).title).toBe("The & book");
    const endless = epubOf("Word ".repeat(10_000), ["<p>Hello</p>"]);
    expect((await parseBytes(endless, "a.epub")).title).toHaveLength(500);
  });

  test("that its shop locked says so; locked fonts do not matter", async () => {
    const locked = (path: string) => ({
      name: "META-INF/encryption.xml",
      content: xmlFile(
        `<encryption xmlns:e="e"><e:EncryptedData><e:CipherData><e:CipherReference URI="${path}"/></e:CipherData></e:EncryptedData></encryption>`,
      ),
    });
    expect(await refusalOf(epubOf("Book", ["<p>x</p>"], [locked("OPS/text/chapter%200.xhtml")]), "a.epub")).toBe(
      "protected: This book is locked by its shop (DRM). Upload a copy without that protection.",
    );
    expect(await blocksOf(epubOf("Book", ["<p>x</p>"], [locked("OPS/font.otf")]), "a.epub")).toEqual(["text: x"]);
  });
});

describe("an OpenDocument text", () => {
  test("keeps headings, lists and tables", async () => {
    const cells = (texts: string[]) =>
      `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join("")}</table:table-row>`;
    const body = `<text:sequence-decls/><text:h text:outline-level="2">Offer</text:h><text:p>Some<text:s text:c="3"/>text<text:line-break/>and<office:annotation><text:p>no</text:p></office:annotation> more</text:p><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list><table:table>${rows.map(cells).join("")}<table:table-row><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
    expect(await blocksOf(odtOf(body, { title: "Our offer" }), "a.odt")).toEqual([
      "heading2: Offer",
      "text: Some text\nand more",
      "list: - one",
      `table: ${asTable}`,
    ]);
    expect((await parseBytes(odtOf(body, { title: "Our offer" }), "a.odt")).title).toBe("Our offer");
  });

  test("is read whatever prefixes a program gives its names", async () => {
    const body = '<x:h x:outline-level="2">Offer</x:h><x:p>Some<x:s x:c="2"/>text</x:p>';
    const named = body.replace("<x:h", '<x:h xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0"');
    expect(await blocksOf(odtOf(named), "a.odt")).toEqual(["heading2: Offer", "text: Some text"]);
  });

  test("nested beyond reason is refused", async () => {
    const deep = `${"<text:span>".repeat(5_000)}x${"</text:span>".repeat(5_000)}`;
    expect(await refusalOf(odtOf(`<text:p>${deep}</text:p>`), "a.odt")).toBe(
      "damaged: This file's parts are nested deeper than any program writes. Save it again.",
    );
    expect(await refusalOf(docxOf(deep.replaceAll("text:span", "w:sdt")), "a.docx")).toBe(
      "damaged: This Word document's parts are nested too deep. Save it again.",
    );
  });
});

describe("an archive", () => {
  const mega = 1024 * 1024;
  const zeros = Buffer.alloc(3 * mega);
  const tooLarge =
    "too_large: This file unpacks to more than Muster reads. Split it into several files and upload those.";

  test("that unpacks to more than its limit is refused", async () => {
    withLimits({ inflatedBytes: 2 * mega });
    expect(await refusalOf(zipOf([{ name: "word/document.xml", content: zeros }]), "a.docx")).toBe(tooLarge);
    const extra = { name: "xl/big.xml", content: zeros };
    expect(await refusalOf(workbookOf([{ name: "A", xml: "<a/>" }], [extra]), "a.xlsx")).toBe(tooLarge);
  });

  test("that claims less than it holds is refused", async () => {
    const lie = zipOf([{ name: "word/document.xml", content: zeros, claimedSize: 100 }]);
    expect(await refusalOf(lie, "a.docx")).toMatch(/^damaged/);
  });

  test("whose parts are small alone is counted as a whole", async () => {
    withLimits({ inflatedBytes: 8 * mega });
    const parts = ["a", "b", "c"].map((name) => ({ name: `xl/${name}.xml`, content: zeros }));
    const sheet = { name: "A", xml: sheetXml([["Hello"]]) };
    expect(await refusalOf(workbookOf([sheet], parts), "a.xlsx")).toBe(tooLarge);
    expect(await blocksOf(workbookOf([sheet], parts.slice(1)), "a.xlsx")).toHaveLength(2);
  });

  test("of more parts than its limit is refused", async () => {
    withLimits({ archiveEntries: 100 });
    const parts = Array.from({ length: 101 }, (_, i) => ({ name: `${i}`, content: "", stored: true }));
    expect(await refusalOf(zipOf(parts), "a.docx")).toBe(tooLarge);
  });

  test("does not read above itself", async () => {
    expect(await refusalOf(zipOf([{ name: "../../word/document.xml", content: "a" }]), "a.docx")).toMatch(/^damaged/);
  });
});
