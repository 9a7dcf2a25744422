import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { Chunking } from "./chunking/chunk.ts";
import { splitIntoChunks } from "./chunking/split-into-chunks.ts";
import { parse, parseRecord } from "./parse.ts";
import type { BlockPiece, Question, Reply } from "./protocol.ts";
import { ParseError } from "./shared/parse-error.ts";
import type { Block, Parsed } from "./shared/parsed.ts";

/** Maximum text per reply, small enough not to block the receiving event loop. */
const replyLength = 256 * 1024;

function* splitBlocks(blocks: readonly Block[]): Generator<BlockPiece> {
  for (const block of blocks) {
    for (let at = 0; at < block.text.length; ) {
      let end = Math.min(at + replyLength, block.text.length);
      // A split surrogate pair would be lost in transit.
      if (end < block.text.length && /[\ud800-\udbff]/.test(block.text[end - 1] ?? "")) end -= 1;
      yield { ...block, text: block.text.slice(at, end), ...(at > 0 && { continues: true as const }) };
      at = end;
    }
  }
}

function* toBatches<T extends { text: string }>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  let length = 0;
  for (const item of items) {
    batch.push(item);
    length += item.text.length;
    if (length < replyLength && batch.length < 2_000) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

function* toReplies(parsed: Parsed, chunking: Chunking | undefined): Generator<Reply> {
  const { blocks, ...head } = parsed;
  if (chunking) for (const chunks of toBatches(splitIntoChunks(parsed, chunking))) yield { is: "chunks", chunks };
  else for (const pieces of toBatches(splitBlocks(blocks))) yield { is: "blocks", blocks: pieces };
  yield { is: "end", head, memory: process.memoryUsage.rss() };
}

let waiting: Iterator<Reply> | undefined;

async function handleQuestion(question: Question): Promise<Reply> {
  if (question.ask === "parse") {
    waiting = undefined;
    waiting = toReplies(await parse(question.path, question.filename), question.chunking);
  }
  if (question.ask === "record") waiting = toReplies(await parseRecord(question.path), question.chunking);
  if (question.ask === "page") {
    // Loaded on first use.
    const { readPage } = await import("./formats/web-page.ts");
    return { is: "page", page: readPage(question.page), memory: process.memoryUsage.rss() };
  }
  const next = waiting?.next();
  if (!next || next.done) throw new Error("There is nothing to continue with");
  if (next.value.is === "end") waiting = undefined;
  return next.value;
}

function toFailure(error: unknown): Reply {
  waiting = undefined;
  const { problem, message, detail } =
    error instanceof ParseError
      ? error
      : new ParseError("crashed", "Reading this file failed. Try again.", String(error));
  return { is: "failed", problem, message, detail, memory: process.memoryUsage.rss() };
}

/** A watchdog that ends this process when it exceeds its memory limit or its parent is gone. */
const watchdog = `
  const { workerData } = require("node:worker_threads");
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL");
  }, 100);
`;
// Web requests have priority over parsing.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
new Worker(watchdog, { eval: true, workerData: Number(process.argv[2]) }).unref();

process.on("message", async (question: Question) => {
  process.send?.(await handleQuestion(question).catch(toFailure));
});
process.on("disconnect", () => process.exit());
