import { and, asc, desc, eq, getTableColumns, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { pageChars } from "../db/list";
import { readPatience } from "../db/patient";
import { sessionEvents as events } from "../sessions/table";
import { unknownChars, type unshelveAll } from "./bodies";

type EventRow = typeof events.$inferSelect;

export interface EventPage {
  rows: EventRow[];
  /** Whether others follow in this order. */
  more: boolean;
}

interface PageOptions {
  where: SQL | undefined;
  newestFirst?: boolean;
  limit: number;
  /** The page ends after so many characters of JSON, and after `pageChars` at the latest. */
  chars?: number;
  /** What becomes of a body that cannot be read depends on who asks. */
  unshelve: typeof unshelveAll<EventRow>;
}

const columns = getTableColumns(events);

/** The columns of events as a query selects them. */
function columnsOf(query: object): typeof columns {
  const { sessionId, seq, runId, kind, body, messageId, supersededBy, at } = query as typeof columns;
  return { sessionId, seq, runId, kind, body, messageId, supersededBy, at };
}

/**
 * The first of a session's events that match, in order of seq, with their whole bodies: at most `limit`, and no more after
 * `chars` characters; at least one where there is one.
 */
export async function readPage(
  db: Pick<Db, "select">,
  sessionId: string,
  { where, newestFirst = false, limit, chars = pageChars, unshelve }: PageOptions,
): Promise<EventPage> {
  const most = Math.min(chars, pageChars);
  const direction = newestFirst ? desc : asc;
  const next = db
    .select(columns)
    .from(events)
    .where(and(eq(events.sessionId, sessionId), where))
    .orderBy(direction(events.seq))
    .limit(limit + 1)
    .as("next");
  // First by the stored size, for which no body is read; then by the length as JSON.
  const sized = db
    .select({
      ...columnsOf(next),
      found: sql<number>`(count(*) over ())::int`.as("found"),
      sizeBefore: sumBefore(sql`pg_column_size(${next.body})`, direction(next.seq)).as("size_before"),
    })
    .from(next)
    .as("sized");
  const measured = db
    .select({
      ...columnsOf(sized),
      found: sized.found,
      charsBefore: sumBefore(charsOf(sized.body), direction(sized.seq)).as("chars_before"),
    })
    .from(sized)
    .where(lt(sized.sizeBefore, most))
    .as("measured");
  const page = await db
    .select({ event: columnsOf(measured), found: measured.found })
    .from(measured)
    .where(lt(measured.charsBefore, most))
    .orderBy(direction(measured.seq))
    .limit(limit);
  const more = page.length < (page[0]?.found ?? 0);
  return {
    rows: await unshelve(
      page.map(({ event }) => event),
      readPatience(db),
    ),
    more,
  };
}

/** The sum over the rows that come before each in this order. */
const sumBefore = (value: SQL, order: SQL) =>
  sql<number>`coalesce(sum(${value}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)`;

/** Characters of an event's whole body as JSON, wherever it lies. */
const charsOf = (body: SQLWrapper) =>
  sql<number>`case when ${body} ? 'shelved'
    then coalesce((${body}->>'shelvedChars')::bigint, ${unknownChars}) else length(${body}::text) end`.mapWith(Number);

/** The same of an event that a query reads. */
export const bodyChars = charsOf(events.body);
