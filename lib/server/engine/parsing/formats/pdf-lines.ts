import type { BlockList } from "../shared/block-list.ts";
import { toTableText } from "../shared/table-text.ts";

interface TextPiece {
  str: string;
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** A line with its position on the page; sizes in points, origin at the bottom left. */
export interface PdfLine {
  /** Texts separated by wide gaps, such as a table's columns. */
  cells: string[];
  y: number;
  size: number;
  left: number;
  right: number;
}

const half = (value: number): number => Math.round(value * 2) / 2;

const toText = ({ cells }: PdfLine): string => cells.join(" ");

/** Bullets and list numbers are separated from their text by a gap. */
const isMarker = (cell: string): boolean => /^([^\p{L}\p{N}]{1,2}|\(?(\d{1,3}|[a-zA-Z]{1,4})[.)])$/u.test(cell);

function tidyCells(cells: readonly string[]): string[] {
  const [first = "", second, ...rest] = cells.map((cell) => cell.replace(/\s+/g, " ").trim()).filter(Boolean);
  const whole =
    second === undefined ? [first] : isMarker(first) ? [`${first} ${second}`, ...rest] : [first, second, ...rest];
  // Dot leaders of a table of contents.
  return whole.map((cell) => cell.replace(/(?: ?\.){5,} ?/g, " … "));
}

/** Combines a page's text items into lines, in drawing order. */
export function toPdfLines(pieces: Iterable<TextPiece>): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str, transform, width, hasEOL } of pieces) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = half(Math.hypot(c, d));
    if (line && str.trim() && Math.abs(y - line.y) > Math.max(size, line.size) * 0.5) line = undefined;
    if (!line) {
      if (!str.trim()) continue;
      line = { cells: [""], y, size, left: x, right: x };
      lines.push(line);
    }
    const gap = str.trim() ? (x - line.right) / (line.size || 1) : 0;
    if (gap > 1.2) line.cells.push(str);
    else line.cells.push(`${line.cells.pop() ?? ""}${gap > 0.25 ? " " : ""}${str}`);
    if (str.trim()) line.size = Math.max(line.size, size);
    if (str.trim()) line.right = Math.max(line.right, x + width);
    if (hasEOL) line = undefined;
  }
  return lines.map((each) => ({ ...each, cells: tidyCells(each.cells) }));
}

/** The most frequent text size. */
export function findBodySize(pages: readonly (readonly PdfLine[])[]): number {
  const letters = new Map<number, number>();
  for (const lines of pages)
    for (const line of lines) letters.set(line.size, (letters.get(line.size) ?? 0) + toText(line).length);
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
}

/** Heading sizes, largest first: clearly larger than body text. */
export const findHeadingSizes = (pages: readonly (readonly PdfLine[])[], body: number): number[] =>
  [...new Set(pages.flatMap((lines) => lines.map(({ size }) => size)))]
    .filter((size) => size >= body * 1.15)
    .sort((a, b) => b - a);

const follows = (line: PdfLine, last: PdfLine | undefined, gap: number): boolean =>
  last !== undefined && last.size === line.size && last.y > line.y && last.y - line.y <= line.size * gap;

/** Table rows have equal numbers of cells, and there are too many of them for a coincidence. */
function findTableEnd(lines: readonly PdfLine[], start: number): number {
  const columns = lines[start]?.cells.length ?? 0;
  if (columns < 2) return start;
  let end = start + 1;
  for (let line = lines[end]; line?.cells.length === columns && follows(line, lines[end - 1], 3); line = lines[end])
    end += 1;
  return end - start >= (columns > 2 ? 2 : 3) ? end : start;
}

function findParagraphEnd(lines: readonly PdfLine[], start: number): number {
  let end = start + 1;
  for (let line = lines[end]; line && follows(line, lines[end - 1], 1.6); line = lines[end]) {
    if (findTableEnd(lines, end) > end) break;
    end += 1;
  }
  return end;
}

/** The width of a full line: the 75th percentile of the page. */
function findFullWidth(lines: readonly PdfLine[]): number {
  const widths = lines.map(({ left, right }) => right - left).sort((a, b) => a - b);
  return widths[Math.floor(widths.length * 0.75)] ?? 0;
}

/** Joins full lines and hyphenated words; a short line keeps its line break. */
function joinLines(lines: readonly PdfLine[], full: number): string {
  const texts = lines.map(toText);
  return texts
    .map((text, i) => {
      const { left = 0, right = 0 } = lines[i] ?? {};
      const next = texts[i + 1];
      if (next === undefined) return text;
      if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1);
      return text + (right - left > full * 0.75 ? " " : "\n");
    })
    .join("");
}

function writeParagraph(
  lines: readonly PdfLine[],
  text: string,
  page: number,
  sizes: readonly number[],
  blocks: BlockList,
): void {
  const rank = sizes.indexOf(lines[0]?.size ?? 0);
  const heads = rank >= 0 && text.length <= 200 && lines.length <= 3 && /\p{L}/u.test(text) && !text.includes(" … ");
  if (heads) blocks.add("heading", text, { level: Math.min(rank + 1, 6), page });
  else blocks.add("text", text, { page });
}

export function writePage(lines: readonly PdfLine[], page: number, sizes: readonly number[], blocks: BlockList): void {
  const full = findFullWidth(lines);
  for (let at = 0; at < lines.length; ) {
    const rows = findTableEnd(lines, at);
    const end = rows > at ? rows : findParagraphEnd(lines, at);
    const part = lines.slice(at, end);
    if (rows > at) blocks.add("table", toTableText(part.map(({ cells }) => cells)), { page });
    else writeParagraph(part, joinLines(part, full), page, sizes, blocks);
    at = end;
  }
}
