import { eq, gt, sql } from "drizzle-orm";
import type { LoggedBody, LoggedEvent, LoggedKind } from "@/lib/contract/session-events/events";
import type { Db, Tx } from "../../../platform/db/client";
import { sessionEvents, sessions } from "../../../platform/db/tables/sessions";
import { loadBodiesForReaders, offloadBody, toStorableBody } from "./bodies";
import { readPage } from "./read-page";
import type { LoadedEvent } from "./stored-events";

/** An event to be recorded. */
export type NewEvent<K extends LoggedKind = LoggedKind> = {
  [P in K]: { kind: P; body: LoggedBody<P>; messageId?: string };
}[K];

/** Notifies readers on other processes. */
export const sessionChannel = "muster_sessions";

/** Session columns that change with the appended events. */
export type SessionChange = Parameters<ReturnType<typeof updateSession>["set"]>[0];
const updateSession = (tx: Tx) => tx.update(sessions);

/**
 * Appends to the session's log. The seq is assigned under the session's row lock, so that n + 1 is never visible before n.
 * Publish the returned events only after the commit.
 */
export async function appendEvents(
  tx: Tx,
  sessionId: string,
  runId: string | null,
  events: NewEvent[],
  change: SessionChange = {},
): Promise<LoggedEvent[]> {
  const at = new Date();
  const rows = events.map((event) => toStorableEvent(event));
  const stored = await Promise.all(
    rows.map(async ({ kind, body, messageId }) => ({ kind, body: await offloadBody(body), messageId })),
  );
  const sessionUpdate = updateSession(tx)
    .set({ ...change, lastSeq: sql`${sessions.lastSeq} + ${events.length}`, dateUpdated: at })
    .where(eq(sessions.id, sessionId))
    .returning({ lastSeq: sessions.lastSeq });
  // One statement for both, to save a round trip.
  const { rows: updated } = await tx.execute<{ last_seq: string }>(sql`
    with changed as ${sessionUpdate}, written as (
      insert into ${sessionEvents} (session_id, seq, run_id, kind, body, message_id, at)
      select ${sessionId}, changed.last_seq - ${events.length} + place, ${runId}, e->>'kind', e->'body', e->>'messageId', ${at.toISOString()}::timestamptz
      from changed, jsonb_array_elements(${JSON.stringify(stored)}::jsonb) with ordinality as t (e, place))
    select last_seq from changed`);
  if (!updated[0]) throw new Error("The session was deleted.");
  const first = Number(updated[0].last_seq) - events.length + 1;
  return rows.map(({ messageId: _id, ...event }, i) =>
    withSeq({ sessionId, seq: first + i, ...event, at: at.toISOString() }),
  );
}

const toStorableEvent = <E extends NewEvent>(event: E): E => ({ ...event, body: toStorableBody(event.body) });

/** Converts a row for readers. */
export function toEvent(row: LoadedEvent): LoggedEvent {
  const { runId: _run, messageId: _message, supersededBy: _superseded, at, ...event } = row;
  return withSeq({ ...event, at: at.toISOString() });
}

/** A message contains its own position. */
const withSeq = (event: LoggedEvent): LoggedEvent =>
  event.kind === "message" ? { ...event, body: { ...event.body, seq: event.seq } } : event;

/** The event for readers of the conversation: the prompt is for the trace only. */
export function withoutPrompt(event: LoggedEvent): LoggedEvent {
  return event.kind === "step" ? { ...event, body: { ...event.body, prompt: null } } : event;
}

/** The next events for readers: up to `limit`, or fewer large ones, and then `more` is true. */
export async function readEvents(
  db: Pick<Db, "select">,
  sessionId: string,
  after: number,
  limit: number,
): Promise<{ events: LoggedEvent[]; more: boolean }> {
  const where = gt(sessionEvents.seq, after);
  const { rows, more } = await readPage(db, sessionId, { where, limit, load: loadBodiesForReaders });
  return { events: rows.map(toEvent), more };
}
