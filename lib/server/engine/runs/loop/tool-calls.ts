import { truncate } from "@/lib/utils/text/truncate";
import { redactIn } from "../../../platform/crypto/redact";
import type { Db } from "../../../platform/db/client";
import { callError } from "../calls/call-error";
import { findCallProblem } from "../calls/call-problem";
import type { StepCall } from "../calls/guards";
import { waitingCode } from "../calls/open-calls";
import type { EngineTool, ToolCallHooks } from "../calls/tools";
import { LeaseLostError, type RunRow, WorkerStopError } from "../lease/lease";
import { getSlots } from "../lease/slots";
import type { NewEvent } from "../log/events";
import { assignPart, type Part } from "../log/part";
import type { Passages } from "../log/passages";
import { observe } from "../observe/observer";
import { mergePauses, type Pause } from "../steps/ending";
import { raceAbort } from "../steps/watch-for-silence";
import { resultWriter } from "./result-writer";

const maxResult = 60_000;
/** Less than the shutdown timeout. */
const graceMs = 4_000;

/** A result truncated to what a model can read. */
export function truncateResult(output: unknown): unknown {
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return text.length <= maxResult ? (output ?? null) : `${truncate(text, maxResult)}… (truncated)`;
}

/** Thrown by a tool that waits for a person: its call has no result yet. */
export class PausedError extends Error {
  constructor(readonly pause: Pause) {
    super("The run is waiting for a response.");
  }
}

export interface ToolCallContext {
  /** Redacted from the tools' results. */
  secrets: readonly string[];
  passages: Passages;
  /** The calling agent. */
  agentName: string;
  /** Ids of calls with edited arguments. */
  edited?: ReadonlySet<string>;
  /** In a process: the part. */
  part?: Part | undefined;
}

/**
 * Executes calls recorded as started, a few at a time, and records redacted results in batches. A failed call is a result for
 * the model.
 */
export async function runCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calls: StepCall[],
  callContext: ToolCallContext,
  signal: AbortSignal,
): Promise<void> {
  const { calls: callSlots, delegations } = getSlots(run);
  const write = resultWriter(db, run);
  const findTool = ({ name }: StepCall) => tools.find((one) => one.name === name);
  const runOne = async (call: StepCall): Promise<void> => {
    const tool = findTool(call);
    const slots = tool?.delegates ? delegations : callSlots;
    const result = await slots.use(() => (signal.aborted ? undefined : runCall(run, tool, call, callContext, signal)));
    if (result) return write(result);
    if (signal.reason instanceof WorkerStopError || !(signal.reason instanceof LeaseLostError))
      await write(assignPart(callContext.part, [toNotStartedEvent(call, signal.reason)]));
    throw signal.reason;
  };
  const settled = await Promise.allSettled(calls.map(runOne));
  const failed = settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const unexpected = failed.find((reason) => !(reason instanceof PausedError));
  if (unexpected) throw unexpected;
  const paused = failed.filter((reason) => reason instanceof PausedError).map(({ pause }) => pause);
  if (paused.length > 0) throw new PausedError(mergePauses(paused));
}

/** The result of a call that was still queued: no decision on repeating it is needed. */
function toNotStartedEvent({ id: callId, name }: StepCall, reason: unknown): NewEvent {
  if (reason instanceof WorkerStopError)
    return { kind: "notice", body: { code: waitingCode, callId, text: `${name} is waiting to be called.` } };
  const error = "The run ended before this call was made.";
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0 } };
}

/** Executes one call and returns its result events. */
async function runCall(
  run: RunRow,
  tool: EngineTool | undefined,
  call: StepCall,
  { secrets, passages, part, edited }: ToolCallContext,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const recorded: NewEvent[] = [];
  const logs: string[] = [];
  const { id: callId, name } = call;
  const hooks: ToolCallHooks = {
    record: (event) => recorded.push(event),
    logs: (lines) => logs.push(...lines),
    passages,
    run,
    callId,
  };
  const { toolId, revisionId, revision } = tool?.origin ?? {};
  const { type = "function", delegates = false } = tool ?? {};
  observe((one) => one.onCall(run, { callId, name, input: call.input, type, delegates, toolId, revision }));
  const started = performance.now();
  const callSignal = tool?.repeatable ? signal : abortLater(signal);
  // Secrets in a result reach neither the log nor the model.
  const result = redactIn(await executeTool(run.teamId, tool, call, callSignal, hooks), secrets);
  callSignal.throwIfAborted();
  const loggedLines = logs.length > 0 && { logs: redactIn(logs, secrets) };
  const changed = edited?.has(callId) && { changedInput: call.input };
  // Another revision may be applied between the check and the call.
  const usedRevision = revisionId !== undefined && { revisionId, revision };
  const body = {
    callId,
    name,
    ...result,
    ...loggedLines,
    ...changed,
    ...usedRevision,
    durationMs: Math.round(performance.now() - started),
  };
  const events = recorded.map((event) => redactIn(event, secrets));
  return assignPart(part, [...events, { kind: "tool_result", body }]);
}

/** A call that is not repeatable gets a grace period when the worker stops. */
function abortLater(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (signal.reason instanceof WorkerStopError) setTimeout(() => controller.abort(signal.reason), graceMs).unref();
    else controller.abort(signal.reason);
  };
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", stop, { once: true });
  return controller.signal;
}

async function executeTool(
  teamId: string,
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
  hooks: ToolCallHooks,
): Promise<{ output: unknown } | { error: string }> {
  const problem = await findCallProblem(teamId, tool, call, signal);
  if (!tool || problem) return { error: problem ?? "Unknown tool." };
  try {
    const execution = tool.execute(call.input, signal, hooks);
    // Delegated work ends with the run's signal, after recording the cost of its model calls.
    return { output: truncateResult(await (tool.delegates ? execution : raceAbort(execution, signal))) };
  } catch (error) {
    if (error instanceof PausedError) throw error;
    return { error: callError(error) };
  }
}
