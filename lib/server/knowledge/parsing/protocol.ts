import type { Chunk, Chunking } from "../chunking/chunk.ts";
import type { FetchedPage, WebPage } from "./formats/web-page.ts";
import type { ParseProblem } from "./parse-error.ts";
import type { Block } from "./parsed.ts";

/** What the worker is asked. It answers each question with one reply, and keeps what it has until it is asked for more. */
export type Question =
  | { ask: "parse"; path: string; filename: string; chunking?: Chunking }
  /** A record of a source, as JSON in a file. */
  | { ask: "record"; path: string; chunking: Chunking }
  | { ask: "page"; page: FetchedPage }
  /** The next part of what was parsed. */
  | { ask: "more" };

/** What both ways of reading a file end with. */
export interface FileHead {
  title: string | null;
  pages?: number;
}

/** A long block comes in several pieces: `continues` the block before it. */
export interface BlockPiece extends Block {
  continues?: true;
}

export type Reply =
  | { is: "blocks"; blocks: BlockPiece[] }
  | { is: "chunks"; chunks: Chunk[] }
  /** `memory`: bytes that the worker holds now. */
  | { is: "end"; head: FileHead; memory: number }
  | { is: "page"; page: WebPage; memory: number }
  | { is: "failed"; problem: ParseProblem; message: string; detail: string | undefined; memory: number };
