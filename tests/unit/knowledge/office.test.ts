import { describe, expect, test, vi } from "vitest";
import { docxOf, heading, listItem, paragraph, table } from "../../support/knowledge/docx";
import { epubOf } from "../../support/knowledge/epub";
import { withLimits } from "../../support/knowledge/limits";
import { odtOf } from "../../support/knowledge/odt";
import { blocksOf, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";
import { pptxOf } from "../../support/knowledge/pptx";
import { sheetXml, workbookOf } from "../../support/knowledge/xlsx";
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
    expect(await refusalOf(held, "a.docx")).toMatch(/^damaged: This can't be read as a Word document/);
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
      "protected: This book is protected by DRM. Upload a copy without DRM.",
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
      "damaged: This file's parts are nested too deeply. Save it again.",
    );
    expect(await refusalOf(docxOf(deep.replaceAll("text:span", "w:sdt")), "a.docx")).toBe(
      "damaged: This Word document's parts are nested too deeply. Save it again.",
    );
  });
});

describe("an archive", () => {
  const mega = 1024 * 1024;
  const zeros = Buffer.alloc(3 * mega);
  const tooLarge =
    "too_large: The unpacked content of this file is too large. Split it into several files and upload them.";

  test("that unpacks to more than its limit is refused", async () => {
    withLimits({ inflatedBytes: 2 * mega });
    expect(await refusalOf(zipOf([{ name: "word/document.xml", content: zeros }]), "a.docx")).toBe(tooLarge);
    const xml = `<worksheet>${" ".repeat(3 * mega)}</worksheet>`;
    expect(await refusalOf(workbookOf([{ name: "A", xml }]), "a.xlsx")).toBe(tooLarge);
  });

  test("that claims less than it holds is refused", async () => {
    const lie = zipOf([{ name: "word/document.xml", content: zeros, claimedSize: 100 }]);
    expect(await refusalOf(lie, "a.docx")).toMatch(/^damaged/);
  });

  test("whose parts are small alone is counted as a whole", async () => {
    withLimits({ inflatedBytes: 8 * mega });
    const xml = sheetXml([["Hello"]]).replace("<sheetData>", `${" ".repeat(3 * mega)}<sheetData>`);
    const sheets = ["A", "B", "C"].map((name) => ({ name, xml }));
    expect(await refusalOf(workbookOf(sheets), "a.xlsx")).toBe(tooLarge);
    expect(await blocksOf(workbookOf(sheets.slice(1)), "a.xlsx")).toHaveLength(4);
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
