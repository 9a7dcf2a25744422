import { eq } from "drizzle-orm";
import type { StatusBody } from "@/lib/contract/session-events/states";
import type { Db } from "../../../platform/db/client";
import { partialMessages, sessions } from "../../../platform/db/tables/sessions";
import { problem } from "../calls/call-problem";
import type { StepCall } from "../calls/guards";
import { approved, callOf, eventsOf, type OpenCall, openCalls, repeating } from "../calls/open-calls";
import type { EngineTool } from "../calls/tools";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";
import { inPart, isPart, ofPart, type Part } from "../log/part";
import { recordEvents } from "../outcome/finish";
import { approvalPause, joined, type Pause, pauseOf } from "../steps/ending";
import { PausedError, runCalls, type ToolCallContext } from "./tool-calls";

/** Announces that work starts or resumes; partial text of an interrupted attempt is discarded. */
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
  const status: StatusBody = { status: "running", reason: null, runStatus: "running", runId: run.id };
  if (queued) events.push({ kind: "status", body: status });
  const change = queued ? { status: "running" as const, lastRun: { status: "running", reason: null } } : {};
  if (events.length > 0) await recordEvents(db, run, { events, change });
}

/** The progress of earlier attempts: their steps and calls count. */
export async function progressOf(db: Db, run: RunRow, part?: Part): Promise<{ steps: number; calls: StepCall[] }> {
  const events = await eventsOf(db, run, ["step", "tool_call"]);
  const calls = events.flatMap(({ kind, body }) => (kind === "tool_call" ? [body] : []));
  // A truncated step is repeated.
  const steps = events.flatMap(({ kind, body }) => (kind === "step" && body.finishReason !== "cut" ? [body] : []));
  return { steps: ofPart(part, steps).length, calls: ofPart(part, calls).map(callOf) };
}

/**
 * Calls without a result from an earlier attempt. Makes those that never started, are safe to repeat, or were allowed. Returns
 * what the rest waits for: an approval, or a decision on whether to repeat the call.
 */
export async function settleOpenCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calling: ToolCallContext,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const open = (await openCalls(db, run)).filter((one) => isPart(calling.part, one.part));
  const toolOf = ({ name }: StepCall) => tools.find((tool) => tool.name === name);
  const misfits = new Set<StepCall>();
  for (const { call } of open) if (await problem(run.teamId, toolOf(call), call, signal)) misfits.add(call);
  const gone = open.filter((one) => !toolOf(one.call) || supersededCalls(one, toolOf(one.call), misfits));
  for (const one of open) if (!gone.includes(one) && !misfits.has(one.call)) retractCalls(one, toolOf(one.call));
  const there = open.filter((one) => !gone.includes(one) && one.state !== "allowed");
  const waiting = there.filter(({ begun }) => !begun);
  const asked = there.filter(({ call, begun, lapsed }) => {
    const tool = toolOf(call);
    return begun && tool && !misfits.has(call) && (!tool.repeatable || lapsed);
  });
  const now = open.filter((one) => ![...gone, ...waiting, ...asked].includes(one));
  const allowed = now.filter(({ state }) => state === "allowed");
  const events = [...gone.map((one) => lostResult(one, toolOf(one.call))), ...allowed.map(resumeNotice)];
  if (events.length > 0) await recordEvents(db, run, { events: inPart(calling.part, events) });
  const edited = new Set(now.filter((one) => one.edited).map(({ call }) => call.id));
  const calls = now.map(({ call }) => call);
  const pauses = await findPause(() => runCalls(db, run, tools, calls, { ...calling, edited }, signal));
  if (asked.length > 0) pauses.push(pauseOf(asked, tools));
  if (waiting.length > 0) pauses.push(approvalPause(waiting, tools, calling.agentName));
  return pauses.length > 0 ? joined(pauses) : undefined;
}

/** Makes a step's calls. Those that need approval wait together while the others are made. */
export async function callsOfStep(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  { calls, toApprove: waiting }: { calls: StepCall[]; toApprove: StepCall[] },
  calling: ToolCallContext,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const free = calls.filter((call) => !waiting.includes(call));
  const pauses = await findPause(() => runCalls(db, run, tools, free, calling, signal));
  const proposed = waiting.map((call) => ({ call, part: calling.part, state: "proposed" as const }));
  if (waiting.length > 0) pauses.push(approvalPause(proposed, tools, calling.agentName));
  return pauses.length > 0 ? joined(pauses) : undefined;
}

async function findPause(work: () => Promise<void>): Promise<Pause[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof PausedError) return [error.pause];
    throw error;
  }
}

/** An approval applies to the shown revision of the tool: for another one it is requested again. */
function retractCalls(one: OpenCall, tool: EngineTool | undefined): void {
  if (!one.approval || one.approval.revisionId === tool?.origin?.revisionId) return;
  one.lapsed = true;
  if (one.state === "allowed") one.state = one.begun ? "started" : "proposed";
}

/** May have been executed but cannot be repeated: the tool has changed and takes other arguments. */
const supersededCalls = (
  { call, begun, state, revisionId }: OpenCall,
  tool: EngineTool | undefined,
  misfits: ReadonlySet<StepCall>,
): boolean =>
  begun &&
  state !== "allowed" &&
  !call.invalid &&
  tool?.repeatable === false &&
  tool.origin?.revisionId !== revisionId &&
  misfits.has(call);

const lostResult = ({ call, begun }: OpenCall, tool: EngineTool | undefined): NewEvent => {
  const { id: callId, name } = call;
  const broken = begun ? "The server was interrupted during this call; it may have happened. " : "";
  const why = tool
    ? `${name} was changed since and takes other arguments.`
    : `There is no tool named ${name} any more.`;
  return { kind: "tool_result", body: { callId, name, error: `${broken}${why}`, durationMs: 0 } };
};

/** Recorded before the call: from here on it may have been executed, possibly again. */
const resumeNotice = ({ call: { id: callId, name }, begun }: OpenCall): NewEvent => ({
  kind: "notice",
  body: begun
    ? { code: repeating, callId, text: `${name} is called again.` }
    : { code: approved, callId, text: `${name} is called.` },
});
