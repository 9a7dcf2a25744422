import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ParserPool } from "@/lib/server/engine/parsing/parser-pool";
import { withLimits } from "../../support/knowledge/limits";
import { blocksOf, fileWith, parseBytes, refusalOf } from "../../support/knowledge/parse-bytes";
import { sheetXml, workbookOf, xlsxOf } from "../../support/knowledge/xlsx";
import { relationsFile, xmlFile } from "../../support/knowledge/xml";

vi.setConfig({ testTimeout: 30_000 });

const rows = [
  ["Name", "Price"],
  ["Tea", "3"],
];
const asTable = "| Name | Price |\n| --- | --- |\n| Tea | 3 |";
const sheet = (body: string): string => `<worksheet><sheetData>${body}</sheetData></worksheet>`;

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

  test("with one cell far from all others is read; one of too many cells says so", async () => {
    withLimits({ sheetCells: 10_000 });
    const far = [
      { name: "A", xml: sheet('<row r="1"><c><v>1</v></c></row><row r="900000"><c r="B900000"><v>2</v></c></row>') },
    ];
    expect(await blocksOf(workbookOf(far), "a.xlsx")).toEqual([
      "heading1: A",
      "table: | 1 |  |\n| --- | --- |\n|  | 2 |",
    ]);
    const rows = "<row><c><v>1</v></c></row>".repeat(400);
    const wide = [{ name: "A", xml: sheet(`<row><c r="ab1"><v>1</v></c></row>${rows}`) }];
    expect(await refusalOf(workbookOf(wide), "a.xlsx")).toBe(
      "too_large: A sheet of this workbook has 358 rows and 28 columns. Delete unused cells outside the data, or split the workbook.",
    );
  });

  test("of 700,000 different texts is read by the process that reads files", async () => {
    const strings = Array.from({ length: 700_000 }, (_, i) => `<si><t>Text ${i}</t></si>`).join("");
    const row = (r: number) =>
      `<row>${Array.from({ length: 10 }, (_, c) => `<c t="s"><v>${r * 10 + c}</v></c>`).join("")}</row>`;
    const xml = sheet(Array.from({ length: 70_000 }, (_, r) => row(r)).join(""));
    const pool = new ParserPool(1);
    onTestFinished(() => pool.close());
    const path = fileWith(workbookOf([{ name: "A", xml }], { strings }));
    const parser = await pool.acquire("team", new AbortController().signal);
    const reply = await parser.ask({ ask: "parse", path, filename: "a.xlsx" }, new AbortController().signal);
    expect(reply).toMatchObject({ is: "blocks" });
  });

  test("shows amounts, durations and times by their formats", async () => {
    const shown: [format: string, value: number | string, text: string][] = [
      ["[$S/.-280A] #,##0.00", 1234.5, "1234.5"],
      ["#,##0.00 [$Din.-81A]", 1234.5, "1234.5"],
      ["Standard", 5, "5"],
      ['0.0 "days"', 3, "3"],
      ["[h]:mm", 1.5, "36:00"],
      ["[h]:mm", -0.5, "-12:00"],
      ["h:mm", 0, "00:00"],
      ["h:mm", 9.5 / 24, "09:30"],
      ["yyyy-mm-dd hh:mm", 45_000.999_999_9, "2023-03-16"],
      ["yyyy-mm-dd", 45_000.25, "2023-03-15 06:00"],
      ["yyyy-mm-dd", 60, "1900-02-29"],
      ["yyyy-mm-dd", -3, "-3"],
      ["yyyy-mm-dd", "1E400", "1E400"],
      ["yyyy-mm-dd", 2_958_465.999_999_9, "2958465.9999999"],
      ['yyyy "[h]"', 45_000, "2023-03-15"],
      ["0;[h]:mm", 1.5, "1.5"],
    ];
    const cells = shown.map(([, value], i) => `<c s="${i + 2}"><v>${value}</v></c>`);
    const formats = shown.map(([format]) => format);
    const xml = sheet(`<row>${cells.join("")}</row>`);
    const [, text] = await blocksOf(workbookOf([{ name: "A", xml }], { formats }), "a.xlsx");
    expect(text?.split("\n")[0]).toBe(`table: | ${shown.map(([, , expected]) => expected).join(" | ")} |`);
  });

  test("may count its days from 1904", async () => {
    const xml = sheet('<row><c s="1"><v>43500</v></c><c s="1"><v>0</v></c><c s="2"><v>0.5</v></c></row>');
    const file = workbookOf([{ name: "A", xml }], { from1904: true, formats: ["h:mm"] });
    expect((await blocksOf(file, "a.xlsx"))[1]).toContain("| 2023-02-05 | 1904-01-01 | 12:00 |");
  });

  test("has texts of several runs, without how they are read aloud, and with escaped characters", async () => {
    const phonetic = "<r><t>漢</t></r><r><t>字</t></r><rPh><t>カンジ</t></rPh>";
    const xml = sheet(
      `<row><c t="s"><v>0</v></c><c t="inlineStr"><is>${phonetic}</is></c><c t="s"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2025-03-04T09:30:00</v></c></row>`,
    );
    const strings = `<si>${phonetic}</si><si><t>a_x0009_<![CDATA[<b>]]></t></si>`;
    const [, text] = await blocksOf(workbookOf([{ name: "A", xml }], { strings }), "a.xlsx");
    expect(text).toContain("| 漢字 | 漢字 | a <b> | #N/A | 2025-03-04 09:30:00 |");
  });

  test("that is not complete is damaged", async () => {
    const missing = sheet('<row><c t="s"><v>7</v></c></row>');
    const cut = sheetXml(rows).replace("</sheetData></worksheet>", "");
    for (const xml of [missing, cut, ""])
      expect(await refusalOf(workbookOf([{ name: "A", xml }]), "a.xlsx")).toMatch(/^damaged/);
  });

  test("may lack a part that nothing refers to, and have characters that XML forbids", async () => {
    const xml = sheet(`<row><c t="str"><v>a\x01b c</v></c><c t="str"><v>${" ".repeat(100)}</v></c></row>`);
    const relations = relationsFile([
      { id: "rId1", type: "worksheet", target: "../../xl/worksheets/sheet1.xml" },
      { id: "rId2", type: "sharedStrings", target: "gone.xml" },
    ]);
    const extra = [{ name: "xl/_rels/workbook.xml.rels", content: relations }];
    const [, text] = await blocksOf(workbookOf([{ name: "A", xml }], { extra }), "a.xlsx");
    expect(text).toMatch(/a\W?b c/);
  });

  test("is read in the encoding that its parts declare", async () => {
    const body = '<row><c t="inlineStr"><is><t>Thé</t></is></c><c><v>3</v></c></row>';
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${sheet(body)}`, "latin1");
    const dos = Buffer.from(latin.toString("latin1").replace("ISO-8859-1", "cp850").replace("é", "\x82"), "latin1");
    const utf16 = Buffer.from(`\uFEFF${sheet(body)}`, "utf16le");
    for (const content of [latin, dos, utf16]) {
      const extra = [{ name: "xl/worksheets/sheet1.xml", content }];
      const [, text] = await blocksOf(workbookOf([{ name: "A", xml: "" }], { extra }), "a.xlsx");
      expect(text).toContain("| Thé | 3 |");
    }
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
