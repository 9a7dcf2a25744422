import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { recordText } from "../../connectors/record-text";
import { env } from "../../env";
import { AppError } from "../../http/errors";
import { fileStore } from "../../storage/file-store";
import { parseMarkdown } from "../parsing/formats/markdown";
import { parseFile } from "../parsing/parse-file";
import type { Parsed } from "../parsing/parsed";
import type { DocumentRow } from "./work";

/** A document's text, from its file or from what its source told. */
export async function parseDocument(row: DocumentRow, signal: AbortSignal): Promise<Parsed> {
  if (!row.fileKey) return parseContent(row);
  const file = await fileStore().get(row.fileKey);
  if (!file) throw new AppError("not_found", "The file is gone from the server's storage. Upload or sync it again.");
  const folder = await mkdtemp(join(env().DATA_DIR, "tmp", "parse-"));
  try {
    const path = join(folder, "file");
    await pipeline(await file.stream(), createWriteStream(path), { signal });
    return await parseFile(path, row.filename ?? row.title, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parseContent({ content, title }: DocumentRow): Parsed {
  const { text, data } = content as { text?: string; data?: Record<string, unknown> };
  if (text !== undefined) return parseMarkdown(text);
  return { title, blocks: [{ kind: "text", text: recordText(data ?? {}) }] };
}
