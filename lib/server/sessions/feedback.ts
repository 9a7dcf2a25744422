import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { messageFeedback, sessionEvents } from "./table";

interface Rating {
  messageId: string;
  value: 1 | -1 | null;
  reason?: string;
}

/** Stores how somebody rates a message of the session; null takes it back. Throws 404 for another session's message. */
export async function rate(db: Db, sessionId: string, by: string, { messageId, value, reason }: Rating): Promise<void> {
  const [message] = await db
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
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
  const row = { messageId, sessionId, by, value, reason: reason || null };
  await db
    .insert(messageFeedback)
    .values(row)
    .onConflictDoUpdate({
      target: [messageFeedback.messageId, messageFeedback.by],
      set: { value, reason: row.reason, at: sql`now()` },
    });
}
