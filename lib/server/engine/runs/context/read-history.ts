import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents as events } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";
import { loadBodies } from "../log/bodies";
import { type Part, partCondition } from "../log/part";
import { type EventFilter, readPage } from "../log/read-page";
import type { LoadedEvent } from "../log/stored-events";
import { isPrompted, promptChars } from "./history";

/** Upper bound for any context window: about a million tokens. */
const maxPromptChars = 4_000_000;
const eventsPerPage = 2_000;
/** Minimum page size, because events are longer as JSON than in a prompt. */
const minPageChars = 250_000;
const kinds: LoggedKind[] = ["message", "tool_call", "tool_result"];

interface HistoryQuery extends EventFilter {
  /** The size of the context window. */
  chars: number;
}

interface History {
  events: LoadedEvent[];
  /** The prompt was full before the first event. */
  truncated: boolean;
}

/** The newest finished events not superseded by a rewind, until the prompt is full. Results always come with their call. */
async function readNewest(db: Reader, sessionId: string, { chars, ...filter }: HistoryQuery): Promise<History> {
  const newestFirst: LoadedEvent[] = [];
  const pendingCallIds = new Set<string>();
  let remaining = Math.min(chars, maxPromptChars);
  let before: number | undefined;
  for (;;) {
    const page = await readPage(db, sessionId, {
      ...filter,
      before,
      current: true,
      newestFirst: true,
      limit: eventsPerPage,
      chars: Math.max(2 * remaining, minPageChars),
      load: loadBodies,
    });
    for (const event of page.rows) {
      if (event.kind === "tool_result") pendingCallIds.add(event.body.callId);
      if (event.kind === "tool_call") pendingCallIds.delete(event.body.callId);
      newestFirst.push(event);
      if (isPrompted(event)) remaining -= promptChars(event);
      if (remaining <= 0 && pendingCallIds.size === 0) return { events: newestFirst.reverse(), truncated: true };
    }
    const last = page.rows.at(-1);
    if (!page.more || !last) return { events: newestFirst.reverse(), truncated: false };
    before = last.seq;
  }
}

const isUserMessage = ({ kind, body }: LoadedEvent): boolean => kind === "message" && body.role === "user";

/** The events for a model's history: the newest ones, and the last user message if that is older. */
export async function readHistory(db: Reader, sessionId: string, chars: number): Promise<LoadedEvent[]> {
  const { events: newest } = await readNewest(db, sessionId, { kinds, chars });
  const [first] = newest;
  if (!first || newest.some(isUserMessage)) return newest;
  const userMessages = and(eq(events.kind, "message"), sql`${events.body}->>'role' = 'user'`);
  const [last] = await findNewestBefore(db, sessionId, first, userMessages);
  return last ? [last, ...newest] : newest;
}

/** The newest matching event before another, or none. */
async function findNewestBefore(db: Reader, sessionId: string, { seq }: LoadedEvent, where: SQL | undefined) {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.sessionId, sessionId), isNull(events.supersededBy), lt(events.seq, seq), where))
    .orderBy(desc(events.seq))
    .limit(1);
  return loadBodies(rows, readRetryPolicy(db));
}

const isRepair = ({ kind, body }: LoadedEvent): boolean => kind === "task" && body.state === "repair";

/** The same for one part of a process. `repairs`: includes its last `repair` event, if that is older. */
export async function readPartHistory(
  db: Reader,
  { id, sessionId }: Pick<RunRow, "id" | "sessionId">,
  part: Part,
  { chars, repairs }: { chars: number; repairs: boolean },
): Promise<History> {
  const newest = await readNewest(db, sessionId, { runId: id, part, kinds: [...kinds, "task"], chars });
  const [first] = newest.events;
  if (!first || !newest.truncated || !repairs || newest.events.some(isRepair)) return newest;
  const repair = and(
    eq(events.runId, id),
    partCondition(part),
    eq(events.kind, "task"),
    sql`${events.body}->>'state' = 'repair'`,
  );
  return { ...newest, events: [...(await findNewestBefore(db, sessionId, first, repair)), ...newest.events] };
}
