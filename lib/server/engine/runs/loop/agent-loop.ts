import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/text/pluralize";
import { outbound } from "../../../platform/outbound/instance";
import { createLanguageModel } from "../../models/providers/create";
import { callsToApprove } from "../calls/call-problem";
import { loopGuard, loopNotice, type StepCall } from "../calls/guards";
import type { EngineTool } from "../calls/tools";
import { assertAuthorized } from "../context/assert-authorized";
import type { Loaded } from "../context/load";
import type { ModelTurn } from "../lease/model-turn";
import { abortReason, type Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import { inPart, type Part } from "../log/part";
import type { Passages } from "../log/passages";
import { type Ending, type RunWriting, recordEvents } from "../outcome/finish";
import { budgetGuard } from "../steps/budget-guard";
import { cutEnding, type Pause } from "../steps/ending";
import { modelStep, type StepDone, StopRunError } from "../steps/step";
import { callEvents, messageEvent, stepEvent } from "../steps/step-events";
import { callsOfStep, progressOf, settleOpenCalls } from "./resume";

const maxAnswerBytes = 50 * 1024 * 1024;

/** The input of one agent's work: a chat response, or a task. */
export interface AgentLoopInput {
  work: Work;
  loaded: Loaded;
  tools: EngineTool[];
  passages: Passages;
  /** Budgets that the run may exceed. */
  passed: ReadonlySet<string>;
  history(): Promise<LanguageModelV4Prompt>;
  /** In a process: the part. */
  part?: Part;
  /** Set when others work on the same run. The holder releases it once the response is counted. */
  turn?: ModelTurn;
  /** Stops the model, but not calls in progress. */
  halt?: AbortSignal;
  /** An earlier attempt exists: its logged progress counts. */
  resumed: boolean;
  /** Allows one step beyond the limit. */
  oneMore?: boolean;
  /** Adjusts the events of its messages. */
  shaped?(event: NewEvent, last: boolean): NewEvent;
  /** Whether a text before calls reaches the message limit. */
  fills?(): Promise<boolean>;
  /** Without readers. */
  quiet?: boolean;
  format?: LanguageModelV4CallOptions["responseFormat"];
}

/** The result: a response still to be recorded, a truncated one, or requests to a person. */
export type AgentLoopResult = { answer: RunWriting; text: string; full: boolean } | { cut: Ending } | { pause: Pause };

/** Runs model steps until there is a response; every step is logged before the next. Throws StopRunError when there is none. */
export async function runAgentLoop(talk: AgentLoopInput): Promise<AgentLoopResult> {
  const { work, loaded, tools, passages, passed, part } = talk;
  const { db, run, limits } = work;
  const { agent, settings } = loaded;
  const signal = talk.halt ? AbortSignal.any([work.signal, talk.halt]) : work.signal;
  const guardedFetch = outbound().fetchWith({ headersTimeoutMs: 2 * limits.silenceMs, maxBytes: maxAnswerBytes });
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
      taskId: part?.taskId,
      quiet,
      format,
      accepted: () => accepted,
    });
    work.opened.push(done.live.messageId);
    if (done.failure) return { cut: endEarly(talk, done, done.failure.error) };
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
    // After access was revoked during the model call, neither tools nor models are called.
    await assertAuthorized(db, run);
    if (repeated.length > 0)
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
    const asks = await callsOfStep(db, run, tools, asked, calling, work.signal);
    if (asks) return { pause: asks };
  }
  throw new StopRunError(`The agent did not come to an answer within its ${pluralize(agent.maxIterations, "step")}.`);
}

type Next = { asked: StepDone & { toApprove: StepCall[] } } | { full: true } | { cut: Ending };

/** The next action after a step with calls. Its response is paid for, so it is stored even if the run is cancelled meanwhile. */
async function nextOf(talk: AgentLoopInput, done: StepDone, signal: AbortSignal): Promise<Next> {
  try {
    if (done.live.text && (await talk.fills?.())) return { full: true };
    return { asked: { ...done, ...(await callsToApprove(talk.work.run.teamId, talk.tools, done.calls, signal)) } };
  } catch (error) {
    if (signal.aborted) return { cut: endEarly(talk, done, error) };
    throw error;
  }
}

function endEarly({ work, loaded, part, shaped = same }: AgentLoopInput, done: StepDone, error: unknown): Ending {
  const ending = cutEnding(abortReason(work, loaded.secrets), loaded, done, error);
  const events = (ending.events ?? []).map((event) => shaped(event, false));
  return { ...ending, events: inPart(part, events) };
}

const same = (event: NewEvent): NewEvent => event;

/** What a finished step records in one transaction: metrics, text, calls, and notices. */
function writingOf(
  { loaded, tools, passages, part, shaped = same }: AgentLoopInput,
  { live, prompt, facts, spent, calls, toApprove }: StepDone & { toApprove?: StepCall[] },
  notices: NewEvent[],
  last: boolean,
): RunWriting {
  const message = live.text ? [shaped(messageEvent(loaded, live, true, spent, passages.citedIn(live.text)), last)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts);
  const inner = message.some(({ kind, body }) => kind === "message" && body.inner);
  return {
    events: inPart(part, [step, ...message, ...callEvents(calls, tools, toApprove), ...notices]),
    spent,
    preview: inner ? undefined : live.text || undefined,
  };
}
