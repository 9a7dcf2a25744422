import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "../../../platform/db/client";
import { pageChars } from "../../../platform/db/query/list";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents as events } from "../../../platform/db/tables/sessions";
import { defaultBodyChars, type loadBodies } from "./bodies";
import type { LoadedEvent } from "./stored-events";

interface EventPage {
  rows: LoadedEvent[];
  /** Whether more follow in this order. */
  more: boolean;
}

interface PageOptions {
  where: SQL | undefined;
  newestFirst?: boolean;
  limit: number;
  /** The page ends after this many characters of JSON, and after `pageChars` at the latest. */
  chars?: number;
  /** How unreadable bodies are handled. */
  load: typeof loadBodies;
}

/** A column as an expression, which drizzle lets be selected of a subquery in plain SQL. */
const pick = <C extends PgColumn>(column: C) => sql`${column}`.mapWith(column);
const event = {
  sessionId: pick(events.sessionId),
  seq: pick(events.seq),
  runId: pick(events.runId),
  kind: pick(events.kind),
  body: pick(events.body),
  messageId: pick(events.messageId),
  supersededBy: pick(events.supersededBy),
  at: pick(events.at),
};

/**
 * The first matching events of a session by seq, with whole bodies: up to `limit` events or `chars` characters, but at least
 * one if any.
 */
export async function readPage(
  db: Reader,
  sessionId: string,
  { where, newestFirst = false, limit, chars = pageChars, load }: PageOptions,
): Promise<EventPage> {
  const maxChars = Math.min(chars, pageChars);
  const order = newestFirst ? desc(events.seq) : asc(events.seq);
  const first = sql`select * from ${events} where ${and(eq(events.sessionId, sessionId), where)} order by ${order} limit ${limit + 1}`;
  // First by stored size, without loading bodies; then by JSON length.
  const stored = sql`select *, (count(*) over ())::int as found, ${sumBefore(sql`pg_column_size(${events.body})`, order)} as size
    from (${first}) ${events}`;
  const measured = sql`select *, ${sumBefore(bodyChars, order)} as chars from (${stored}) ${events} where size < ${maxChars}`;
  const page = await db
    .select({ event, found: sql<number>`found` })
    .from(sql`(${measured}) ${events}`)
    .where(sql`chars < ${maxChars}`)
    .orderBy(order)
    .limit(limit);
  const more = page.length < (page[0]?.found ?? 0);
  return {
    rows: await load(
      page.map(({ event }) => event),
      readRetryPolicy(db),
    ),
    more,
  };
}

/** The sum over the preceding rows. */
const sumBefore = (value: SQL, order: SQL) =>
  sql<number>`coalesce(sum(${value}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)`;

/** JSON characters of an event's whole body, wherever it is stored. */
export const bodyChars = sql<number>`case when ${events.body} ? 'shelved'
    then coalesce((${events.body}->>'shelvedChars')::bigint, ${defaultBodyChars}) else length(${events.body}::text) end`.mapWith(
  Number,
);
