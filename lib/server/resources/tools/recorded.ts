import { and, desc, eq, sql } from "drizzle-orm";
import { maxRecordedInputs } from "@/lib/constants/tools";
import { isObject } from "@/lib/utils/json/is-object";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import type { Reader } from "../../platform/db/client";
import { sessionEvents, sessions } from "../../platform/db/tables/sessions";

const maxEvents = 50;

/** The distinct arguments of the tool's latest calls in real runs, newest first, from sessions visible to the viewer. */
export async function listRecordedInputs(db: Reader, viewer: Viewer, toolId: string) {
  const { kind, body, at, sessionId } = sessionEvents;
  const rows = await db
    .select({ event: sessionEvents })
    .from(sessionEvents)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    // Matches the partial index on tool calls.
    .where(
      and(
        sql`${kind} = 'tool_call' and ${body}->>'toolId' = ${toolId}`,
        eq(sessions.teamId, viewer.teamId),
        matchesVisible(viewer),
      ),
    )
    .orderBy(desc(at))
    .limit(maxEvents);
  const events = await loadBodiesForReaders(rows.map(({ event }) => event));
  const calls = events.flatMap((event) => {
    if (event.kind !== "tool_call") return [];
    const { callId, input, invalid, operation = null } = event.body;
    if (invalid || !isObject(input)) return [];
    return [{ callId, sessionId: event.sessionId, operation, at: event.at, args: input }];
  });
  const each = new Map(calls.reverse().map((call) => [JSON.stringify([call.operation, call.args]), call] as const));
  return [...each.values()].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, maxRecordedInputs);
}
