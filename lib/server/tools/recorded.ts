import { and, desc, eq, sql } from "drizzle-orm";
import { recordedInputsMost } from "@/lib/constants/tools";
import type { Db } from "../db/client";
import { unshelveForReaders } from "../runs/bodies";
import { type Viewer, visible } from "../sessions/service";
import { sessionEvents, sessions } from "../sessions/table";

interface Called {
  callId: string;
  input: unknown;
  invalid?: string;
  operation?: string | null;
}

const lookedAt = 50;

/** What real runs last called a tool with, each arguments once, newest first: of sessions that the viewer may see. */
export async function recordedInputs(db: Pick<Db, "select">, viewer: Viewer, toolId: string) {
  const { kind, body, at, sessionId } = sessionEvents;
  const rows = await db
    .select({ kind, sessionId, body, at })
    .from(sessionEvents)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    // Written as the index has it, which holds calls of tools alone.
    .where(
      and(
        sql`${kind} = 'tool_call' and ${body}->>'toolId' = ${toolId}`,
        eq(sessions.teamId, viewer.teamId),
        visible(viewer),
      ),
    )
    .orderBy(desc(at))
    .limit(lookedAt);
  const calls = (await unshelveForReaders(rows)).map((row) => ({ ...row, called: row.body as Called }));
  const fit = calls.filter(
    ({ called }) => !called.invalid && typeof called.input === "object" && called.input !== null,
  );
  const each = new Map(
    fit.reverse().map((row) => [JSON.stringify([row.called.operation, row.called.input]), row] as const),
  );
  return [...each.values()]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, recordedInputsMost)
    .map(({ sessionId: session, at: when, called: { callId, operation = null, input } }) => ({
      ...{ callId, sessionId: session, operation, at: when },
      args: input as Record<string, unknown>,
    }));
}
