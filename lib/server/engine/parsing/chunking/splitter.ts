import {
  type BoundaryKind,
  findFirstBoundary,
  findGraphemeAfter,
  findGraphemeBefore,
  findLastBoundary,
  isSpace,
  skipSpace,
  trimEnd,
} from "./boundaries.ts";
import type { Chunking } from "./chunk.ts";
import { findLastAt, type Outline, type TableSpan } from "./outline.ts";
import type { Region } from "./regions.ts";

interface Piece {
  start: number;
  end: number;
  /** Header of the table that continues here. */
  header: string;
}

const inProse: BoundaryKind[] = ["gap", "sentence", "line", "word"];
const inLines: BoundaryKind[] = ["gap", "line", "sentence", "word"];

/** Splits regions into chunks in linear time: looks at most one chunk ahead. */
export class Splitter {
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

  *split(region: Region): Generator<Piece> {
    let done = region.start;
    for (let at = region.start; ; ) {
      const start = this.#findStart(at, region.end);
      if (start >= region.end) return;
      const header = this.#findHeader(start);
      const end = this.#findEnd(start, this.#size - header.length, region.end);
      if (end <= done && start < done) {
        // Only overlap would remain: continue without it.
        at = done;
        continue;
      }
      yield { start, end, header };
      if (skipSpace(this.#text, end, region.end) >= region.end) return;
      done = end;
      at = this.#findNextStart(start, end);
    }
  }

  /** The rest of a row that exceeds the size starts without a cell separator. */
  #findStart(at: number, max: number): number {
    let start = skipSpace(this.#text, at, max);
    if (!this.#isWithinRow(start)) return start;
    while (this.#text[start] === "|" && this.#text[start - 1] !== "\n") start = skipSpace(this.#text, start + 1, max);
    return start;
  }

  #isWithinRow(place: number): boolean {
    const table = this.#outline.findTable(place);
    return table !== undefined && place >= table.start + table.header.length && this.#text[place - 1] !== "\n";
  }

  /** Rows without column names are not meaningful. A header longer than half of the size is omitted. */
  #findHeader(start: number): string {
    const table = this.#outline.findTable(start);
    const isRow = table && start >= table.start + table.header.length && this.#text[start - 1] === "\n";
    return isRow && table.header.length <= this.#size / 2 ? table.header : "";
  }

  #findEnd(start: number, room: number, last: number): number {
    const max = this.#isWithinRow(start) ? this.#findLineEnd(start, last) : last;
    if (max - start <= room) return trimEnd(this.#text, start, max);
    const limit = start + room;
    const table = this.#outline.findTable(limit);
    const end = table ? this.#findTableEnd(start, limit, table) : this.#findTextEnd(start, limit);
    return trimEnd(this.#text, start, end);
  }

  #findLineEnd(start: number, last: number): number {
    return findFirstBoundary(this.#text, "line", start, Math.min(last, start + this.#size)) ?? last;
  }

  #findTableEnd(start: number, limit: number, table: TableSpan): number {
    const rowEnd = findLastBoundary(this.#text, "line", this.#findFirstRowEnd(start, limit, table), limit);
    if (table.start > start) {
      // Before the table, if that leaves no half-empty chunk; otherwise after as many rows as fit.
      const before = this.#excludeHeadings(start, table.start);
      if (before > start && (before - start >= this.#size / 2 || rowEnd === undefined)) return before;
    }
    return rowEnd ?? this.#findTextEnd(start, limit);
  }

  /** The header is never a chunk of its own: it includes the first row. */
  #findFirstRowEnd(start: number, limit: number, table: TableSpan): number {
    const firstRow = table.start + table.header.length;
    if (start >= firstRow) return start + 1;
    return findFirstBoundary(this.#text, "line", firstRow, limit) ?? limit + 1;
  }

  /** Keeps a heading with the text after it. */
  #excludeHeadings(start: number, end: number): number {
    let place = end;
    for (;;) {
      const inside = trimEnd(this.#text, start, place);
      const span = this.#outline.findSpan(inside - 1);
      if (span?.block.kind !== "heading" || span.start <= start) return inside > start ? place : start;
      place = span.start;
    }
  }

  #findTextEnd(start: number, limit: number): number {
    const min = start + Math.max(1, Math.floor((limit - start) / 2));
    const kind = this.#outline.findSpan(limit)?.block.kind;
    for (const place of kind === "text" || kind === "heading" ? inProse : inLines) {
      const found = findLastBoundary(this.#text, place, min, limit);
      if (found === undefined) continue;
      const end = place === "gap" ? this.#excludeHeadings(start, found) : found;
      if (end >= min) return end;
    }
    return Math.max(findGraphemeBefore(this.#text, limit, start), start + 1);
  }

  /**
   * The start of the next chunk: within the overlap, at a sentence, line or word. Not inside a table, and not above a heading
   * that comes next.
   */
  #findNextStart(start: number, end: number): number {
    const { tables, spans } = this.#outline;
    const next = spans[findLastAt(spans, end - 1) + 1];
    if (next?.block.kind === "heading" && skipSpace(this.#text, end, next.start) === next.start) return end;
    const tableEnd = tables[findLastAt(tables, end - 1)]?.end ?? 0;
    const min = Math.max(start + 1, end - this.#overlap, tableEnd);
    if (min >= end) return end;
    const from = isSpace(this.#text, min - 1) ? min - 1 : min;
    for (const kind of inProse) {
      const found = findFirstBoundary(this.#text, kind, from, end - 1);
      const place = found === undefined ? end : skipSpace(this.#text, found, end);
      if (place < end) return place;
    }
    return findGraphemeAfter(this.#text, min, end);
  }
}
