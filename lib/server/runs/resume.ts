import { eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { partialMessages, sessions } from "../sessions/table";
import { problem } from "./call-problem";
import { approvalPause, joined, type Pause, pauseOf } from "./ending";
import type { NewEvent } from "./events";
import { recordEvents } from "./finish";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
import { approved, callOf, eventsOf, type OpenCall, openCalls, repeating } from "./open-calls";
import { inPart, isPart, ofPart, type Part } from "./part";
import type { StepFacts } from "./step-events";
import { type Calling, PausedError, runCalls } from "./tool-calls";
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
  // A step that was cut is made again.
  const steps = rows.filter(({ kind, body }) => kind === "step" && (body as StepFacts).finishReason !== "cut");
  return { steps: steps.length, calls };
}

/**
 * Calls that an earlier attempt has left without a result. Made now are those that never began, that may safely be made
 * again, and that a person has allowed. Answers what the rest waits for: an approval, or a word on what may have happened.
 */
export async function settleOpenCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calling: Calling,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const open = (await openCalls(db, run)).filter((one) => isPart(calling.part, one.part));
  const toolOf = ({ name }: StepCall) => tools.find((tool) => tool.name === name);
  const misfits = new Set<StepCall>();
  for (const { call } of open) if (await problem(run.teamId, toolOf(call), call, signal)) misfits.add(call);
  const gone = open.filter((one) => !toolOf(one.call) || outgrown(one, toolOf(one.call), misfits));
  for (const one of open) if (!gone.includes(one) && !misfits.has(one.call)) takeBack(one, toolOf(one.call));
  const there = open.filter((one) => !gone.includes(one) && one.state !== "allowed");
  const waiting = there.filter(({ begun }) => !begun);
  const asked = there.filter(({ call, begun, lapsed }) => {
    const tool = toolOf(call);
    return begun && tool && !misfits.has(call) && (!tool.repeatable || lapsed);
  });
  const now = open.filter((one) => ![...gone, ...waiting, ...asked].includes(one));
  const allowed = now.filter(({ state }) => state === "allowed");
  const events = [...gone.map((one) => goneResult(one, toolOf(one.call))), ...allowed.map(beginNotice)];
  if (events.length > 0) await recordEvents(db, run, { events: inPart(calling.part, events) });
  const edited = new Set(now.filter((one) => one.edited).map(({ call }) => call.id));
  const calls = now.map(({ call }) => call);
  const pauses = await callsPause(() => runCalls(db, run, tools, calls, { ...calling, edited }, signal));
  if (asked.length > 0) pauses.push(pauseOf(asked, tools));
  if (waiting.length > 0) pauses.push(approvalPause(waiting, tools, calling.agentName));
  return pauses.length > 0 ? joined(pauses) : undefined;
}

/** Makes a step's calls. Those that need an approval wait for it together, while the others are made. */
export async function callsOfStep(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  { calls, toApprove: waiting }: { calls: StepCall[]; toApprove: StepCall[] },
  calling: Calling,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const free = calls.filter((call) => !waiting.includes(call));
  const pauses = await callsPause(() => runCalls(db, run, tools, free, calling, signal));
  const proposed = waiting.map((call) => ({ call, part: calling.part, state: "proposed" as const }));
  if (waiting.length > 0) pauses.push(approvalPause(proposed, tools, calling.agentName));
  return pauses.length > 0 ? joined(pauses) : undefined;
}

async function callsPause(work: () => Promise<void>): Promise<Pause[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof PausedError) return [error.pause];
    throw error;
  }
}

/** An approval is for the revision of the tool that was shown: for another one it is asked again. */
function takeBack(one: OpenCall, tool: EngineTool | undefined): void {
  if (!one.approval || one.approval.revisionId === tool?.origin?.revisionId) return;
  one.lapsed = true;
  if (one.state === "allowed") one.state = one.begun ? "started" : "proposed";
}

/** It may have been made, and cannot be made again: the tool was changed since and takes other arguments. */
const outgrown = (
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

const goneResult = ({ call, begun }: OpenCall, tool: EngineTool | undefined): NewEvent => {
  const { id: callId, name } = call;
  const broken = begun ? "The server was interrupted during this call; it may have happened. " : "";
  const why = tool
    ? `${name} was changed since and takes other arguments.`
    : `There is no tool named ${name} any more.`;
  return { kind: "tool_result", body: { callId, name, error: `${broken}${why}`, durationMs: 0 } };
};

/** Written before the call is made: from here on it may have happened, or have happened once more. */
const beginNotice = ({ call: { id: callId, name }, begun }: OpenCall): NewEvent => ({
  kind: "notice",
  body: begun
    ? { code: repeating, callId, text: `${name} is called again.` }
    : { code: approved, callId, text: `${name} is called.` },
});
