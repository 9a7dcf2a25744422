import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Chunking } from "@/lib/contract/datasources";
import { recordText } from "../../connectors/record-text";
import { env } from "../../env";
import { AppError } from "../../http/errors";
import { fileStore } from "../../storage/file-store";
import type { Chunk } from "../chunking/chunk";
import { chunksOf } from "../chunking/chunks-of";
import { BlockList } from "../parsing/block-list";
import { readMarkdown } from "../parsing/formats/markdown";
import { chunkFile } from "../parsing/parse-file";
import type { DocumentRow } from "./work";

interface Head {
  title: string | null;
  pages?: number;
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
  const long = longText(row);
  if (!row.fileKey && long === undefined) {
    yield chunksOfContent(row, chunking);
    return { title: null };
  }
  const file = row.fileKey ? await fileStore().get(row.fileKey) : undefined;
  if (row.fileKey && !file) throw new FileGoneError();
  const tmp = join(env().DATA_DIR, "tmp");
  await mkdir(tmp, { recursive: true });
  const folder = await mkdtemp(join(tmp, "parse-"));
  try {
    const path = join(folder, "file");
    if (file) await pipeline(await file.stream(), createWriteStream(path), { signal });
    else await writeFile(path, long ?? "", { signal });
    return yield* chunkFile(path, file ? (row.filename ?? row.title) : "text.md", chunking, row.teamId, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A text so long that the process that reads files takes it, so that others do not wait here. */
function longText({ fileKey, content }: DocumentRow): string | undefined {
  const { text } = (content ?? {}) as { text?: string };
  return !fileKey && text !== undefined && text.length > longFrom ? text : undefined;
}

function chunksOfContent({ content }: DocumentRow, chunking: Chunking): Chunk[] {
  if (content === null)
    throw new AppError("not_found", "Its source has not given it out yet. Sync the connection to fetch it again.");
  const { text, data } = content as { text?: string; data?: Record<string, unknown> };
  const blocks = new BlockList();
  if (text !== undefined) readMarkdown(text, blocks);
  else blocks.add("text", recordText(data ?? {}));
  return [...chunksOf({ blocks: blocks.blocks }, chunking)];
}
