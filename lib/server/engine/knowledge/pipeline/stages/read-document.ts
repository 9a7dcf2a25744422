import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import { AppError } from "../../../../platform/errors/errors";
import { fileStore } from "../../../../platform/storage/file-store";
import type { Chunk } from "../../../parsing/chunking/chunk";
import { splitIntoChunks } from "../../../parsing/chunking/split-into-chunks";
import { readMarkdown } from "../../../parsing/formats/markdown";
import { chunkFile, chunkRecord } from "../../../parsing/parse-file";
import { BlockList } from "../../../parsing/shared/block-list";
import { toRecordText } from "../../../parsing/shared/record-text";
import type { DocumentRow } from "../work/work";

interface DocumentInfo {
  title: string | null;
  pages?: number;
}

/** The stored content of a record without a file. */
interface Content {
  /** Markdown. */
  text?: string | undefined;
  data?: Record<string, unknown> | null;
}

const maxInlineLength = 100_000;

/** The fetched file is no longer in file storage. */
export class FileMissingError extends AppError {
  constructor() {
    super("not_found", "The file is missing from the server's storage. Upload or sync it again.");
  }
}

/** A document's chunks in batches, from its file or its emitted content; title and page count last. */
export async function* readDocument(
  row: DocumentRow,
  chunking: Chunking,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], DocumentInfo> {
  const file = row.fileKey ? await fileStore().get(row.fileKey) : undefined;
  if (row.fileKey && !file) throw new FileMissingError();
  if (!file && row.content === null)
    throw new AppError(
      "not_found",
      "The source hasn't provided this file yet. Sync the data source to fetch it again.",
    );
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
 * The chunks of content that was emitted without a file. Long content is written to `path` and parsed in a separate process, so
 * that it does not block the event loop.
 */
export async function* chunkContent(
  { text, data }: Content,
  path: string,
  chunking: Chunking,
  owner: string,
  signal: AbortSignal,
): AsyncGenerator<Chunk[], DocumentInfo> {
  if (text !== undefined && text.length > maxInlineLength) {
    await writeFile(path, text, { signal });
    return yield* chunkFile(path, "text.md", chunking, owner, signal);
  }
  const record = text === undefined ? JSON.stringify(data ?? {}) : "";
  if (record.length > maxInlineLength) {
    await writeFile(path, record, { signal });
    return yield* chunkRecord(path, chunking, owner, signal);
  }
  const blocks = new BlockList();
  if (text !== undefined) readMarkdown(text, blocks);
  else blocks.add("text", toRecordText(data ?? {}));
  yield [...splitIntoChunks({ blocks: blocks.blocks }, chunking)];
  return { title: null };
}
