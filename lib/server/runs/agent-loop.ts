import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/pluralize";
import { createLanguageModel } from "../models/providers/create";
import { outbound } from "../outbound/instance";
import { budgetGuard } from "./budget-guard";
import { callsToApprove } from "./call-problem";
import { cutEnding, type Pause } from "./ending";
import type { NewEvent } from "./events";
import { type Ending, recordEvents, type Writing } from "./finish";
import { loopGuard, loopNotice, type StepCall } from "./guards";
import type { Loaded } from "./load";
import type { ModelTurn } from "./model-turn";
import { inPart, type Part } from "./part";
import type { Passages } from "./passages";
import { callsOfStep, progressOf, settleOpenCalls } from "./resume";
import { checkStanding } from "./standing";
import { modelStep, type StepDone, StopRunError } from "./step";
import { callEvents, messageEvent, stepEvent } from "./step-events";
import type { EngineTool } from "./tools";
import { endedOf, type Work } from "./work";

const answerBytesMost = 50 * 1024 * 1024;

/** What one agent works on: the answer to a chat, or a task. */
export interface Talk {
  work: Work;
  loaded: Loaded;
  tools: EngineTool[];
  passages: Passages;
  /** Budgets that somebody has let the run pass. */
  passed: ReadonlySet<string>;
  history(): Promise<LanguageModelV4Prompt>;
  /** Of a process: whose work it is. */
  part?: Part;
  /** Where others work on the same run. Whoever holds it after `converse` releases it once the answer is counted. */
  turn?: ModelTurn;
  /** Stops the model, not the calls that are under way. */
  halt?: AbortSignal;
  /** It was worked on before: what the log has of it counts. */
  resumed: boolean;
  /** One more step, however many were made. */
  oneMore?: boolean;
  /** How its messages stand in the log. */
  shaped?(event: NewEvent, last: boolean): NewEvent;
  /** Whether a text beside calls is the last one that there is room for. */
  fills?(): Promise<boolean>;
  /** Nobody reads along. */
  quiet?: boolean;
  format?: LanguageModelV4CallOptions["responseFormat"];
}

/** How it ended: with an answer, which is still to be written, cut off, or with questions to a person. */
export type Told = { answer: Writing; text: string; full: boolean } | { cut: Ending } | { pause: Pause };

/**
 * Works to an answer, one model step at a time; every step is in the log before the next. Throws StopRunError where there
 * is none to be had.
 */
export async function converse(talk: Talk): Promise<Told> {
  const { work, loaded, tools, passages, passed, part } = talk;
  const { db, run, limits } = work;
  const { agent, settings } = loaded;
  const signal = talk.halt ? AbortSignal.any([work.signal, talk.halt]) : work.signal;
  const guardedFetch = outbound().fetchWith({ headersTimeoutMs: 2 * limits.silenceMs, maxBytes: answerBytesMost });
  let accepted = false;
  const model = await createLanguageModel(settings, async (input, init) => {
    const response = await guardedFetch(input, init);
    accepted ||= response.ok;
    return response;
  });
  const calling = { secrets: loaded.secrets, agentName: agent.name, passages, part };
  const waits = talk.resumed ? await settleOpenCalls(db, run, tools, calling, work.signal) : undefined;
  if (waits) return { pause: waits };
  const { steps: before, calls: made } = talk.resumed ? await progressOf(db, run, part) : { steps: 0, calls: [] };
  const most = talk.oneMore ? Math.max(agent.maxIterations, before + 1) : agent.maxIterations;
  const looping = loopGuard(made);
  const checkBudgets = budgetGuard(db, run, loaded, passed, talk.turn);
  for (let iteration = before + 1; iteration <= most; iteration += 1) {
    signal.throwIfAborted();
    const [history, { pause, notices }] = await Promise.all([talk.history(), checkBudgets()]);
    if (pause) return { pause };
    const { quiet, format } = talk;
    accepted = false;
    const done = await modelStep(run, loaded, model, history, tools, signal, limits.silenceMs, {
      ...{ taskId: part?.taskId, quiet, format, accepted: () => accepted },
    });
    work.opened.push(done.live.messageId);
    if (done.failure) return { cut: cutOff(talk, done, done.failure.error) };
    if (done.calls.length === 0)
      return { answer: writingOf(talk, done, notices, true), text: done.live.text, full: false };
    const next = await nextOf(talk, done, signal);
    if ("cut" in next) return next;
    if ("full" in next)
      return { answer: writingOf(talk, { ...done, calls: [] }, notices, true), text: done.live.text, full: true };
    const repeated = done.calls.filter(looping);
    const { asked } = next;
    await recordEvents(db, run, writingOf(talk, asked, [...notices, ...repeated.map(loopNotice)], false));
    talk.turn?.release();
    // Who has left while the model wrote neither calls a tool nor asks again.
    await checkStanding(db, run);
    if (repeated.length > 0)
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
    const asks = await callsOfStep(db, run, tools, asked, calling, work.signal);
    if (asks) return { pause: asks };
  }
  throw new StopRunError(`The agent did not come to an answer within its ${pluralize(agent.maxIterations, "step")}.`);
}

type Next = { asked: StepDone & { toApprove: StepCall[] } } | { full: true } | { cut: Ending };

/** What a step with calls leads to. Its answer, which is paid for, is kept where the run is stopped meanwhile. */
async function nextOf(talk: Talk, done: StepDone, signal: AbortSignal): Promise<Next> {
  try {
    if (done.live.text && (await talk.fills?.())) return { full: true };
    return { asked: { ...done, ...(await callsToApprove(talk.work.run.teamId, talk.tools, done.calls, signal)) } };
  } catch (error) {
    if (signal.aborted) return { cut: cutOff(talk, done, error) };
    throw error;
  }
}

function cutOff({ work, loaded, part, shaped = same }: Talk, done: StepDone, error: unknown): Ending {
  const ending = cutEnding(endedOf(work, loaded.secrets), loaded, done, error);
  const events = (ending.events ?? []).map((event) => shaped(event, false));
  return { ...ending, events: inPart(part, events) };
}

const same = (event: NewEvent): NewEvent => event;

/** What is written of a finished step, in one transaction: its figures, its text, the calls that it asks for, and notices. */
function writingOf(
  { loaded, tools, passages, part, shaped = same }: Talk,
  { live, prompt, facts, spent, calls, toApprove }: StepDone & { toApprove?: StepCall[] },
  notices: NewEvent[],
  last: boolean,
): Writing {
  const message = live.text ? [shaped(messageEvent(loaded, live, true, spent, passages.citedIn(live.text)), last)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts);
  const inner = message.some(({ body }) => body.inner);
  return {
    events: inPart(part, [step, ...message, ...callEvents(calls, tools, toApprove), ...notices]),
    spent,
    preview: inner ? undefined : live.text || undefined,
  };
}
