import type { Archive } from "../../shared/archive.ts";
import { parseLimits } from "../../shared/limits.ts";
import { ParseError } from "../../shared/parse-error.ts";
import { scanXml } from "../../shared/xml-parts.ts";
import { type NumberKind, toNumberText, toStoredText } from "./cell-text.ts";

/** What the cells of all sheets refer to. */
export interface SheetContext {
  strings: readonly string[];
  kinds: readonly NumberKind[];
  from1904: boolean;
}

const maxColumns = 16_384;

/** The 0-based column of a reference such as "AB12"; `next` where there is none. */
function toColumn(reference: string | undefined, next: number): number {
  let column = 0;
  for (const letter of reference?.toUpperCase() ?? "") {
    if (letter < "A" || letter > "Z" || column > maxColumns) break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column > 0 ? column - 1 : next;
}

const createTooLargeError = (rows: number, columns: number) =>
  new ParseError(
    "too_large",
    `A sheet of this workbook has ${rows} rows and ${columns} columns. Delete unused cells outside the data, or split the workbook.`,
  );

/** `text`: what the file has for the cell. */
function toCellText(type: string, style: number, text: string, { strings, kinds, from1904 }: SheetContext): string {
  if (type === "s") {
    const shared = strings[Number(text)];
    if (shared === undefined) throw new ParseError("damaged", "Some text in this workbook is missing. Save it again.");
    return shared;
  }
  if (type === "b") return text === "1" ? "true" : "false";
  if (type === "n") return toNumberText(text, kinds[style] ?? "number", from1904);
  if (type === "d") return text.replace("T", " ").replace(/ 00:00(:00(\.0+)?)?Z?$/, "");
  return text;
}

/** The texts of a sheet's cells, row by row, without rows that are blank. Rows end with their last cell that is not. */
export async function readRows(archive: Archive, part: string, context: SheetContext): Promise<string[][]> {
  const rows: string[][] = [];
  let width = 0;
  let row: string[] = [];
  let column = -1;
  let [type, style, raw] = ["n", 0, ""];
  let inValue = false;
  let phonetic = false;
  const endRow = () => {
    while (row.at(-1) === "") row.pop();
    if (row.length === 0) return;
    rows.push(row);
    width = Math.max(width, row.length);
    if (rows.length * width > parseLimits.sheetCells) throw createTooLargeError(rows.length, width);
  };
  const endCell = () => {
    const text = toStoredText(raw);
    if (text === "" || column >= maxColumns) return;
    while (row.length < column) row.push("");
    row[column] = toCellText(type, style, text, context);
  };
  await scanXml(archive, part, {
    open: (name, { r, t = "n", s }) => {
      if (name === "row") [row, column] = [[], -1];
      if (name === "c") {
        column = toColumn(r, column + 1);
        [type, style, raw] = [t, Number(s ?? 0), ""];
      }
      if (name === "rPh") phonetic = true;
      inValue = name === "v" || (name === "t" && type === "inlineStr" && !phonetic);
    },
    text: (more) => {
      if (inValue) raw += more;
    },
    close: (name) => {
      if (name === "c") endCell();
      if (name === "row") endRow();
      if (name === "rPh") phonetic = false;
      inValue = false;
    },
  });
  return rows;
}
