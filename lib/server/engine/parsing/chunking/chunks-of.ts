import type { Parsed } from "../shared/parsed.ts";
import type { Chunk, Chunking } from "./chunk.ts";
import { Cutter } from "./cutter.ts";
import { Outline } from "./outline.ts";
import { regionsOf } from "./regions.ts";

/** Splits a file's text into chunks lazily, so that the caller can yield between them. */
export function* chunksOf(parsed: Pick<Parsed, "blocks">, chunking: Chunking): Generator<Chunk> {
  const outline = new Outline(parsed);
  const cutter = new Cutter(outline, chunking);
  for (const region of regionsOf(outline, chunking.strategy))
    for (const { start, end, header } of cutter.cut(region)) {
      const page = outline.spanAt(start)?.block.page ?? null;
      const lastPage = outline.spanAt(end - 1)?.block.page ?? null;
      yield {
        text: header + outline.text.slice(start, end),
        position: start,
        end,
        page,
        lastPage: lastPage === page ? null : lastPage,
        headings: outline.headingsOf({ start, end }),
      };
    }
}
