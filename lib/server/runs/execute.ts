import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { createLanguageModel } from "../models/providers/create";
import { outbound } from "../outbound/instance";
import { sessions } from "../sessions/table";
import { budgetGuard, passedBudgets } from "./budget-guard";
import { cutEnding, endingOf, isForUser, type Pause, pauseOf } from "./ending";
import { type NewEvent, readHistory } from "./events";
import { fileParts } from "./files";
import { type Ending, endRun, fullReason, recordEvents, suspendRun, type Writing } from "./finish";
import { loopGuard, loopNotice } from "./guards";
import { type HistoryEvent, historyOf } from "./history";
import { endLive } from "./hub";
import { LeaseLostError, type RunRow } from "./lease";
import { type Loaded, loadRun } from "./load";
import { Passages } from "./passages";
import { progressOf, settleOpenCalls } from "./resume";
import { checkStanding } from "./standing";
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
    const outcome = await attempt(work);
    if (signal.reason instanceof LeaseLostError) return;
    if ("status" in outcome) return await endRun(db, run, outcome);
    if (await suspendRun(db, run, outcome.requests, outcome.reason, outcome.budgets)) return;
    await endRun(db, run, { status: "cancelled", reason: "Stopped." });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    for (const messageId of work.opened) endLive(run.sessionId, messageId);
  }
}

async function attempt(work: Work): Promise<Ending | Pause> {
  let secrets: string[] = [];
  try {
    const loaded = await loadRun(work.db, work.run, work.resumed);
    secrets = loaded.secrets;
    return await converse(work, loaded);
  } catch (error) {
    // What fails here on our side is no answer for the user: another attempt may have more luck.
    if (!work.signal.aborted && !isForUser(error)) throw error;
    return endingOf(error, endedOf(work, secrets));
  }
}

const endedOf = ({ run, signal, limits }: Work, secrets: string[]) => ({
  ...{ runId: run.id, signal, secrets },
  wallTimeMs: limits.wallTimeMs,
});

async function converse(work: Work, loaded: Loaded): Promise<Ending | Pause> {
  const { db, run, signal, limits } = work;
  const { session, agent, settings } = loaded;
  const fetch = outbound().fetchWith({ headersTimeoutMs: 2 * limits.silenceMs, maxBytes: answerBytesMost });
  const model = await createLanguageModel(settings, fetch);
  const tools = await toolsFor({ teamId: run.teamId, agentId: agent.id, principalId: run.principalId });
  const passages = tools.length > 0 ? await Passages.ofSession(db, run.sessionId) : new Passages();
  const calling = { secrets: loaded.secrets, passages, tools };
  const asked = work.resumed ? await settleOpenCalls(db, run, tools, calling, signal) : [];
  if (asked.length > 0) return pauseOf(asked);
  const { steps, calls: made } = work.resumed ? await progressOf(db, run) : { steps: 0, calls: [] };
  const looping = loopGuard(made);
  const checkBudgets = budgetGuard(db, run, loaded, work.resumed ? await passedBudgets(db, run) : new Set());
  for (let iteration = steps + 1; iteration <= agent.maxIterations; iteration += 1) {
    signal.throwIfAborted();
    const [events, { pause, notices }] = await Promise.all([readHistory(db, run.sessionId), checkBudgets()]);
    if (pause) return pause;
    const files = await fileParts(db, run.sessionId, events);
    const history = historyOf(events as unknown as HistoryEvent[], files);
    const done = await modelStep(run, loaded, model, history, tools, signal, limits.silenceMs);
    work.opened.push(done.live.messageId);
    if (done.failure) return cutEnding(endedOf(work, loaded.secrets), loaded, done, done.failure.error);
    if (done.calls.length === 0)
      return { status: "completed", reason: null, ...writingOf(loaded, done, notices, calling) };
    if (done.live.text && (await fills(work)))
      return {
        status: "completed",
        reason: fullReason(session.maxMessages),
        ...writingOf(loaded, { ...done, calls: [] }, notices, calling),
      };
    const repeated = done.calls.filter(looping);
    await recordEvents(db, run, writingOf(loaded, done, [...notices, ...repeated.map(loopNotice)], calling));
    // Who has left while the model wrote neither calls a tool nor asks again.
    await checkStanding(db, run);
    if (repeated.length > 0)
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
    await runCalls(db, run, tools, done.calls, calling, signal);
  }
  throw new StopRunError(`The agent did not come to an answer within its ${agent.maxIterations} steps.`);
}

/** Whether one more message reaches the number that the conversation may have. */
async function fills({ db, run }: Work): Promise<boolean> {
  const full = sql<boolean>`${sessions.messageCount} + 1 >= ${sessions.maxMessages}`;
  const [row] = await db.select({ full }).from(sessions).where(eq(sessions.id, run.sessionId));
  return row?.full ?? true;
}

/** What is written of a finished step, in one transaction: its figures, its text, the calls that it asks for, and notices. */
function writingOf(
  loaded: Loaded,
  { live, prompt, facts, spent, calls }: StepDone,
  notices: NewEvent[],
  { passages, tools }: { passages: Passages; tools: EngineTool[] },
): Writing {
  const message = live.text ? [messageEvent(loaded, live, true, spent, passages.citedIn(live.text))] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts);
  return {
    events: [step, ...message, ...callEvents(calls, tools), ...notices],
    spent,
    preview: live.text || undefined,
  };
}
