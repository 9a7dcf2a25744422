import { type Block, blockGap, joinBlocks, type Parsed } from "../shared/parsed.ts";

export interface Span {
  start: number;
  end: number;
  block: Block;
}

export interface TableSpan extends Span {
  /** The header and delimiter rows with their line breaks. */
  header: string;
}

/** The last index whose `start` is not after the offset; -1 if none. */
export function findLastAt(spans: readonly { start: number }[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const longestHeading = 200;

interface Heading {
  start: number;
  /** The headings above it, and itself. */
  path: string[];
}

function collectHeadings(spans: readonly Span[]): Heading[] {
  const open: { level: number; text: string }[] = [];
  const found: Heading[] = [];
  for (const { start, block } of spans) {
    if (block.kind !== "heading") continue;
    const level = block.level ?? 1;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: block.text.slice(0, longestHeading).toWellFormed() });
    found.push({ start, path: open.map(({ text }) => text) });
  }
  return found;
}

function toTableSpan(span: Span): TableSpan[] {
  const { text, kind } = span.block;
  if (kind !== "table") return [];
  const header = /^[^\n]*\n\|?[ \t:|-]+(?:\n|$)/.exec(text)?.[0] ?? "";
  return [{ ...span, header }];
}

/** A file's text with its structure by offset. */
export class Outline {
  readonly text: string;
  readonly spans: Span[] = [];
  readonly tables: TableSpan[];
  readonly #headings: Heading[];

  constructor(parsed: Pick<Parsed, "blocks">) {
    this.text = joinBlocks(parsed);
    let start = 0;
    for (const block of parsed.blocks) {
      this.spans.push({ start, end: start + block.text.length, block });
      start += block.text.length + blockGap.length;
    }
    this.tables = this.spans.flatMap(toTableSpan);
    this.#headings = collectHeadings(this.spans);
  }

  /** The block at an offset, including the gap after it. */
  findSpan(place: number): Span | undefined {
    return this.spans[findLastAt(this.spans, place)];
  }

  findTable(place: number): TableSpan | undefined {
    const table = this.tables[findLastAt(this.tables, place)];
    return table && place < table.end ? table : undefined;
  }

  /** The headings above a passage. If it starts with several, the last of them counts. */
  findHeadings({ start: place, end }: { start: number; end: number }): string[] {
    let at = findLastAt(this.spans, place);
    const isHeading = (span: Span | undefined) => span?.block.kind === "heading" && span.start < end;
    while (isHeading(this.spans[at]) && isHeading(this.spans[at + 1])) at += 1;
    const { start } = this.spans[at] ?? { start: place };
    return this.#headings[findLastAt(this.#headings, start)]?.path ?? [];
  }
}
