import { and, eq, sum } from "drizzle-orm";
import { sessionFilesMaxBytes } from "@/lib/constants/limits";
import { formatBytes } from "@/lib/utils/text/bytes";
import { deleteSession } from "../../engine/runs/sessions";
import type { Db, Reader, Transact } from "../../platform/db/client";
import { sessionFiles, sessions } from "../../platform/db/tables/sessions";
import { AppError, notFound } from "../../platform/errors/errors";
import type { ReceivedFile } from "../../platform/http/body/temporary-files";
import { newId } from "../../platform/ids/ids";
import { fileStore, newFileKey } from "../../platform/storage/file-store";
import { removeFiles, removeFilesOnRollback } from "../../platform/storage/remove-files";
import { createFileResponse } from "../../platform/storage/response";
import { listFiles } from "./queries";

const pictures = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const isText = (mimeType: string) =>
  mimeType.startsWith("text/") || mimeType === "application/json" || mimeType === "application/xml";

/** Stores an uploaded file in its session. Throws 415 for unsupported types, 413 when the session's limit is exceeded. */
export async function addSessionFile(write: Transact, sessionId: string, file: ReceivedFile): Promise<string> {
  const { filename, mimeType, size } = file;
  if (!pictures.has(mimeType) && !isText(mimeType))
    throw new AppError(
      "unsupported",
      `${filename} can't be attached. Use a text file or a PNG, JPEG, WebP or GIF image.`,
    );
  const id = newId("file");
  const path = newFileKey("sessions");
  try {
    // Before the transaction, which would otherwise be open while file storage works.
    await fileStore().putFile(path, file.path);
    await write(async (tx) => {
      // Locked, so that concurrent uploads are counted together.
      const [session] = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.id, sessionId))
        .for("update");
      if (!session) throw notFound("This session");
      const [kept] = await tx
        .select({ bytes: sum(sessionFiles.size).mapWith(Number) })
        .from(sessionFiles)
        .where(eq(sessionFiles.sessionId, sessionId));
      const bytes = kept?.bytes ?? 0;
      if (bytes + size > sessionFilesMaxBytes) throw createTooLargeError(filename, bytes, size);
      await tx.insert(sessionFiles).values({ id, sessionId, filename, mimeType, size, path });
    });
  } catch (error) {
    await removeFilesOnRollback([path], error);
    throw error;
  }
  return id;
}

function createTooLargeError(filename: string, bytes: number, size: number): AppError {
  const max = formatBytes(sessionFilesMaxBytes);
  const before = bytes > 0 ? `, and it already has ${formatBytes(bytes)}` : "";
  return new AppError("too_large", `${filename} is ${formatBytes(size)}. A session can hold ${max} of files${before}.`);
}

export async function sendSessionFile(db: Reader, sessionId: string, fileId: string): Promise<Response> {
  const [file] = await db
    .select()
    .from(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), eq(sessionFiles.id, fileId)));
  if (!file) throw notFound("This file");
  return createFileResponse(file.path, file);
}

/** Deletes a session whose first run did not start, with the files that were stored for it. */
export async function deleteUnusedSession(db: Db, session: { id: string; teamId: string }): Promise<void> {
  const paths = await listFiles(db, session.id);
  await db.transaction((tx) => deleteSession(tx, session));
  await removeFiles(paths);
}
