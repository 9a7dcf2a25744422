import type { Chunk, Chunking } from "./chunking/chunk";
import type { FetchedPage, WebPage } from "./formats/web-page";
import { parserPool } from "./parser-pool";
import type { BlockPiece, FileHead, Question, Reply } from "./protocol";
import { ParseError } from "./shared/parse-error";
import type { Block, Parsed } from "./shared/parsed";

type Part = Exclude<Reply, { is: "failed" }>;

/** Sends a file to a parser and yields its replies; ending the iteration releases the parser. */
async function* readReplies(question: Question, owner: string, signal: AbortSignal): AsyncGenerator<Part> {
  const pool = parserPool();
  const parser = await pool.acquire(owner, signal);
  try {
    for (let next = question; ; next = { ask: "more" }) {
      const reply = await parser.ask(next, signal);
      if (reply.is === "failed") throw new ParseError(reply.problem, reply.message, reply.detail);
      yield reply;
      if (reply.is === "end" || reply.is === "page") return;
    }
  } finally {
    pool.release(parser);
  }
}

/** Parses a web page in a parser process. */
export async function parsePage(page: FetchedPage, owner: string, signal: AbortSignal): Promise<WebPage> {
  for await (const part of readReplies({ ask: "page", page }, owner, signal)) if (part.is === "page") return part.page;
  throw new ParseError("crashed", "Reading this page failed. Try again.");
}

function addPieces(blocks: Block[], pieces: readonly BlockPiece[]): void {
  for (const { continues, ...piece } of pieces) {
    const last = blocks.at(-1);
    if (continues && last) last.text += piece.text;
    else blocks.push(piece);
  }
}

/**
 * Parses a file into blocks in a separate process. `filename` is the uploaded name; `owner` is the team. Throws a `ParseError`
 * with a user-facing message, or the signal's reason.
 */
export async function parseFile(path: string, filename: string, owner: string, signal: AbortSignal): Promise<Parsed> {
  const blocks: Block[] = [];
  let head: FileHead = { title: null };
  for await (const part of readReplies({ ask: "parse", path, filename }, owner, signal)) {
    if (part.is === "blocks") addPieces(blocks, part.blocks);
    else if (part.is === "end") head = part.head;
  }
  return { ...head, blocks };
}

/**
 * The same with chunking in the parser process. Chunks arrive in batches, so that a long file is never completely in this
 * process's memory. Returns title and pages.
 */
export const chunkFile = (
  path: string,
  filename: string,
  chunking: Chunking,
  owner: string,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], FileHead> => readChunks({ ask: "parse", path, filename, chunking }, owner, signal);

/** The same for a source's record, whose JSON is in a file. */
export const chunkRecord = (
  path: string,
  chunking: Chunking,
  owner: string,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], FileHead> => readChunks({ ask: "record", path, chunking }, owner, signal);

async function* readChunks(question: Question, owner: string, signal: AbortSignal): AsyncGenerator<Chunk[], FileHead> {
  let head: FileHead = { title: null };
  for await (const part of readReplies(question, owner, signal)) {
    if (part.is === "chunks") yield part.chunks;
    else if (part.is === "end") head = part.head;
  }
  return head;
}
