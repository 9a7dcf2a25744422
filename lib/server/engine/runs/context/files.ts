import { and, eq, inArray } from "drizzle-orm";
import { truncate } from "@/lib/utils/text/truncate";
import type { Db } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionFiles } from "../../../platform/db/tables/sessions";
import { fileStore } from "../../../platform/storage/file-store";
import { retryStorage } from "../../../platform/storage/retry-storage";
import { toStorableText } from "../../models/providers/shared/storable";
import type { LoadedEvent } from "../log/stored-events";
import type { FileParts } from "./history";

const maxChars = 100_000;
/** Enough bytes for the shown characters in any encoding. */
const maxBytes = 4 * maxChars;

/** Attachments as prompt parts: images unmodified, text inline, each with its name. */
export async function loadFileParts(db: Db, sessionId: string, events: readonly LoadedEvent[]): Promise<FileParts> {
  const attached = events.flatMap(({ kind, body }) => (kind === "message" ? body.parts : []));
  const ids = attached.flatMap(({ fileId }) => fileId ?? []);
  const parts: FileParts = new Map();
  if (ids.length === 0) return parts;
  const rows = await db
    .select()
    .from(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), inArray(sessionFiles.id, ids)));
  const patience = readRetryPolicy(db);
  for (const { id, path, mimeType, filename } of rows) {
    if (mimeType.startsWith("image/")) {
      const data = await retryStorage(() => fileStore().bytes(path), patience);
      parts.set(id, { type: "file", mediaType: mimeType, filename, data: { type: "data", data } });
    } else
      parts.set(id, {
        type: "text",
        text: `File ${filename}:\n\n${decodeText(await retryStorage(() => readBeginning(path), patience))}`,
      });
  }
  return parts;
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await fileStore().get(path);
  if (!file) throw new Error("An attached file is missing from file storage.");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await file.stream()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Decodes by byte order mark, otherwise UTF-8. An incomplete character at the end is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const text = new TextDecoder(utf16 ?? "utf-8").decode(bytes, { stream: true });
  return truncate(toStorableText(text), maxChars);
}
