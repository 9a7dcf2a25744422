import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { sessionEvents as events } from "../sessions/table";
import { unshelveAll } from "./bodies";
import type { EventRow } from "./events";
import { type HistoryEvent, promptChars } from "./history";
import type { RunRow } from "./lease";
import { readPage } from "./read-page";

type Reader = Pick<Db, "select">;

/** No model is sent more, whatever its context window: about a million tokens. */
const maxPromptChars = 4_000_000;
const eventsPerPage = 200;
const kinds = ["message", "tool_call", "tool_result"];

interface Wanted {
  where: SQL | undefined;
  /** What the context window has room for. */
  chars: number;
  isWanted?: (event: EventRow) => boolean;
}

/** The newest finished events that no rewind has superseded, until the prompt is full. A result never comes without its call. */
async function readNewest(db: Reader, sessionId: string, { where, chars, isWanted = () => true }: Wanted) {
  const found: EventRow[] = [];
  const withoutCall = new Set<string>();
  let left = Math.min(chars, maxPromptChars);
  let before: SQL | undefined;
  for (;;) {
    const page = await readPage(db, sessionId, {
      ...{ where: and(where, isNull(events.supersededBy), before), newestFirst: true, limit: eventsPerPage },
      unshelve: unshelveAll,
    });
    for (const event of page.rows.filter(isWanted)) {
      const { callId } = event.body as { callId: string };
      if (event.kind === "tool_result") withoutCall.add(callId);
      if (event.kind === "tool_call") withoutCall.delete(callId);
      found.push(event);
      left -= promptChars(event as unknown as HistoryEvent);
      if (left <= 0 && withoutCall.size === 0) return found.reverse();
    }
    const last = page.rows.at(-1);
    if (!page.more || !last) return found.reverse();
    before = lt(events.seq, last.seq);
  }
}

const isUsers = ({ kind, body }: EventRow): boolean =>
  kind === "message" && (body as { role?: string }).role === "user";

/** What the model's history is rebuilt from: the newest events, and the user's last message where that is older. */
export async function readHistory(db: Reader, sessionId: string, chars: number): Promise<EventRow[]> {
  const newest = await readNewest(db, sessionId, { where: inArray(events.kind, kinds), chars });
  const [first] = newest;
  if (!first || newest.some(isUsers)) return newest;
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        ...[eq(events.sessionId, sessionId), isNull(events.supersededBy), lt(events.seq, first.seq)],
        ...[eq(events.kind, "message"), sql`${events.body}->>'role' = 'user'`],
      ),
    )
    .orderBy(desc(events.seq))
    .limit(1);
  return [...(await unshelveAll(rows, readPatience(db))), ...newest];
}

/** The same of one part of a process, with what its tasks' log says. */
export const readPartHistory = (
  db: Reader,
  { id, sessionId }: Pick<RunRow, "id" | "sessionId">,
  chars: number,
  isWanted: (event: EventRow) => boolean,
): Promise<EventRow[]> =>
  readNewest(db, sessionId, {
    ...{ where: and(eq(events.runId, id), inArray(events.kind, [...kinds, "task"])), chars, isWanted },
  });
