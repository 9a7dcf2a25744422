import { and, eq } from "drizzle-orm";
import type { StatusBody } from "@/lib/contract/session-events/states";
import type { Db } from "../../../platform/db/client";
import { partialMessages, sessions } from "../../../platform/db/tables/sessions";
import { findCallProblem } from "../calls/call-problem";
import type { StepCall } from "../calls/guards";
import { approvedCode, findOpenCalls, loadEvents, type OpenCall, repeatingCode, toStepCall } from "../calls/open-calls";
import type { EngineTool } from "../calls/tools";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";
import { assignPart, filterByPart, matchesPart, type Part } from "../log/part";
import { recordEvents } from "../outcome/finish";
import { mergePauses, type Pause, toApprovalPause, toRepeatPause } from "../steps/ending";
import { PausedError, runCalls, type ToolCallContext } from "./tool-calls";

/** Announces that work starts or resumes; partial text of an interrupted attempt is discarded. */
export async function announceStart(db: Db, run: RunRow, interrupted: boolean): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  const partials = await db
    .selectDistinct({ id: partialMessages.messageId })
    .from(partialMessages)
    .where(and(eq(partialMessages.sessionId, run.sessionId), eq(partialMessages.runId, run.id)));
  const events = partials.map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
  // Numbers of a response's events depend on it: what was not stored of an earlier attempt ends here.
  const hasBegun = session?.status !== "queued";
  if (interrupted || (hasBegun && session?.publicationId))
    events.push({ kind: "notice", body: { code: "resumed", text: "Resumed after an interruption." } });
  const queued = session?.status === "queued";
  const status: StatusBody = { status: "running", reason: null, runStatus: "running", runId: run.id };
  if (queued) events.push({ kind: "status", body: status });
  const change = queued ? { status: "running" as const, lastRun: { status: "running", reason: null } } : {};
  if (events.length > 0) await recordEvents(db, run, { events, change });
}

/** The progress of earlier attempts: their steps and calls count. */
export async function loadProgress(db: Db, run: RunRow, part?: Part): Promise<{ steps: number; calls: StepCall[] }> {
  const events = await loadEvents(db, run, ["step", "tool_call"]);
  const calls = events.flatMap(({ kind, body }) => (kind === "tool_call" ? [body] : []));
  // A truncated step is repeated.
  const steps = events.flatMap(({ kind, body }) => (kind === "step" && body.finishReason !== "cut" ? [body] : []));
  return { steps: filterByPart(part, steps).length, calls: filterByPart(part, calls).map(toStepCall) };
}

/**
 * Calls without a result from an earlier attempt. Makes those that never started, are safe to repeat, or were allowed. Returns
 * what the rest waits for: an approval, or a decision on whether to repeat the call.
 */
export async function settleOpenCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  callContext: ToolCallContext,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const open = (await findOpenCalls(db, run)).filter((one) => matchesPart(callContext.part, one.part));
  const findTool = ({ name }: StepCall) => tools.find((tool) => tool.name === name);
  const invalidCalls = new Set<StepCall>();
  for (const { call } of open)
    if (await findCallProblem(run.teamId, findTool(call), call, signal)) invalidCalls.add(call);
  const lost = open.filter((one) => !findTool(one.call) || isSuperseded(one, findTool(one.call), invalidCalls));
  for (const one of open)
    if (!lost.includes(one) && !invalidCalls.has(one.call)) invalidateApproval(one, findTool(one.call));
  const remaining = open.filter((one) => !lost.includes(one) && one.state !== "allowed");
  const waiting = remaining.filter(({ mayHaveRun }) => !mayHaveRun);
  const toRepeat = remaining.filter(({ call, mayHaveRun, lapsed }) => {
    const tool = findTool(call);
    return mayHaveRun && tool && !invalidCalls.has(call) && (!tool.repeatable || lapsed);
  });
  const ready = open.filter((one) => ![...lost, ...waiting, ...toRepeat].includes(one));
  const allowed = ready.filter(({ state }) => state === "allowed");
  const events = [...lost.map((one) => lostResult(one, findTool(one.call))), ...allowed.map(resumeNotice)];
  if (events.length > 0) await recordEvents(db, run, { events: assignPart(callContext.part, events) });
  const edited = new Set(ready.filter((one) => one.edited).map(({ call }) => call.id));
  const calls = ready.map(({ call }) => call);
  const pauses = await findPause(() => runCalls(db, run, tools, calls, { ...callContext, edited }, signal));
  if (toRepeat.length > 0) pauses.push(toRepeatPause(toRepeat, tools));
  if (waiting.length > 0) pauses.push(toApprovalPause(waiting, tools, callContext.agentName));
  return pauses.length > 0 ? mergePauses(pauses) : undefined;
}

/** Makes a step's calls. Those that need approval wait together while the others are made. */
export async function runStepCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  { calls, toApprove: waiting }: { calls: StepCall[]; toApprove: StepCall[] },
  callContext: ToolCallContext,
  signal: AbortSignal,
): Promise<Pause | undefined> {
  const unrestricted = calls.filter((call) => !waiting.includes(call));
  const pauses = await findPause(() => runCalls(db, run, tools, unrestricted, callContext, signal));
  const proposed = waiting.map((call) => ({ call, part: callContext.part, state: "proposed" as const }));
  if (waiting.length > 0) pauses.push(toApprovalPause(proposed, tools, callContext.agentName));
  return pauses.length > 0 ? mergePauses(pauses) : undefined;
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
function invalidateApproval(one: OpenCall, tool: EngineTool | undefined): void {
  if (!one.approval || one.approval.revisionId === tool?.origin?.revisionId) return;
  one.lapsed = true;
  if (one.state === "allowed") one.state = one.mayHaveRun ? "started" : "proposed";
}

/** May have been executed but cannot be repeated: the tool has changed and takes other arguments. */
const isSuperseded = (
  { call, mayHaveRun, state, revisionId }: OpenCall,
  tool: EngineTool | undefined,
  invalidCalls: ReadonlySet<StepCall>,
): boolean =>
  mayHaveRun &&
  state !== "allowed" &&
  !call.invalid &&
  tool?.repeatable === false &&
  tool.origin?.revisionId !== revisionId &&
  invalidCalls.has(call);

const lostResult = ({ call, mayHaveRun }: OpenCall, tool: EngineTool | undefined): NewEvent => {
  const { id: callId, name } = call;
  const prefix = mayHaveRun ? "The server was interrupted during this call. It may have completed. " : "";
  const why = tool ? `${name} has changed and takes different arguments.` : `There is no tool named ${name} anymore.`;
  return { kind: "tool_result", body: { callId, name, error: `${prefix}${why}`, durationMs: 0 } };
};

/** Recorded before the call: from here on it may have been executed, possibly again. */
const resumeNotice = ({ call: { id: callId, name }, mayHaveRun }: OpenCall): NewEvent => ({
  kind: "notice",
  body: mayHaveRun
    ? { code: repeatingCode, callId, text: `Calling ${name} again.` }
    : { code: approvedCode, callId, text: `Calling ${name}.` },
});
