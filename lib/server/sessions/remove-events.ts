import { and, eq, inArray, lt, lte, notExists, or, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { messageFeedback, sessionEvents, sessionFiles, sessions } from "./table";

/**
 * Deletes a session's log up to the end of a run, with what belongs to it. That end's own row becomes the notice which
 * tells readers. Answers how many events went, and the stored files to delete once this is committed.
 */
export async function removeUpTo(tx: Tx, sessionId: string, end: number, before: Date, text: string) {
  const upTo = and(eq(sessionEvents.sessionId, sessionId), lte(sessionEvents.seq, end));
  const going = await tx
    .select({ messageId: sessionEvents.messageId, path: sql<string | null>`${sessionEvents.body}->>'shelved'` })
    .from(sessionEvents)
    .where(upTo);
  const messageIds = going.flatMap(({ messageId }) => messageId ?? []);
  await tx
    .delete(messageFeedback)
    .where(and(eq(messageFeedback.sessionId, sessionId), inArray(messageFeedback.messageId, messageIds)));
  await tx.delete(sessionEvents).where(and(upTo, lt(sessionEvents.seq, end)));
  await tx
    .update(sessionEvents)
    .set({ kind: "notice", body: { code: "removed", text }, runId: null, messageId: null, supersededBy: null })
    .where(and(upTo, eq(sessionEvents.seq, end)));
  const attached = await removeUnusedFiles(tx, sessionId, before);
  await forgetPreview(tx, sessionId);
  return { count: going.length, paths: [...going.flatMap(({ path }) => path ?? []), ...attached] };
}

/** Files that neither a message nor a task names any more. One attached since may belong to a message that is not sent yet. */
async function removeUnusedFiles(tx: Tx, sessionId: string, before: Date): Promise<string[]> {
  const naming = tx
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        or(
          sql`${sessionEvents.body}->'parts' @> jsonb_build_array(jsonb_build_object('fileId', ${sessionFiles.id}))`,
          and(eq(sessionEvents.kind, "task"), sql`${sessionEvents.body}->'file'->>'fileId' = ${sessionFiles.id}`),
          // Its parts were too long to stay in the row: which files it names stands in file storage.
          and(
            eq(sessionEvents.kind, "message"),
            sql`${sessionEvents.body} ? 'shelved' and not ${sessionEvents.body} ? 'parts'`,
          ),
        ),
      ),
    );
  const rows = await tx
    .delete(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), lt(sessionFiles.at, before), notExists(naming)))
    .returning({ path: sessionFiles.path });
  return rows.map(({ path }) => path);
}

/** The list of sessions shows the newest text, as long as that is there. */
async function forgetPreview(tx: Tx, sessionId: string): Promise<void> {
  const messages = tx
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), eq(sessionEvents.kind, "message")));
  await tx
    .update(sessions)
    .set({ previewText: "" })
    .where(and(eq(sessions.id, sessionId), notExists(messages)));
}
