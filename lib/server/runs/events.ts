import { eq, gt, sql } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/sessions";
import type { Db, Tx } from "../db/client";
import { sessionEvents, sessions } from "../sessions/table";
import { shelve, storableBody, unshelveForReaders } from "./bodies";
import { readPage } from "./read-page";

export type EventKind =
  | "message"
  | "step"
  | "tool_call"
  | "tool_result"
  | "retrieval"
  | "task"
  | "input_request"
  | "input_answer"
  | "status"
  | "discard"
  | "rewind"
  | "notice";

export interface NewEvent {
  kind: EventKind;
  body: Record<string, unknown>;
  messageId?: string;
}

export type EventRow = typeof sessionEvents.$inferSelect;

/** A logged event; its seq is never null. */
export type LoggedEvent = SessionEvent & { seq: number };

/** The channel that wakes readers on other processes. */
export const sessionChannel = "muster_sessions";

/** Columns of the session that change with what is appended. */
export type SessionChange = Parameters<ReturnType<typeof updateSession>["set"]>[0];
const updateSession = (tx: Tx) => tx.update(sessions);

/**
 * Appends to the session's log. The seq is taken under the session row's lock, so that n + 1 is never visible before n.
 * Publish what comes back only after the transaction has committed.
 */
export async function appendEvents(
  tx: Tx,
  sessionId: string,
  runId: string | null,
  events: NewEvent[],
  change: SessionChange = {},
): Promise<LoggedEvent[]> {
  const at = new Date();
  const rows = events.map(({ kind, body, messageId }) => ({ kind, body: storableBody(body), messageId }));
  const stored = await Promise.all(rows.map(async (row) => ({ ...row, body: await shelve(row.body) })));
  const changed = updateSession(tx)
    .set({ ...change, lastSeq: sql`${sessions.lastSeq} + ${events.length}`, dateUpdated: at })
    .where(eq(sessions.id, sessionId))
    .returning({ lastSeq: sessions.lastSeq });
  // Both in one statement, as each costs a way to the database and a run waits for several of them.
  const { rows: found } = await tx.execute<{ last_seq: string }>(sql`
    with changed as ${changed}, written as (
      insert into ${sessionEvents} (session_id, seq, run_id, kind, body, message_id, at)
      select ${sessionId}, changed.last_seq - ${events.length} + place, ${runId}, e->>'kind', e->'body', e->>'messageId', ${at.toISOString()}::timestamptz
      from changed, jsonb_array_elements(${JSON.stringify(stored)}::jsonb) with ordinality as t (e, place))
    select last_seq from changed`);
  if (!found[0]) throw new Error("The session was deleted.");
  const first = Number(found[0].last_seq) - events.length + 1;
  return rows.map((row, i) => toEvent({ ...row, sessionId, seq: first + i, at }));
}

export function toEvent({
  sessionId,
  seq,
  kind,
  body,
  at,
}: Pick<EventRow, "sessionId" | "seq" | "kind" | "body" | "at">): LoggedEvent {
  const shown = kind === "message" ? { ...(body as object), seq } : body;
  return { sessionId, seq, kind, body: shown, at: at.toISOString() };
}

/** The event as readers of the conversation get it: the prompt as sent is for the trace alone. */
export function withoutPrompt<E extends SessionEvent>(event: E): E {
  return event.kind === "step" ? { ...event, body: { ...(event.body as object), prompt: null } } : event;
}

/** The events that follow, as readers get them: at most `limit`; fewer where they are large, and then `more` is true. */
export async function readEvents(
  db: Pick<Db, "select">,
  sessionId: string,
  after: number,
  limit: number,
): Promise<{ events: LoggedEvent[]; more: boolean }> {
  const where = gt(sessionEvents.seq, after);
  const { rows, more } = await readPage(db, sessionId, { where, limit, unshelve: unshelveForReaders });
  return { events: rows.map(toEvent), more };
}
