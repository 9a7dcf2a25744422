import { oneLine } from "./block-list.ts";

const cellText = (cell: string): string => oneLine(cell).replaceAll("|", "\\|");

export const rowLine = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`;

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim());

/** The lines of a markdown table; rows without any text are left out. */
export class TableLines {
  readonly #lines: string[];
  readonly #columns: number;

  constructor(header: readonly string[]) {
    this.#columns = header.length;
    this.#lines = [rowLine(header), `|${" --- |".repeat(header.length)}`];
  }

  add(row: readonly string[]): void {
    if (isBlankRow(row)) return;
    const missing = this.#columns - row.length;
    this.#lines.push(rowLine(missing > 0 ? [...row, ...Array<string>(missing).fill("")] : row));
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}

/** A markdown table whose header is its first row. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const [header, ...rest] = rows.filter((row) => !isBlankRow(row));
  if (!header) return "";
  const lines = new TableLines(header);
  for (const row of rest) lines.add(row);
  return lines.text;
}
