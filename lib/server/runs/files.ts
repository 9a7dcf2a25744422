import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../db/client";
import { sessionFiles } from "../sessions/table";
import { fileStore } from "../storage/file-store";
import type { EventRow } from "./events";
import type { FileParts } from "./history";

const textMost = 100_000;

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
  for (const { id, path, mimeType, filename } of rows) {
    const bytes = await fileStore().bytes(path);
    if (mimeType.startsWith("image/"))
      parts.set(id, { type: "file", mediaType: mimeType, filename, data: { type: "data", data: bytes } });
    else
      parts.set(id, {
        type: "text",
        text: `File ${filename}:\n\n${new TextDecoder().decode(bytes).slice(0, textMost)}`,
      });
  }
  return parts;
}
