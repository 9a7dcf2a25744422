import type { Chunking } from "./chunk.ts";
import type { Outline, Span } from "./outline.ts";

/** A part of the text that no chunk crosses. */
export interface Region {
  start: number;
  end: number;
}

/** Whether a new region starts with this block. */
type Begins = (span: Span, before: Span) => boolean;

const begins: Record<Exclude<Chunking["strategy"], "row">, Begins> = {
  recursive: () => false,
  markdown: ({ block }, { block: before }) => block.kind === "heading" && before.kind !== "heading",
  page: ({ block }, { block: before }) => block.page !== before.page,
};

/** A table's rows; the first one includes the header. */
function* listRows(outline: Outline, { start, end }: Span): Generator<Region> {
  const header = outline.findTable(start)?.header.length ?? 0;
  for (let from = start, look = start + header; from < end; ) {
    const lineEnd = outline.text.indexOf("\n", look);
    const to = lineEnd < 0 || lineEnd > end ? end : lineEnd;
    yield { start: from, end: to };
    from = look = to + 1;
  }
}

export function* listRegions(outline: Outline, strategy: Chunking["strategy"]): Generator<Region> {
  if (strategy === "row") {
    for (const span of outline.spans)
      if (span.block.kind === "table") yield* listRows(outline, span);
      else yield span;
    return;
  }
  let start = 0;
  for (const [i, span] of outline.spans.entries()) {
    const before = outline.spans[i - 1];
    if (!before || !begins[strategy](span, before)) continue;
    yield { start, end: before.end };
    start = span.start;
  }
  yield { start, end: outline.text.length };
}
