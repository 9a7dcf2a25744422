import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../db/client";
import { partialMessages, sessionEvents, sessions } from "../sessions/table";
import { unshelveAll } from "./bodies";
import type { NewEvent } from "./events";
import { recordEvents } from "./finish";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
import { runCalls } from "./tool-calls";
import type { EngineTool } from "./tools";

/** Says that the work begins, or goes on; the partial text of an interrupted attempt is void. */
export async function announce(db: Db, run: RunRow): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  const partials = await db
    .select({ id: partialMessages.messageId })
    .from(partialMessages)
    .where(eq(partialMessages.runId, run.id));
  const events = partials.map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
  if (run.attempt > 1)
    events.push({ kind: "notice", body: { code: "resumed", text: "Work went on after an interruption." } });
  if (session?.status === "queued") {
    const state = { status: "running" as const, lastRun: { status: "running", reason: null } };
    await db
      .update(sessions)
      .set(state)
      .where(and(eq(sessions.id, run.sessionId), eq(sessions.status, "queued")));
    events.push({ kind: "status", body: { status: "running", reason: null, runStatus: "running", runId: run.id } });
  }
  if (events.length > 0) await recordEvents(db, run, { events });
}

async function written(db: Db, run: RunRow, kinds: string[]) {
  const rows = await db
    .select({ kind: sessionEvents.kind, body: sessionEvents.body })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, run.sessionId),
        eq(sessionEvents.runId, run.id),
        isNull(sessionEvents.supersededBy),
        inArray(sessionEvents.kind, kinds),
      ),
    )
    .orderBy(asc(sessionEvents.seq));
  return unshelveAll(rows);
}

interface CallBody {
  callId: string;
  name: string;
  input: unknown;
}

/** How far earlier attempts of the run have come: their steps count, and so do their calls. */
export async function progressOf(db: Db, run: RunRow): Promise<{ steps: number; calls: StepCall[] }> {
  const rows = await written(db, run, ["step", "tool_call"]);
  const calls = rows.filter(({ kind }) => kind === "tool_call").map(({ body }) => callOf(body as CallBody));
  return { steps: rows.filter(({ kind }) => kind === "step").length, calls };
}

const callOf = ({ callId, name, input }: CallBody): StepCall => ({ id: callId, name, input });

/**
 * Calls that an earlier attempt started and has no result of. One that may safely be made again is; of another the model
 * is told that it may have happened. A finished call is never made again.
 */
export async function settleOpenCalls(db: Db, run: RunRow, tools: EngineTool[], signal: AbortSignal): Promise<void> {
  const rows = await written(db, run, ["tool_call", "tool_result"]);
  const answered = new Set(
    rows.filter(({ kind }) => kind === "tool_result").map(({ body }) => (body as CallBody).callId),
  );
  const open = rows.filter(({ kind }) => kind === "tool_call").map(({ body }) => callOf(body as CallBody));
  const left = open.filter(({ id }) => !answered.has(id));
  if (left.length === 0) return;
  const safe = ({ name }: StepCall) => tools.some((tool) => tool.name === name && tool.repeatable);
  const error = "The server was interrupted during this call; it may have happened.";
  const events = left
    .filter((call) => !safe(call))
    .map(({ id, name }): NewEvent => ({ kind: "tool_result", body: { callId: id, name, error, durationMs: 0 } }));
  if (events.length > 0) await recordEvents(db, run, { events });
  await runCalls(db, run, tools, left.filter(safe), signal);
}
