import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Chunking } from "@/lib/contract/datasources";
import { recordText } from "../../connectors/record-text";
import { AppError } from "../../http/errors";
import { fileStore } from "../../storage/file-store";
import { makeTemporaryFolder } from "../../storage/work-folder";
import type { Chunk } from "../chunking/chunk";
import { chunksOf } from "../chunking/chunks-of";
import { BlockList } from "../parsing/block-list";
import { readMarkdown } from "../parsing/formats/markdown";
import { chunkFile, chunkRecord } from "../parsing/parse-file";
import type { DocumentRow } from "./work";

interface Head {
  title: string | null;
  pages?: number;
}

/** What is kept of a thing that is no file. */
interface Content {
  /** In Markdown. */
  text?: string | undefined;
  data?: Record<string, unknown> | null;
}

const longFrom = 100_000;

/** What was fetched is not in file storage any more. */
export class FileGoneError extends AppError {
  constructor() {
    super("not_found", "The file is gone from the server's storage. Upload or sync it again.");
  }
}

/** A document's chunks in batches, from its file or from what its source told; title and pages at the end. */
export async function* readDocument(
  row: DocumentRow,
  chunking: Chunking,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], Head> {
  const file = row.fileKey ? await fileStore().get(row.fileKey) : undefined;
  if (row.fileKey && !file) throw new FileGoneError();
  if (!file && row.content === null)
    throw new AppError("not_found", "Its source has not given it out yet. Sync the connection to fetch it again.");
  const { path: folder, remove } = await makeTemporaryFolder("parse-");
  try {
    const path = join(folder, "file");
    if (!file) return yield* chunkContent(row.content as Content, path, chunking, row.teamId, signal);
    await pipeline(await file.stream(), createWriteStream(path), { signal });
    return yield* chunkFile(path, row.filename ?? row.title, chunking, row.teamId, signal);
  } finally {
    await remove();
  }
}

/**
 * The chunks of what a source told without a file. What is long is written to `path`, for the process that reads files: others
 * do not wait for it here.
 */
export async function* chunkContent(
  { text, data }: Content,
  path: string,
  chunking: Chunking,
  owner: string,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], Head> {
  if (text !== undefined && text.length > longFrom) {
    await writeFile(path, text, { signal });
    return yield* chunkFile(path, "text.md", chunking, owner, signal);
  }
  const record = text === undefined ? JSON.stringify(data ?? {}) : "";
  if (record.length > longFrom) {
    await writeFile(path, record, { signal });
    return yield* chunkRecord(path, chunking, owner, signal);
  }
  const blocks = new BlockList();
  if (text !== undefined) readMarkdown(text, blocks);
  else blocks.add("text", recordText(data ?? {}));
  yield [...chunksOf({ blocks: blocks.blocks }, chunking)];
  return { title: null };
}
