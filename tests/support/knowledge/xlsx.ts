import { type ZipPart, zipOf } from "./zip.ts";

export type Cell = string | number | boolean | Date | null;

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

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
  return xml(`<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`);
}

export interface SheetPart {
  name: string;
  xml: string;
}

/** A workbook of sheets whose XML is given. */
export function workbookOf(sheets: readonly SheetPart[], extra: readonly ZipPart[] = []): Buffer {
  const list = sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const targets = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rIdS" Type="${relations}/styles" Target="styles.xml"/>`;
  const override = (path: string, type: string) => `<Override PartName="${path}" ContentType="${type}"/>`;
  const office = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const types = override("/xl/workbook.xml", `${office}.sheet.main+xml`);
  return zipOf([
    {
      name: "[Content_Types].xml",
      content: xml(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}</Types>`),
    },
    {
      name: "_rels/.rels",
      content: xml(
        `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: "xl/workbook.xml",
      content: xml(`<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join("")}</sheets></workbook>`),
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: xml(`<Relationships xmlns="${packageRelations}">${targets.join("")}${styles}</Relationships>`),
    },
    {
      name: "xl/styles.xml",
      content: xml(
        `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      ),
    },
    ...sheets.map(({ xml: content }, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content })),
    ...extra,
  ]);
}

/** A workbook as a spreadsheet program would save it. */
export const xlsxOf = (sheets: readonly { name: string; rows: readonly Cell[][] }[]): Buffer =>
  workbookOf(sheets.map(({ name, rows }) => ({ name, xml: sheetXml(rows) })));
