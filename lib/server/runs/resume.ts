import { eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { partialMessages, sessions } from "../sessions/table";
import type { NewEvent } from "./events";
import { recordEvents } from "./finish";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
import { callOf, eventsOf, type OpenCall, openCalls, repeating } from "./open-calls";
import { inPart, isPart, ofPart, type Part } from "./part";
import { type Calling, problem, runCalls } from "./tool-calls";
import type { EngineTool } from "./tools";

/** Says that the work begins, or goes on; the partial text of an interrupted attempt is void. */
export async function announce(db: Db, run: RunRow, interrupted: boolean): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  const partials = await db
    .select({ id: partialMessages.messageId })
    .from(partialMessages)
    .where(eq(partialMessages.runId, run.id));
  const events = partials.map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
  if (interrupted)
    events.push({ kind: "notice", body: { code: "resumed", text: "Work went on after an interruption." } });
  const queued = session?.status === "queued";
  const status = { status: "running", reason: null, runStatus: "running", runId: run.id };
  if (queued) events.push({ kind: "status", body: status });
  const change = queued ? { status: "running" as const, lastRun: { status: "running", reason: null } } : {};
  if (events.length > 0) await recordEvents(db, run, { events, change });
}

/** How far earlier attempts of the run have come: their steps count, and so do their calls. */
export async function progressOf(db: Db, run: RunRow, part?: Part): Promise<{ steps: number; calls: StepCall[] }> {
  const rows = ofPart(part, await eventsOf(db, run, ["step", "tool_call"]));
  const calls = rows.filter(({ kind }) => kind === "tool_call").map(({ body }) => callOf(body));
  return { steps: rows.filter(({ kind }) => kind === "step").length, calls };
}

/**
 * Calls that an earlier attempt started and has no result of. Made now are those that never began, that may safely be made
 * again, and that a person has allowed. Answers the rest: they may have happened, and a person is to be asked.
 */
export async function settleOpenCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calling: Calling,
  signal: AbortSignal,
): Promise<OpenCall[]> {
  const open = (await openCalls(db, run)).filter((one) => isPart(calling.part, one.part));
  const toolOf = ({ name }: StepCall) => tools.find((tool) => tool.name === name);
  const gone = open.filter(({ call }) => !toolOf(call));
  const asked = open.filter(({ call, state }) => {
    const tool = toolOf(call);
    return tool && !problem(tool, call) && !tool.repeatable && state !== "allowed";
  });
  const now = open.filter((one) => !gone.includes(one) && !asked.includes(one));
  const allowed = now.filter(({ state }) => state === "allowed");
  const events = [...gone.map(goneResult), ...allowed.map(repeatNotice)];
  if (events.length > 0) await recordEvents(db, run, { events: inPart(calling.part, events) });
  const calls = now.map(({ call }) => call);
  await runCalls(db, run, tools, calls, calling, signal);
  return asked;
}

const goneResult = ({ call: { id: callId, name } }: OpenCall): NewEvent => {
  const error = `The server was interrupted during this call; it may have happened. There is no tool named ${name} any more.`;
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0 } };
};

/** Written before the call is made again: from here on it may have happened once more. */
const repeatNotice = ({ call: { id: callId, name } }: OpenCall): NewEvent => ({
  kind: "notice",
  body: { code: repeating, callId, text: `${name} is called again.` },
});
