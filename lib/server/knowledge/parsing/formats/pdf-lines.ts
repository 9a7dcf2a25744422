import type { BlockList } from "../block-list.ts";

export interface TextPiece {
  str: string;
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** A line as it stands on its page; sizes in points, the origin at the left bottom. */
export interface PdfLine {
  text: string;
  y: number;
  size: number;
  left: number;
  right: number;
}

const half = (value: number): number => Math.round(value * 2) / 2;

/** Puts a page's pieces together into lines, in the order in which the file draws them. */
export function pdfLines(pieces: Iterable<TextPiece>): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str, transform, width, hasEOL } of pieces) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    const size = half(Math.hypot(c, d));
    if (line && str.trim() && Math.abs(y - line.y) > Math.max(size, line.size) * 0.5) line = undefined;
    if (!line) {
      if (!str.trim()) continue;
      line = { text: "", y, size, left: x, right: x };
      lines.push(line);
    }
    const gap = x - line.right > line.size * 0.25 && line.text && !/\s$/.test(line.text) && !str.startsWith(" ");
    line.text += gap ? ` ${str}` : str;
    if (str.trim()) line.size = Math.max(line.size, size);
    line.right = Math.max(line.right, x + width);
    if (hasEOL) line = undefined;
  }
  return lines.map((each) => ({ ...each, text: each.text.replace(/\s+/g, " ").trim() }));
}

/** The size in which most of the text is set. */
export function bodySize(pages: readonly (readonly PdfLine[])[]): number {
  const letters = new Map<number, number>();
  for (const lines of pages)
    for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0];
}

/** Sizes of headings, the largest first: clearly more than the text's. */
export const headingSizes = (pages: readonly (readonly PdfLine[])[], body: number): number[] =>
  [...new Set(pages.flatMap((lines) => lines.map(({ size }) => size)))]
    .filter((size) => size >= body * 1.15)
    .sort((a, b) => b - a);

function paragraphsOf(lines: readonly PdfLine[]): PdfLine[][] {
  const paragraphs: PdfLine[][] = [];
  let last: PdfLine | undefined;
  for (const line of lines) {
    const drop = last ? last.y - line.y : 0;
    const goesOn = last && last.size === line.size && drop > 0 && drop <= line.size * 1.6;
    if (goesOn) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    last = line;
  }
  return paragraphs;
}

/** Full lines run on, a word parted at a line's end is put together; after a short line the line ends. */
function joined(lines: readonly PdfLine[]): string {
  const widest = Math.max(...lines.map(({ left, right }) => right - left));
  return lines.reduce((text, line, i) => {
    const before = lines[i - 1];
    if (!before) return line.text;
    if (/\p{L}-$/u.test(before.text) && /^\p{Ll}/u.test(line.text)) return text.slice(0, -1) + line.text;
    return `${text}${before.right - before.left > widest * 0.75 ? " " : "\n"}${line.text}`;
  }, "");
}

export function writePage(lines: readonly PdfLine[], page: number, sizes: readonly number[], blocks: BlockList): void {
  for (const paragraph of paragraphsOf(lines)) {
    const text = joined(paragraph);
    const rank = sizes.indexOf(paragraph[0]?.size ?? 0);
    const heads = rank >= 0 && text.length <= 200 && paragraph.length <= 3 && /\p{L}/u.test(text);
    if (heads) blocks.add("heading", text, { level: Math.min(rank + 1, 6), page });
    else blocks.add("text", text, { page });
  }
}
