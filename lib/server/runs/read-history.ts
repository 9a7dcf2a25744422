import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { sessionEvents as events } from "../sessions/table";
import { unshelveAll } from "./bodies";
import type { EventRow } from "./events";
import { type HistoryEvent, promptChars } from "./history";
import type { RunRow } from "./lease";
import { isOfPart, type Part } from "./part";
import { readPage } from "./read-page";

type Reader = Pick<Db, "select">;

/** No model is sent more, whatever its context window: about a million tokens. */
const maxPromptChars = 4_000_000;
const eventsPerPage = 2_000;
/** As long as a page of a prompt's events may always be, since their JSON is longer than what is made of it. */
const leastPageChars = 250_000;
const kinds = ["message", "tool_call", "tool_result"];

interface Wanted {
  where: SQL | undefined;
  /** What the context window has room for. */
  chars: number;
}

export interface History {
  events: EventRow[];
  /** The prompt was full before the first event. */
  cut: boolean;
}

/** The newest finished events that no rewind has superseded, until the prompt is full. A result never comes without its call. */
async function readNewest(db: Reader, sessionId: string, { where, chars }: Wanted): Promise<History> {
  const found: EventRow[] = [];
  const withoutCall = new Set<string>();
  let left = Math.min(chars, maxPromptChars);
  let before: SQL | undefined;
  for (;;) {
    const page = await readPage(db, sessionId, {
      ...{ where: and(where, isNull(events.supersededBy), before), newestFirst: true, limit: eventsPerPage },
      chars: Math.max(2 * left, leastPageChars),
      unshelve: unshelveAll,
    });
    for (const event of page.rows) {
      const { callId } = event.body as { callId: string };
      if (event.kind === "tool_result") withoutCall.add(callId);
      if (event.kind === "tool_call") withoutCall.delete(callId);
      found.push(event);
      left -= promptChars(event as unknown as HistoryEvent);
      if (left <= 0 && withoutCall.size === 0) return { events: found.reverse(), cut: true };
    }
    const last = page.rows.at(-1);
    if (!page.more || !last) return { events: found.reverse(), cut: false };
    before = lt(events.seq, last.seq);
  }
}

const isUsers = ({ kind, body }: EventRow): boolean =>
  kind === "message" && (body as { role?: string }).role === "user";

/** What the model's history is rebuilt from: the newest events, and the user's last message where that is older. */
export async function readHistory(db: Reader, sessionId: string, chars: number): Promise<EventRow[]> {
  const { events: newest } = await readNewest(db, sessionId, { where: inArray(events.kind, kinds), chars });
  const [first] = newest;
  if (!first || newest.some(isUsers)) return newest;
  const asked = and(eq(events.kind, "message"), sql`${events.body}->>'role' = 'user'`);
  const [last] = await newestBefore(db, sessionId, first, asked);
  return last ? [last, ...newest] : newest;
}

/** The newest event before another one that matches, or none. */
async function newestBefore(db: Reader, sessionId: string, { seq }: EventRow, where: SQL | undefined) {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.sessionId, sessionId), isNull(events.supersededBy), lt(events.seq, seq), where))
    .orderBy(desc(events.seq))
    .limit(1);
  return unshelveAll(rows, readPatience(db));
}

const isRepair = ({ kind, body }: EventRow): boolean =>
  kind === "task" && (body as { state?: string }).state === "repair";

/** The same of one part of a process. `repairs`: with its last `repair` event, where that is older. */
export async function readPartHistory(
  db: Reader,
  { id, sessionId }: Pick<RunRow, "id" | "sessionId">,
  part: Part,
  { chars, repairs }: { chars: number; repairs: boolean },
): Promise<History> {
  const own = and(eq(events.runId, id), isOfPart(part));
  const where = and(own, inArray(events.kind, [...kinds, "task"]));
  const newest = await readNewest(db, sessionId, { where, chars });
  const [first] = newest.events;
  if (!first || !newest.cut || !repairs || newest.events.some(isRepair)) return newest;
  const repair = and(own, eq(events.kind, "task"), sql`${events.body}->>'state' = 'repair'`);
  return { ...newest, events: [...(await newestBefore(db, sessionId, first, repair)), ...newest.events] };
}
