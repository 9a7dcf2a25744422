import { type SQL, sql } from "drizzle-orm";
import type { LoggedBody, LoggedEvent, LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader, Tx } from "../../../platform/db/client";
import { defineStatement } from "../../../platform/db/query/define-query";
import { rememberTransactionId } from "../../../platform/db/retrying-db";
import type { sessions } from "../../../platform/db/tables/sessions";
import { loadBodiesForReaders, offloadBody, toStorableBody } from "./bodies";
import { readPage } from "./read-page";
import { startRevisions } from "./start-revisions";
import type { LoadedEvent } from "./stored-events";

/** An event to be recorded. */
export type NewEvent<K extends LoggedKind = LoggedKind> = {
  [P in K]: { kind: P; body: LoggedBody<P>; messageId?: string };
}[K];

type SessionRow = typeof sessions.$inferSelect;

/** What changes in the session with the appended events. */
export type SessionChange = Partial<
  Pick<SessionRow, "name" | "status" | "lastRun" | "previewText" | "messageCount" | "variables" | "secretVariables">
> & {
  /** Records the revisions with which a session of this type begins. */
  begins?: SessionRow["appType"] | undefined;
  /** Added to the session's totals. A cost of null makes the total unknown. */
  added?: { messages?: number; inputTokens?: number; outputTokens?: number; costUsd?: number | null };
};

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The values of a change for `insertEvents`; null: unchanged. */
function toColumnValues({ added = {}, begins: _begins, ...change }: SessionChange) {
  const { name = null, status = null, previewText = null, messageCount = null } = change;
  const { messages = 0, inputTokens = 0, outputTokens = 0, costUsd = 0 } = added;
  const json = {
    lastRun: toJson(change.lastRun),
    variables: toJson(change.variables),
    secretVariables: toJson(change.secretVariables),
  };
  return { name, status, previewText, messageCount, ...json, messages, inputTokens, outputTokens, costUsd };
}

type EventValues = { sessionId: string; runId: string | null; count: number; at: string; events: string };
type InsertValues = EventValues & ReturnType<typeof toColumnValues>;

/** One statement for the session and its events, to save a round trip. `more`: further columns of the session. */
const defineInsert = (more: SQL = sql``) =>
  defineStatement<InsertValues, { last_seq: string; xid: string }>()(
    (value) => sql`
    with changed as (
      update sessions set ${more}
        last_seq = last_seq + ${value("count")}::int,
        date_updated = ${value("at")}::timestamptz,
        name = coalesce(${value("name")}, name),
        status = coalesce(${value("status")}, status),
        last_run = coalesce(${value("lastRun")}::jsonb, last_run),
        preview_text = coalesce(${value("previewText")}, preview_text),
        variables = coalesce(${value("variables")}::jsonb, variables),
        secret_variables = coalesce(${value("secretVariables")}::jsonb, secret_variables),
        message_count = coalesce(${value("messageCount")}::int, message_count) + ${value("messages")}::int,
        input_tokens = input_tokens + ${value("inputTokens")}::bigint,
        output_tokens = output_tokens + ${value("outputTokens")}::bigint,
        cost_usd = cost_usd + ${value("costUsd")}::double precision
      where id = ${value("sessionId")} returning last_seq
    ), written as (
      insert into session_events (session_id, seq, run_id, kind, body, message_id, at)
      select ${value("sessionId")}, last_seq - ${value("count")}::int + place, ${value("runId")}, e->>'kind', e->'body',
        e->>'messageId', ${value("at")}::timestamptz
      from changed, jsonb_array_elements(${value("events")}::jsonb) with ordinality as t (e, place))
    select last_seq, pg_current_xact_id()::text xid from changed`,
  );

const insertEvents = defineInsert();
const begin = (type: SessionRow["appType"]) => defineInsert(sql`revisions = ${startRevisions[type]},`);
const insertFirst = { chat: begin("chat"), process: begin("process") };

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
  const insert = change.begins ? insertFirst[change.begins] : insertEvents;
  const [updated] = await insert(tx, {
    sessionId,
    runId,
    count: events.length,
    at: at.toISOString(),
    events: JSON.stringify(stored),
    ...toColumnValues(change),
  });
  if (!updated) throw new Error("The session was deleted.");
  rememberTransactionId(tx, updated.xid);
  const first = Number(updated.last_seq) - events.length + 1;
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
  db: Reader,
  sessionId: string,
  after: number,
  limit: number,
): Promise<{ events: LoggedEvent[]; more: boolean }> {
  const { rows, more } = await readPage(db, sessionId, { after, limit, load: loadBodiesForReaders });
  return { events: rows.map(toEvent), more };
}
