import { and, asc, desc, eq, getTableColumns, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client";
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

const columns = getTableColumns(events);

/** The event columns as a query selects them. */
function pickColumns(query: object): typeof columns {
  const { sessionId, seq, runId, kind, body, messageId, supersededBy, at } = query as typeof columns;
  return { sessionId, seq, runId, kind, body, messageId, supersededBy, at };
}

/**
 * The first matching events of a session by seq, with whole bodies: up to `limit` events or `chars` characters, but at least
 * one if any.
 */
export async function readPage(
  db: Pick<Db, "select">,
  sessionId: string,
  { where, newestFirst = false, limit, chars = pageChars, load }: PageOptions,
): Promise<EventPage> {
  const maxChars = Math.min(chars, pageChars);
  const direction = newestFirst ? desc : asc;
  const next = db
    .select(columns)
    .from(events)
    .where(and(eq(events.sessionId, sessionId), where))
    .orderBy(direction(events.seq))
    .limit(limit + 1)
    .as("next");
  // First by stored size, without loading bodies; then by JSON length.
  const sized = db
    .select({
      ...pickColumns(next),
      found: sql<number>`(count(*) over ())::int`.as("found"),
      sizeBefore: sumBefore(sql`pg_column_size(${next.body})`, direction(next.seq)).as("size_before"),
    })
    .from(next)
    .as("sized");
  const measured = db
    .select({
      ...pickColumns(sized),
      found: sized.found,
      charsBefore: sumBefore(bodyLength(sized.body), direction(sized.seq)).as("chars_before"),
    })
    .from(sized)
    .where(lt(sized.sizeBefore, maxChars))
    .as("measured");
  const page = await db
    .select({ event: pickColumns(measured), found: measured.found })
    .from(measured)
    .where(lt(measured.charsBefore, maxChars))
    .orderBy(direction(measured.seq))
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
const bodyLength = (body: SQLWrapper) =>
  sql<number>`case when ${body} ? 'shelved'
    then coalesce((${body}->>'shelvedChars')::bigint, ${defaultBodyChars}) else length(${body}::text) end`.mapWith(
    Number,
  );

/** The same for a query's event. */
export const bodyChars = bodyLength(events.body);
