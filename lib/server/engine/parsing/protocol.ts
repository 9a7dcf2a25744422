import type { Chunk, Chunking } from "./chunking/chunk.ts";
import type { FetchedPage, WebPage } from "./formats/web-page.ts";
import type { ParseProblem } from "./shared/parse-error.ts";
import type { Block } from "./shared/parsed.ts";

/** A request to the worker, which sends one reply each and retains its state until the next request. */
export type Question =
  | { ask: "parse"; path: string; filename: string; chunking?: Chunking }
  /** A source's record, as JSON in a file. */
  | { ask: "record"; path: string; chunking: Chunking }
  | { ask: "page"; page: FetchedPage }
  /** The next part of the parsed content. */
  | { ask: "more" };

/** The final reply of both kinds of requests. */
export interface FileHead {
  title: string | null;
  pages?: number;
}

/** A long block is split: `continues` marks a continuation of the previous block. */
export interface BlockPiece extends Block {
  continues?: true;
}

export type Reply =
  | { is: "blocks"; blocks: BlockPiece[] }
  | { is: "chunks"; chunks: Chunk[] }
  /** `memory`: bytes that the worker holds. */
  | { is: "end"; head: FileHead; memory: number }
  | { is: "page"; page: WebPage; memory: number }
  | { is: "failed"; problem: ParseProblem; message: string; detail: string | undefined; memory: number };
