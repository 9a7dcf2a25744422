import { contentTypes, escapeXml, officeRelations, relationsFile, xmlFile } from "./xml";
import { type ZipPart, zipOf } from "./zip";

export type Cell = string | number | boolean | Date | null;

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) return `<c r="${at}" s="1"><v>${cell.getTime() / 86_400_000 + 25_569}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
}

export function sheetXml(rows: readonly Cell[][]): string {
  const lines = rows.map((cells, row) => {
    const inner = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join("");
    return `<row r="${row + 1}">${inner}</row>`;
  });
  return xmlFile(`<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`);
}

interface WorkbookOptions {
  extra?: readonly ZipPart[];
  /** The items of the shared strings, as XML. */
  strings?: string;
  /** Number formats: cells use them by the style 2, 3 and so on. */
  formats?: readonly string[];
  from1904?: boolean;
}

const stylesXml = (formats: readonly string[]): string => {
  const listed = formats.map((format, i) => `<numFmt numFmtId="${170 + i}" formatCode="${escapeXml(format)}"/>`);
  const cells = [0, 14, ...formats.map((_format, i) => 170 + i)].map((id) => `<xf numFmtId="${id}"/>`);
  return xmlFile(
    `<styleSheet xmlns="${main}"><numFmts>${listed.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cells.join("")}</cellXfs></styleSheet>`,
  );
};

/** A workbook of sheets whose XML is given; `kind` is "worksheet" unless given. */
export function workbookOf(
  sheets: readonly { name: string; xml: string; kind?: string }[],
  { extra = [], strings, formats = [], from1904 = false }: WorkbookOptions = {},
): Buffer {
  const list = sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const relations = sheets.map(({ kind = "worksheet" }, i) => ({
    id: `rId${i + 1}`,
    type: kind,
    target: `worksheets/sheet${i + 1}.xml`,
  }));
  const shared = strings === undefined ? [] : [{ id: "rIdT", type: "sharedStrings", target: "sharedStrings.xml" }];
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
  return zipOf([
    { name: "[Content_Types].xml", content: contentTypes({ "/xl/workbook.xml": type }) },
    {
      name: "_rels/.rels",
      content: relationsFile([{ id: "rId1", type: "officeDocument", target: "xl/workbook.xml" }]),
    },
    {
      name: "xl/workbook.xml",
      content: xmlFile(
        `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><workbookPr date1904="${from1904}"/><sheets>${list.join("")}</sheets></workbook>`,
      ),
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relationsFile([...relations, ...shared, { id: "rIdS", type: "styles", target: "styles.xml" }]),
    },
    { name: "xl/styles.xml", content: stylesXml(formats) },
    ...shared.map(() => ({
      name: "xl/SharedStrings.xml",
      content: xmlFile(`<sst xmlns="${main}">${strings}</sst>`),
    })),
    ...sheets.map(({ xml }, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content: xml })),
    ...extra,
  ]);
}

/** A workbook as a spreadsheet program would save it. */
export const xlsxOf = (sheets: readonly { name: string; rows: readonly Cell[][] }[]): Buffer =>
  workbookOf(sheets.map(({ name, rows }) => ({ name, xml: sheetXml(rows) })));
