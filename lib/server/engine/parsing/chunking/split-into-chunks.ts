import type { Parsed } from "../shared/parsed.ts";
import type { Chunk, Chunking } from "./chunk.ts";
import { Outline } from "./outline.ts";
import { listRegions } from "./regions.ts";
import { Splitter } from "./splitter.ts";

/** Splits a file's text into chunks lazily, so that the caller can yield between them. */
export function* splitIntoChunks(parsed: Pick<Parsed, "blocks">, chunking: Chunking): Generator<Chunk> {
  const outline = new Outline(parsed);
  const cutter = new Splitter(outline, chunking);
  for (const region of listRegions(outline, chunking.strategy))
    for (const { start, end, header } of cutter.split(region)) {
      const page = outline.findSpan(start)?.block.page ?? null;
      const lastPage = outline.findSpan(end - 1)?.block.page ?? null;
      yield {
        text: header + outline.text.slice(start, end),
        position: start,
        end,
        page,
        lastPage: lastPage === page ? null : lastPage,
        headings: outline.findHeadings({ start, end }),
      };
    }
}
