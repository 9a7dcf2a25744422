import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { messageSchema } from "@/lib/contract/sessions/message";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import { readPartialTexts } from "../../engine/runs/log/partial-texts";
import { readPage } from "../../engine/runs/log/read-page";
import type { Reader } from "../../platform/db/client";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessionEvents } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";

export type MessageView = z.input<typeof messageSchema>;

const isCurrent = and(
  eq(sessionEvents.kind, "message"),
  isNull(sessionEvents.supersededBy),
  // Messages inside a process are shown in its diagram and in the trace.
  sql`not ${sessionEvents.body} ? 'inner'`,
);

async function findSeq(db: Reader, sessionId: string, messageId: string, field: string): Promise<number> {
  const [row] = await db
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessionId), isCurrent, eq(sessionEvents.messageId, messageId)));
  if (!row)
    throw new AppError("invalid", "This message no longer exists.", {
      issues: [{ path: field, message: "Unknown message." }],
    });
  return row.seq;
}

/**
 * Returns messages in ascending order: the newest `limit`, those before a message, or the first `limit` after one; fewer when
 * they are large.
 */
export async function listMessages(
  db: Reader,
  sessionId: string,
  by: string,
  query: { messageId?: string; before?: string; limit: number },
) {
  const forward = query.messageId !== undefined;
  const { rows, more } = await readPage(db, sessionId, {
    after: query.messageId ? await findSeq(db, sessionId, query.messageId, "messageId") : undefined,
    before: query.before && !query.messageId ? await findSeq(db, sessionId, query.before, "before") : undefined,
    kinds: ["message"],
    current: true,
    outer: true,
    newestFirst: !forward,
    limit: query.limit,
    load: loadBodiesForReaders,
  });
  if (!forward) rows.reverse();
  const feedback = await findFeedback(
    db,
    sessionId,
    by,
    rows.flatMap(({ messageId }) => messageId ?? []),
  );
  const messages = rows.flatMap(({ kind, body, seq, messageId }) =>
    kind === "message" ? [{ ...body, seq, feedback: feedback.get(messageId ?? "") ?? null }] : [],
  );
  const next = more ? ((forward ? rows.at(-1) : rows[0])?.messageId ?? null) : null;
  const partials = forward || query.before ? [] : await listPartialViews(db, sessionId);
  return { messages: [...messages, ...partials], next };
}

/** Messages being generated, for readers without a stream. */
async function listPartialViews(db: Reader, sessionId: string): Promise<MessageView[]> {
  const texts = await readPartialTexts(db, [sessionId]);
  const ofChat = texts.filter(({ taskId }) => taskId === null);
  return ofChat.map(({ messageId, text, at }) => ({
    _id: messageId,
    sessionId,
    seq: 0,
    authorName: "",
    authorId: null,
    role: "assistant",
    text,
    parts: [],
    citations: [],
    usage: null,
    ts: at,
    completed: false,
  }));
}

async function findFeedback(db: Reader, sessionId: string, by: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, { value: number; reason: string | null }>();
  const rows = await db
    .select()
    .from(messageFeedback)
    .where(
      and(
        eq(messageFeedback.sessionId, sessionId),
        eq(messageFeedback.by, by),
        inArray(messageFeedback.messageId, ids),
      ),
    );
  return new Map(rows.map(({ messageId, value, reason }) => [messageId, { value, reason }]));
}
