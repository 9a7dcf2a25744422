import { and, eq, inArray } from "drizzle-orm";
import { cutText } from "@/lib/utils/cut-text";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { storable } from "../models/providers/storable";
import { sessionFiles } from "../sessions/table";
import { fileStore } from "../storage/file-store";
import { retryStorage } from "../storage/retry-storage";
import type { EventRow } from "./events";
import type { FileParts } from "./history";

const textMost = 100_000;
/** So many bytes hold the characters that are shown, in any of the encodings. */
const bytesMost = 4 * textMost;

/** Attached files as parts of the prompt: pictures as they are, text by its content, each under its name. */
export async function fileParts(db: Db, sessionId: string, events: EventRow[]): Promise<FileParts> {
  const ids = events.flatMap(({ body }) =>
    ((body as { parts?: { fileId?: string }[] }).parts ?? []).flatMap(({ fileId }) => fileId ?? []),
  );
  const parts: FileParts = new Map();
  if (ids.length === 0) return parts;
  const rows = await db
    .select()
    .from(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), inArray(sessionFiles.id, ids)));
  const patience = readPatience(db);
  for (const { id, path, mimeType, filename } of rows) {
    if (mimeType.startsWith("image/")) {
      const data = await retryStorage(() => fileStore().bytes(path), patience);
      parts.set(id, { type: "file", mediaType: mimeType, filename, data: { type: "data", data } });
    } else
      parts.set(id, {
        type: "text",
        text: `File ${filename}:\n\n${textOf(await retryStorage(() => beginningOf(path), patience))}`,
      });
  }
  return parts;
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await fileStore().get(path);
  if (!file) throw new Error("An attached file is not in file storage.");
  const chunks: Buffer[] = [];
  let have = 0;
  for await (const chunk of await file.stream()) {
    chunks.push(chunk);
    have += chunk.length;
    if (have >= bytesMost) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMost);
}

/** Text as its byte order mark says, else as UTF-8. What is cut at the end is left out. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  const text = new TextDecoder(wide ?? "utf-8").decode(bytes, { stream: true });
  return cutText(storable(text), textMost);
}
