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
import { toolsFor } from "./tools";

export interface RunLimits {
  /** How long a provider may say nothing. */
  silenceMs: number;
  wallTimeMs: number;
}

export const runLimits: RunLimits = { silenceMs: 120_000, wallTimeMs: 15 * 60_000 };
const answerBytesMost = 50 * 1024 * 1024;

/** One attempt at a run. */
interface Work {
  db: Db;
  run: RunRow;
  signal: AbortSignal;
  limits: RunLimits;
  /** Another attempt may have come some way. */
  resumed: boolean;
  /** Messages whose text went live here. */
  opened: string[];
}

/**
 * Works a chat run to its end, one model step at a time; every step is in the log before the next. Aborted by
 * LeaseLostError it writes nothing more and leaves the run to another worker.
 */
export async function executeRun(
  db: Db,
  run: RunRow,
  stop: AbortSignal,
  limits: RunLimits,
  resumed: boolean,
): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.wallTimeMs)]);
  const work: Work = { db, run, signal, limits, resumed, opened: [] };
  try {
    const ending = await attempt(work);
    if (!(signal.reason instanceof LeaseLostError)) await endRun(db, run, ending);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    for (const messageId of work.opened) endLive(run.sessionId, messageId);
  }
}

async function attempt(work: Work): Promise<Ending> {
  let secrets: string[] = [];
  try {
    const loaded = await loadRun(work.db, work.run, work.resumed);
    secrets = loaded.secrets;
    return await converse(work, loaded);
  } catch (error) {
    return endingOf(error, work.signal, secrets);
  }
}

function endingOf(error: unknown, signal: AbortSignal, secrets: string[]): Ending {
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError")
    return { status: "error", reason: "The run took longer than 15 minutes and was ended." };
  if (signal.aborted) return { status: "cancelled", reason: "Stopped." };
  const own = error instanceof StopRunError || error instanceof SilenceError;
  return { status: "error", reason: own ? error.message : failureOf(error, secrets).message };
}

async function converse(work: Work, loaded: Loaded): Promise<Ending> {
  const { db, run, signal, limits } = work;
  const { agent, settings } = loaded;
  const fetch = outbound().fetchWith({ headersTimeoutMs: 2 * limits.silenceMs, maxBytes: answerBytesMost });
  const model = await createLanguageModel(settings, fetch);
  const tools = await toolsFor({ teamId: run.teamId, agentId: agent.id, principalId: run.principalId });
  if (work.resumed) await settleOpenCalls(db, run, tools, signal);
  const { steps, calls: made } = work.resumed ? await progressOf(db, run) : { steps: 0, calls: [] };
  const looping = loopGuard(made);
  for (let iteration = steps + 1; iteration <= agent.maxIterations; iteration += 1) {
    const events = await readHistory(db, run.sessionId);
    const files = await fileParts(db, run.sessionId, events);
    const history = historyOf(events as unknown as HistoryEvent[], files);
    const done = await modelStep(run, loaded, model, history, tools, signal, limits.silenceMs);
    work.opened.push(done.live.messageId);
    if (done.failure) return cutEnding(work, loaded, done, done.failure.error);
    const writing = writingOf(loaded, done);
    if (done.calls.length === 0) return { status: "completed", reason: null, ...writing };
    await recordEvents(db, run, writing);
    if (done.calls.some(looping))
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
    await runCalls(db, run, tools, done.calls, signal);
  }
  throw new StopRunError(`The agent did not come to an answer within its ${agent.maxIterations} steps.`);
}

/** The text so far stays, marked as cut; what the provider has counted is counted. */
function cutEnding({ signal }: Work, loaded: Loaded, done: StepDone, error: unknown): Ending {
  const { live, prompt, facts, spent } = done;
  const ending = endingOf(error, signal, loaded.secrets);
  const cut = live.text ? [messageEvent(loaded, live, false, null)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts, ending.reason ?? undefined);
  // Without a count from the provider the step shows an unknown cost; the totals leave it out.
  const counted = facts.inputTokens === null ? undefined : spent;
  return { ...ending, events: [step, ...cut], spent: counted, preview: live.text || undefined };
}

/** What is written of a finished step, in one transaction: its figures, its text and the calls that it asks for. */
function writingOf(loaded: Loaded, { live, prompt, facts, spent, calls }: StepDone): Writing {
  const message = live.text ? [messageEvent(loaded, live, true, spent)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts);
  return { events: [step, ...message, ...callEvents(calls)], spent, preview: live.text || undefined };
}
