import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader } from "../../../platform/db/client";
import { defineQueries, type Given } from "../../../platform/db/query/define-query";
import { pageChars } from "../../../platform/db/query/list";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents as events } from "../../../platform/db/tables/sessions";
import { defaultBodyChars, type loadBodies } from "./bodies";
import { type Part, partCondition } from "./part";
import type { LoadedEvent } from "./stored-events";

interface EventPage {
  rows: LoadedEvent[];
  /** Whether more follow in this order. */
  more: boolean;
}

/** The events of a page; all by default. */
export interface EventFilter {
  /** Positions in the session's log. */
  after?: number | undefined;
  before?: number | undefined;
  kinds?: readonly LoggedKind[] | undefined;
  runId?: string | undefined;
  /** The part of a process. */
  part?: Part | undefined;
  /** Without events that were superseded by a rewind. */
  current?: boolean | undefined;
  /** Without messages inside a process, which its diagram and the trace show. */
  outer?: boolean | undefined;
}

interface PageOptions extends EventFilter {
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
export async function readPage(db: Reader, sessionId: string, options: PageOptions): Promise<EventPage> {
  const { current = false, outer = false, newestFirst = false, load } = options;
  const choices = { newestFirst: String(newestFirst), current: String(current), outer: String(outer) };
  const page = await selectPage(db, toValues(sessionId, options), choices);
  const more = page.length < (page[0]?.found ?? 0);
  return {
    rows: await load(
      page.map(({ event }) => event),
      readRetryPolicy(db),
    ),
    more,
  };
}

/** `maxRows`: one more than the page has, to find out whether more follow. */
function toValues(sessionId: string, { limit, part, chars = pageChars, ...options }: PageOptions) {
  const { after, before, kinds, runId } = options;
  const partValues = { taskId: part?.taskId, delegation: part?.delegation };
  const limits = { limit, maxRows: limit + 1, maxChars: Math.min(chars, pageChars) };
  return { sessionId, after, before, kinds, runId, ...partValues, ...limits };
}

type PageValues = ReturnType<typeof toValues>;
type Choices = Record<"newestFirst" | "current" | "outer", string>;

const matchesValues = (given: Given<PageValues>, { current, outer }: Choices) =>
  and(
    eq(events.sessionId, given.sessionId),
    given.after && gt(events.seq, given.after),
    given.before && lt(events.seq, given.before),
    given.kinds && sql`${events.kind} = any(${given.kinds}::text[])`,
    given.runId && eq(events.runId, given.runId),
    given.taskId && partCondition({ taskId: given.taskId, delegation: given.delegation }),
    current === "true" ? isNull(events.supersededBy) : undefined,
    outer === "true" ? sql`not ${events.body} ? 'inner'` : undefined,
  );

const selectPage = defineQueries<PageValues, Choices>()((db, given, choices) => {
  const { limit, maxRows, maxChars } = given;
  const order = choices.newestFirst === "true" ? desc(events.seq) : asc(events.seq);
  const matching = matchesValues(given, choices);
  const first = sql`select * from ${events} where ${matching} order by ${order} limit ${maxRows}`;
  // First by stored size, without loading bodies; then by JSON length.
  const stored = sql`select *, (count(*) over ())::int as found, ${sumBefore(sql`pg_column_size(${events.body})`, order)} as size
      from (${first}) ${events}`;
  const measured = sql`select *, ${sumBefore(bodyChars, order)} as chars from (${stored}) ${events}
      where size < ${maxChars}`;
  return db
    .select({ event, found: sql<number>`found` })
    .from(sql`(${measured}) ${events}`)
    .where(sql`chars < ${maxChars}`)
    .orderBy(order)
    .limit(limit);
});

/** The sum over the preceding rows. */
const sumBefore = (value: SQL, order: SQL) =>
  sql<number>`coalesce(sum(${value}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)`;

/** JSON characters of an event's whole body, wherever it is stored. */
export const bodyChars = sql<number>`case when ${events.body} ? 'shelved'
    then coalesce((${events.body}->>'shelvedChars')::bigint, ${defaultBodyChars}) else length(${events.body}::text) end`.mapWith(
  Number,
);
