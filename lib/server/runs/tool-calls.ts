import { cutText } from "@/lib/utils/cut-text";
import { cutSecretsIn } from "../crypto/cut-secrets";
import type { Db } from "../db/client";
import { callError } from "./call-error";
import { problem } from "./call-problem";
import { joined, type Pause } from "./ending";
import type { NewEvent } from "./events";
import type { StepCall } from "./guards";
import { LeaseLostError, type RunRow, WorkerStopError } from "./lease";
import { waiting } from "./open-calls";
import { inPart, type Part } from "./part";
import type { Passages } from "./passages";
import { orAborted } from "./patience";
import { resultWriter } from "./result-writer";
import { slotsOf } from "./slots";
import type { Beside, EngineTool } from "./tools";

const resultMost = 60_000;
/** Less than what closing may take. */
const graceMs = 4_000;

/** A result that is no larger than what a model can read. */
export function bounded(output: unknown): unknown {
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return text.length <= resultMost ? (output ?? null) : `${cutText(text, resultMost)}… (cut)`;
}

/** Thrown by a tool whose work waits for a person: its call has no result yet. */
export class PausedError extends Error {
  constructor(readonly pause: Pause) {
    super("The run waits for a person.");
  }
}

export interface Calling {
  /** To be cut out of what tools say. */
  secrets: readonly string[];
  passages: Passages;
  /** Who wants them made. */
  agentName: string;
  /** Ids of calls whose arguments a person has changed. */
  edited?: ReadonlySet<string>;
  /** Of a process: whose calls they are. */
  part?: Part | undefined;
}

/**
 * Runs calls that the log says have started, a few at a time, and writes their results without the secrets, those of one
 * moment together. A failed call is an answer to the model.
 */
export async function runCalls(
  db: Db,
  run: RunRow,
  tools: EngineTool[],
  calls: StepCall[],
  calling: Calling,
  signal: AbortSignal,
): Promise<void> {
  const { calls: callSlots, delegations } = slotsOf(run);
  const write = resultWriter(db, run);
  const toolOf = ({ name }: StepCall) => tools.find((one) => one.name === name);
  const runOne = async (call: StepCall): Promise<void> => {
    const tool = toolOf(call);
    const wait = tool?.delegates ? delegations : callSlots;
    const result = await wait.use(() => (signal.aborted ? undefined : runCall(run, tool, call, calling, signal)));
    if (result) return write(result);
    if (signal.reason instanceof WorkerStopError || !(signal.reason instanceof LeaseLostError))
      await write(inPart(calling.part, [neverBegan(call, signal.reason)]));
    throw signal.reason;
  };
  const settled = await Promise.allSettled(calls.map(runOne));
  const failed = settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const other = failed.find((reason) => !(reason instanceof PausedError));
  if (other) throw other;
  const paused = failed.filter((reason) => reason instanceof PausedError).map(({ pause }) => pause);
  if (paused.length > 0) throw new PausedError(joined(paused));
}

/** What the log says of a call that was still waiting for its turn: nobody need be asked whether it happened. */
function neverBegan({ id: callId, name }: StepCall, reason: unknown): NewEvent {
  if (reason instanceof WorkerStopError)
    return { kind: "notice", body: { code: waiting, callId, text: `${name} waits to be called.` } };
  const error = "The run ended before this call was made.";
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0 } };
}

/** Runs one call and returns the events of its result. */
async function runCall(
  run: RunRow,
  tool: EngineTool | undefined,
  call: StepCall,
  { secrets, passages, part, edited }: Calling,
  signal: AbortSignal,
): Promise<NewEvent[]> {
  const told: NewEvent[] = [];
  const logs: string[] = [];
  const { id: callId, name } = call;
  const beside: Beside = {
    ...{ tell: (event) => told.push(event), logs: (lines) => logs.push(...lines) },
    ...{ passages, run, callId },
  };
  const started = performance.now();
  const breakOff = tool?.repeatable ? signal : stopLater(signal);
  // What a tool says of a secret reaches neither the log nor the model.
  const result = cutSecretsIn(await outcome(run.teamId, tool, call, breakOff, beside), secrets) as object;
  breakOff.throwIfAborted();
  const said = logs.length > 0 && { logs: cutSecretsIn(logs, secrets) };
  const changed = edited?.has(callId) && { changedInput: call.input };
  // Another one may be applied between the question whether to call it and the call.
  const { revisionId, revision } = tool?.origin ?? {};
  const used = revisionId !== undefined && { revisionId, revision };
  const body = {
    callId,
    name,
    ...result,
    ...said,
    ...changed,
    ...used,
    durationMs: Math.round(performance.now() - started),
  };
  const events = told.map((event) => cutSecretsIn(event, secrets) as NewEvent);
  return inPart(part, [...events, { kind: "tool_result", body }]);
}

/** A call that must not be made twice may come to its end when the worker is told to stop. */
function stopLater(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  const stop = () => {
    if (signal.reason instanceof WorkerStopError) setTimeout(() => later.abort(signal.reason), graceMs).unref();
    else later.abort(signal.reason);
  };
  if (signal.aborted) later.abort(signal.reason);
  else signal.addEventListener("abort", stop, { once: true });
  return later.signal;
}

async function outcome(
  teamId: string,
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
  beside: Beside,
): Promise<{ output: unknown } | { error: string }> {
  const wrong = await problem(teamId, tool, call, signal);
  if (!tool || wrong) return { error: wrong ?? "Unknown tool." };
  try {
    const made = tool.execute(call.input, signal, beside);
    // Delegated work ends with the run's own signal, and first writes what its model calls cost.
    return { output: bounded(await (tool.delegates ? made : orAborted(made, signal))) };
  } catch (error) {
    if (error instanceof PausedError) throw error;
    return { error: callError(error) };
  }
}
