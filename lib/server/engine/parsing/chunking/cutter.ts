import type { Chunking } from "./chunk.ts";
import { lastAt, type Outline, type TableSpan } from "./outline.ts";
import {
  firstPlace,
  isSpace,
  lastPlace,
  type PlaceKind,
  skipSpace,
  trimmedEnd,
  wholeSignAfter,
  wholeSignBefore,
} from "./places.ts";
import type { Region } from "./regions.ts";

interface Piece {
  start: number;
  end: number;
  /** Header of the table that continues here. */
  header: string;
}

const inProse: PlaceKind[] = ["gap", "sentence", "line", "word"];
const inLines: PlaceKind[] = ["gap", "line", "sentence", "word"];

/** Splits regions into chunks in linear time: looks at most one chunk ahead. */
export class Cutter {
  readonly #outline: Outline;
  readonly #text: string;
  readonly #size: number;
  readonly #overlap: number;

  constructor(outline: Outline, { size, overlap }: Chunking) {
    this.#outline = outline;
    this.#text = outline.text;
    this.#size = Math.max(1, Math.floor(size));
    this.#overlap = Math.min(Math.max(0, Math.floor(overlap)), Math.floor(this.#size / 2));
  }

  *cut(region: Region): Generator<Piece> {
    let done = region.start;
    for (let at = region.start; ; ) {
      const start = this.#startFrom(at, region.end);
      if (start >= region.end) return;
      const header = this.#headerFor(start);
      const end = this.#endOf(start, this.#size - header.length, region.end);
      if (end <= done && start < done) {
        // Only overlap would remain: continue without it.
        at = done;
        continue;
      }
      yield { start, end, header };
      if (skipSpace(this.#text, end, region.end) >= region.end) return;
      done = end;
      at = this.#nextStart(start, end);
    }
  }

  /** The rest of a row that exceeds the size starts without a cell separator. */
  #startFrom(at: number, most: number): number {
    let start = skipSpace(this.#text, at, most);
    if (!this.#isWithinRow(start)) return start;
    while (this.#text[start] === "|" && this.#text[start - 1] !== "\n") start = skipSpace(this.#text, start + 1, most);
    return start;
  }

  #isWithinRow(place: number): boolean {
    const table = this.#outline.tableAt(place);
    return table !== undefined && place >= table.start + table.header.length && this.#text[place - 1] !== "\n";
  }

  /** Rows without column names are not meaningful. A header longer than half of the size is omitted. */
  #headerFor(start: number): string {
    const table = this.#outline.tableAt(start);
    const isRow = table && start >= table.start + table.header.length && this.#text[start - 1] === "\n";
    return isRow && table.header.length <= this.#size / 2 ? table.header : "";
  }

  #endOf(start: number, room: number, last: number): number {
    const most = this.#isWithinRow(start) ? this.#endOfLine(start, last) : last;
    if (most - start <= room) return trimmedEnd(this.#text, start, most);
    const limit = start + room;
    const table = this.#outline.tableAt(limit);
    const end = table ? this.#endInTable(start, limit, table) : this.#endInText(start, limit);
    return trimmedEnd(this.#text, start, end);
  }

  #endOfLine(start: number, last: number): number {
    return firstPlace(this.#text, "line", start, Math.min(last, start + this.#size)) ?? last;
  }

  #endInTable(start: number, limit: number, table: TableSpan): number {
    const rowEnd = lastPlace(this.#text, "line", this.#firstRowEnd(start, limit, table), limit);
    if (table.start > start) {
      // Before the table, if that leaves no half-empty chunk; otherwise after as many rows as fit.
      const before = this.#withoutHeadings(start, table.start);
      if (before > start && (before - start >= this.#size / 2 || rowEnd === undefined)) return before;
    }
    return rowEnd ?? this.#endInText(start, limit);
  }

  /** The header is never a chunk of its own: it includes the first row. */
  #firstRowEnd(start: number, limit: number, table: TableSpan): number {
    const firstRow = table.start + table.header.length;
    if (start >= firstRow) return start + 1;
    return firstPlace(this.#text, "line", firstRow, limit) ?? limit + 1;
  }

  /** Keeps a heading with the text after it. */
  #withoutHeadings(start: number, end: number): number {
    let place = end;
    for (;;) {
      const inside = trimmedEnd(this.#text, start, place);
      const span = this.#outline.spanAt(inside - 1);
      if (span?.block.kind !== "heading" || span.start <= start) return inside > start ? place : start;
      place = span.start;
    }
  }

  #endInText(start: number, limit: number): number {
    const least = start + Math.max(1, Math.floor((limit - start) / 2));
    const kind = this.#outline.spanAt(limit)?.block.kind;
    for (const place of kind === "text" || kind === "heading" ? inProse : inLines) {
      const found = lastPlace(this.#text, place, least, limit);
      if (found === undefined) continue;
      const end = place === "gap" ? this.#withoutHeadings(start, found) : found;
      if (end >= least) return end;
    }
    return Math.max(wholeSignBefore(this.#text, limit, start), start + 1);
  }

  /**
   * The start of the next chunk: within the overlap, at a sentence, line or word. Not inside a table, and not above a heading
   * that comes next.
   */
  #nextStart(start: number, end: number): number {
    const { tables, spans } = this.#outline;
    const next = spans[lastAt(spans, end - 1) + 1];
    if (next?.block.kind === "heading" && skipSpace(this.#text, end, next.start) === next.start) return end;
    const tableEnd = tables[lastAt(tables, end - 1)]?.end ?? 0;
    const least = Math.max(start + 1, end - this.#overlap, tableEnd);
    if (least >= end) return end;
    const from = isSpace(this.#text, least - 1) ? least - 1 : least;
    for (const kind of inProse) {
      const found = firstPlace(this.#text, kind, from, end - 1);
      const place = found === undefined ? end : skipSpace(this.#text, found, end);
      if (place < end) return place;
    }
    return wholeSignAfter(this.#text, least, end);
  }
}
