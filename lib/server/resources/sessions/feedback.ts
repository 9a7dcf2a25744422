import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";

interface Rating {
  messageId: string;
  value: 1 | -1 | null;
  reason?: string;
}

/** Stores an account's rating of a message; null removes it. Throws 404 for another session's message. */
export async function storeRating(
  db: Db,
  sessionId: string,
  by: string,
  { messageId, value, reason }: Rating,
): Promise<void> {
  const [message] = await db
    .select({
      teamId: sessions.teamId,
      agentId: sql<string | null>`${sessionEvents.body}->>'authorId'`,
      agentRevision: sql<number | null>`(${sessionEvents.body}->>'agentRevision')::int`,
    })
    .from(sessionEvents)
    .innerJoin(sessions, eq(sessions.id, sessionEvents.sessionId))
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        eq(sessionEvents.messageId, messageId),
        isNull(sessionEvents.supersededBy),
      ),
    );
  if (!message) throw notFound("This message");
  if (value === null) {
    await db.delete(messageFeedback).where(and(eq(messageFeedback.messageId, messageId), eq(messageFeedback.by, by)));
    return;
  }
  const row = { ...message, messageId, sessionId, by, value, reason: reason || null };
  await db
    .insert(messageFeedback)
    .values(row)
    .onConflictDoUpdate({
      target: [messageFeedback.messageId, messageFeedback.by],
      set: { value, reason: row.reason, at: sql`now()` },
    });
}
