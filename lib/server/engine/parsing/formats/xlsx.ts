import { type CellValue, readXlsx as readWorkbook } from "hucre/xlsx";
import JSZip from "jszip";
import type { Archive } from "../shared/archive.ts";
import type { BlockList } from "../shared/block-list.ts";
import { parseLimits } from "../shared/limits.ts";
import { listElements } from "../shared/markup.ts";
import { ParseError } from "../shared/parse-error.ts";
import { isBlankRow, TableLines } from "../shared/table-text.ts";
import { readRelations, readXmlPart } from "../shared/xml-parts.ts";

function toText(cell: CellValue): string {
  if (cell === null) return "";
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return "";
    // A time is a fraction of a day, never exact.
    const rounded = new Date(Math.round(cell.getTime() / 1_000) * 1_000);
    const [date = "", time = ""] = rounded.toISOString().split("T");
    const shortTime = time.slice(0, time.startsWith(":00", 5) ? 5 : 8);
    // Excel's dates start in 1900: one before is a time of day.
    if (rounded.getUTCFullYear() < 1900) return shortTime;
    return shortTime === "00:00" ? date : `${date} ${shortTime}`;
  }
  // Removes floating-point noise: Excel shows 15 digits.
  return typeof cell === "number" ? String(Number(cell.toPrecision(15))) : String(cell);
}

const toColumnNumber = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Parts without cells, which may be larger than those with cells. */
const skippedParts = /(^|\/)(charts|drawings|pivotCache|pivotTables|theme|threadedComments|customXml|media)\//;

/** A single cell far below all others would make a rectangle too large for memory. */
function checkSize(sheet: Buffer): void {
  let rows = 0;
  let columns = 0;
  for (const [, attributes = ""] of sheet.toString("latin1").matchAll(/<(?:\w{1,50}:)?c(?=\s)([^<>]*)/g)) {
    const [, column = "", row = ""] = /\sr="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, toColumnNumber(column));
  }
  if (rows * columns > parseLimits.sheetCells)
    throw new ParseError(
      "too_large",
      `A sheet of this workbook reaches over ${rows} rows and ${columns} columns. Delete what lies outside its data, or split it.`,
    );
}

/** Lines above the table, such as a title, have fewer cells than the table. */
function findHeaderRow(rows: readonly string[][]): number {
  const filled = rows.slice(0, 20).map((row) => row.filter((cell) => cell.trim()).length);
  const widest = Math.max(0, ...filled);
  return widest < 2 ? 0 : filled.findIndex((count) => count > 1);
}

function writeSheet(rows: readonly string[][], blocks: BlockList): void {
  const start = findHeaderRow(rows);
  for (const row of rows.slice(0, start)) blocks.add("text", row.filter((cell) => cell.trim()).join(" "));
  const [header, ...rest] = rows.slice(start);
  if (!header) return;
  const table = new TableLines(header);
  for (const row of rest) table.add(row);
  blocks.add("table", table.text);
}

/** Removes trailing empty columns. */
function trimEmptyColumns(rows: readonly string[][]): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim()) + 1), 0);
  return rows.map((row) => row.slice(0, width));
}

/** For each sheet of the workbook: whether it has cells. One with nothing but a chart has none. */
async function listHasCells(archive: Archive): Promise<boolean[]> {
  const main = "xl/workbook.xml";
  const relations = await readRelations(archive, main);
  return [...listElements(await readXmlPart(archive, main))].flatMap(({ name = "", attribs }) =>
    /^(\w+:)?sheet$/.test(name) ? [relations.get(attribs?.["r:id"] ?? "")?.type === "worksheet"] : [],
  );
}

/** Each sheet: its name as heading, its rows as a table. */
export async function readXlsx(archive: Archive, blocks: BlockList): Promise<null> {
  const parts = new JSZip();
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/.test(name) || skippedParts.test(name)) continue;
    const bytes = await archive.bytes(name);
    if (/worksheets\/[^/]+\.xml$/.test(name)) checkSize(bytes);
    parts.file(name, bytes, { createFolders: false });
  }
  const hasCells = await listHasCells(archive);
  const { sheets } = await readWorkbook(await parts.generateAsync({ type: "uint8array" }), {
    sheets: ({ index }) => hasCells[index] === true,
  });
  for (const sheet of sheets) {
    const rows = sheet.rows.map((row) => row.map(toText)).filter((row) => !isBlankRow(row));
    if (rows.length === 0) continue;
    blocks.add("heading", sheet.name, { level: 1 });
    writeSheet(trimEmptyColumns(rows), blocks);
  }
  return null;
}
