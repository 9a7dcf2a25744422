import type { Db } from "../db/client";
import { createLanguageModel } from "../models/providers/create";
import { failureOf } from "../models/providers/failure";
import { outbound } from "../outbound/instance";
import { readHistory } from "./events";
import { fileParts } from "./files";
import { type Ending, endRun, recordEvents, type Writing } from "./finish";
import { loopGuard } from "./guards";
import { type HistoryEvent, historyOf } from "./history";
import { endLive } from "./hub";
import { LeaseLostError, type RunRow } from "./lease";
import { type Loaded, loadRun } from "./load";
import { SilenceError } from "./patience";
import { progressOf, settleOpenCalls } from "./resume";
import { modelStep, type StepDone, StopRunError } from "./step";
import { callEvents, messageEvent, stepEvent } from "./step-events";
import { runCalls } from "./tool-calls";
import { type EngineTool, toolsFor } from "./tools";

export interface RunLimits {
  /** How long a provider may say nothing. */
  silenceMs: number;
  wallTimeMs: number;
}

export const runLimits: RunLimits = { silenceMs: 120_000, wallTimeMs: 15 * 60_000 };
const answerBytesMost = 50 * 1024 * 1024;

/**
 * Works a chat run to its end, one model step at a time; every step is in the log before the next. `resumed`: another
 * attempt may have come some way. Aborted by LeaseLostError it writes nothing more and leaves the run to another worker.
 */
export async function executeRun(
  db: Db,
  run: RunRow,
  stop: AbortSignal,
  limits: RunLimits,
  resumed: boolean,
): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.wallTimeMs)]);
  let secrets: string[] = [];
  let ending: Ending;
  try {
    const loaded = await loadRun(db, run);
    secrets = loaded.secrets;
    ending = await converse(db, run, loaded, signal, limits, resumed);
  } catch (error) {
    ending = endingOf(error, signal, secrets);
  }
  if (signal.reason instanceof LeaseLostError) return;
  try {
    await endRun(db, run, ending);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}

function endingOf(error: unknown, signal: AbortSignal, secrets: string[]): Ending {
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError")
    return { status: "error", reason: "The run took longer than 15 minutes and was ended." };
  if (signal.aborted) return { status: "cancelled", reason: "Stopped." };
  const own = error instanceof StopRunError || error instanceof SilenceError;
  return { status: "error", reason: own ? error.message : failureOf(error, secrets).message };
}

async function converse(
  db: Db,
  run: RunRow,
  loaded: Loaded,
  signal: AbortSignal,
  { silenceMs }: RunLimits,
  resumed: boolean,
): Promise<Ending> {
  const { agent, settings } = loaded;
  const limits = { headersTimeoutMs: silenceMs, maxBytes: answerBytesMost };
  const model = await createLanguageModel(settings, outbound().fetchWith(limits));
  const tools = await toolsFor({ teamId: run.teamId, agentId: agent.id, principalId: run.principalId });
  if (resumed) await settleOpenCalls(db, run, tools, signal);
  const { steps, calls: made } = resumed ? await progressOf(db, run) : { steps: 0, calls: [] };
  const looping = loopGuard(made);
  for (let iteration = steps + 1; iteration <= agent.maxIterations; iteration += 1) {
    const events = await readHistory(db, run.sessionId);
    const files = await fileParts(db, run.sessionId, events);
    const history = historyOf(events as unknown as HistoryEvent[], files);
    const done = await modelStep(run, loaded, model, history, tools, signal, silenceMs);
    try {
      const ending = await settle(db, run, loaded, done, tools, signal, looping);
      if (ending) return ending;
    } finally {
      endLive(run.sessionId, done.live.messageId);
    }
  }
  throw new StopRunError(`The agent did not come to an answer within its ${agent.maxIterations} steps.`);
}

/** Writes a step and makes its calls. Answers how the run ends, where it does: the last step is written with the end. */
async function settle(
  db: Db,
  run: RunRow,
  loaded: Loaded,
  done: StepDone,
  tools: EngineTool[],
  signal: AbortSignal,
  looping: ReturnType<typeof loopGuard>,
): Promise<Ending | undefined> {
  const { live, calls, failure } = done;
  if (failure) {
    if (signal.reason instanceof LeaseLostError) throw signal.reason;
    const ending = endingOf(failure.error, signal, loaded.secrets);
    const cut = live.text ? [messageEvent(loaded, live, false, null)] : [];
    const step = stepEvent(loaded, live.messageId, done.prompt, done.facts, ending.reason ?? undefined);
    // Also what was cut off may have been counted by the provider.
    return { ...ending, events: [step, ...cut], spent: done.spent, preview: live.text || undefined };
  }
  const message = live.text ? [messageEvent(loaded, live, true, done.spent)] : [];
  const step = stepEvent(loaded, live.messageId, done.prompt, done.facts);
  const writing: Writing = {
    events: [step, ...message, ...callEvents(calls)],
    spent: done.spent,
    preview: live.text || undefined,
  };
  if (calls.length === 0) return { status: "completed", reason: null, ...writing };
  await recordEvents(db, run, writing);
  if (calls.some(looping))
    throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
  await runCalls(db, run, tools, calls, signal);
  return undefined;
}
