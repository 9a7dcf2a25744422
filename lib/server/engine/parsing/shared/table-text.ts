import { createTooLargeError, toOneLine } from "./block-list.ts";
import { parseLimits } from "./limits.ts";

const toCellText = (cell: string): string => toOneLine(cell).replaceAll("|", "\\|");

const toRowLine = (cells: readonly string[]): string => `| ${cells.map(toCellText).join(" | ")} |`;

const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim());

/** Builds a Markdown table; empty rows are omitted. Cells added to short rows count toward the limits. */
export class TableLines {
  readonly #lines: string[];
  readonly #columns: number;
  #length = 0;

  constructor(header: readonly string[]) {
    this.#columns = header.length;
    this.#lines = [toRowLine(header), `|${" --- |".repeat(header.length)}`];
  }

  add(row: readonly string[]): void {
    if (isBlankRow(row)) return;
    const missing = this.#columns - row.length;
    const line = toRowLine(missing > 0 ? [...row, ...Array<string>(missing).fill("")] : row);
    this.#length += line.length;
    if (this.#length > parseLimits.textLength) throw createTooLargeError();
    this.#lines.push(line);
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}

/** A Markdown table with the first row as header. */
export function toTableText(rows: readonly (readonly string[])[]): string {
  const [header, ...rest] = rows.filter((row) => !isBlankRow(row));
  if (!header) return "";
  const lines = new TableLines(header);
  for (const row of rest) lines.add(row);
  return lines.text;
}
