import { and, asc, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { sessionEvents as events } from "../sessions/table";
import { unknownChars, type unshelveAll } from "./bodies";

/** Of one page: as much JSON is written and read in about 50 ms. */
export const pageChars = 4_000_000;

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
  /** What becomes of a body that cannot be read depends on who asks. */
  unshelve: typeof unshelveAll<EventRow>;
}

/** Characters of an event's whole body as JSON, wherever it lies. */
const bodyChars = sql<number>`case when ${events.body} ? 'shelved'
  then coalesce((${events.body}->>'shelvedChars')::bigint, ${unknownChars}) else length(${events.body}::text) end`;

/**
 * The first of a session's events that match, in order of seq, with their whole bodies: at most `limit`, and no more after
 * `pageChars` characters; at least one where there is one.
 */
export async function readPage(
  db: Pick<Db, "select">,
  sessionId: string,
  { where, newestFirst = false, limit, unshelve }: PageOptions,
): Promise<EventPage> {
  const direction = newestFirst ? desc : asc;
  const own = eq(events.sessionId, sessionId);
  const next = db
    .select({ seq: events.seq, chars: bodyChars.as("chars") })
    .from(events)
    .where(and(own, where))
    .orderBy(direction(events.seq))
    .limit(limit + 1)
    .as("next");
  const before = sql<number>`sum(${next.chars}) over (order by ${direction(next.seq)}) - ${next.chars}`;
  const found = sql<number>`(count(*) over ())::int`;
  const summed = db
    .select({ seq: sql<number>`${next.seq}`.as("at_seq"), before: before.as("before"), found: found.as("found") })
    .from(next)
    .as("summed");
  const page = await db
    .select({ event: events, found: summed.found })
    .from(events)
    .innerJoin(summed, eq(summed.seq, events.seq))
    .where(and(own, lt(summed.before, pageChars)))
    .orderBy(direction(events.seq))
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
