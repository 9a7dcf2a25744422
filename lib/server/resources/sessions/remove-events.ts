import { and, eq, inArray, lt, lte, notExists, or, sql } from "drizzle-orm";
import type { NewEvent } from "../../engine/runs/log/events";
import { clearPreview } from "../../engine/runs/sessions";
import type { Tx } from "../../platform/db/client";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessionEvents, sessionFiles } from "../../platform/db/tables/sessions";

/**
 * Deletes a session's log up to the end of a run, with its data. The row of the run's end becomes a notice for readers.
 * Returns the number of events, and the stored files to delete after the commit.
 */
export async function removeEventsUpTo(tx: Tx, sessionId: string, end: number, before: Date, text: string) {
  const upTo = and(eq(sessionEvents.sessionId, sessionId), lte(sessionEvents.seq, end));
  const removedEvents = await tx
    .select({ messageId: sessionEvents.messageId, path: sql<string | null>`${sessionEvents.body}->>'shelved'` })
    .from(sessionEvents)
    .where(upTo);
  const messageIds = removedEvents.flatMap(({ messageId }) => messageId ?? []);
  await tx
    .delete(messageFeedback)
    .where(and(eq(messageFeedback.sessionId, sessionId), inArray(messageFeedback.messageId, messageIds)));
  await tx.delete(sessionEvents).where(and(upTo, lt(sessionEvents.seq, end)));
  const removed: NewEvent<"notice"> = { kind: "notice", body: { code: "removed", text } };
  await tx
    .update(sessionEvents)
    .set({ ...removed, runId: null, messageId: null, supersededBy: null })
    .where(and(upTo, eq(sessionEvents.seq, end)));
  const attached = await removeUnusedFiles(tx, sessionId, before);
  await clearPreview(tx, sessionId);
  return { count: removedEvents.length, paths: [...removedEvents.flatMap(({ path }) => path ?? []), ...attached] };
}

/** Files no longer referenced by a message or task. A newer attachment may belong to an unsent message. */
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
          // Its body was offloaded: the files that it names are listed only in file storage.
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
