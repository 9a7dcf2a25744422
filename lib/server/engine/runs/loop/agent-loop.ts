import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/text/pluralize";
import { outbound } from "../../../platform/outbound/instance";
import { createLanguageModel } from "../../models/providers/create";
import { checkCalls } from "../calls/call-problem";
import { createLoopGuard, loopNotice, type StepCall } from "../calls/guards";
import type { EngineTool } from "../calls/tools";
import { assertAuthorized } from "../context/assert-authorized";
import type { LoadedAgent } from "../context/load";
import type { ModelCallLock } from "../lease/model-call-lock";
import { toEndingContext, type Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import { assignPart, type Part } from "../log/part";
import type { Passages } from "../log/passages";
import { observe } from "../observe/observer";
import { type Ending, type RunWriting, recordEvents } from "../outcome/finish";
import { createBudgetGuard } from "../steps/budget-guard";
import { type Pause, toInterruptedEnding } from "../steps/ending";
import { runModelStep, type StepResult, StopRunError } from "../steps/step";
import { callEvents, messageEvent, stepEvent } from "../steps/step-events";
import { loadProgress, runStepCalls, settleOpenCalls } from "./resume";

const maxAnswerBytes = 50 * 1024 * 1024;

/** The input of one agent's work: a chat response, or a task. */
export interface AgentLoopInput {
  work: Work;
  loaded: LoadedAgent;
  tools: EngineTool[];
  passages: Passages;
  /** Budgets that the run may exceed. */
  exemptBudgets: ReadonlySet<string>;
  history(): Promise<LanguageModelV4Prompt>;
  /** In a process: the part. */
  part?: Part;
  /** Set when others work on the same run. Released once the response is counted. */
  lock?: ModelCallLock;
  /** Stops the model, but not calls in progress. */
  halt?: AbortSignal;
  /** An earlier attempt exists: its logged progress counts. */
  resumed: boolean;
  /** Allows one step beyond the limit. */
  extraStep?: boolean;
  /** Adjusts the events of its messages. */
  mapEvent?(event: NewEvent, last: boolean): NewEvent;
  /** Whether a text before calls reaches the message limit. */
  reachesLimit?(): Promise<boolean>;
  /** Without readers. */
  quiet?: boolean;
  format?: LanguageModelV4CallOptions["responseFormat"];
  /** Of the first step. */
  toolChoice?: LanguageModelV4CallOptions["toolChoice"];
}

/** The result: a response still to be recorded, a truncated one, or requests to a person. */
export type AgentLoopResult = { answer: RunWriting; text: string; full: boolean } | { cut: Ending } | { pause: Pause };

/** Runs model steps until there is a response; every step is logged before the next. Throws StopRunError when there is none. */
export async function runAgentLoop(input: AgentLoopInput): Promise<AgentLoopResult> {
  const { work, loaded, tools, passages, exemptBudgets, part } = input;
  const { db, run, limits } = work;
  const { agent, settings } = loaded;
  const signal = input.halt ? AbortSignal.any([work.signal, input.halt]) : work.signal;
  const guardedFetch = outbound().fetchWith({ headersTimeoutMs: 2 * limits.silenceMs, maxBytes: maxAnswerBytes });
  let accepted = false;
  const model = await createLanguageModel(settings, async (input, init) => {
    const response = await guardedFetch(input, init);
    accepted ||= response.ok;
    return response;
  });
  const observed = { orgId: loaded.session.orgId, id: agent.id, name: agent.name, secrets: loaded.secrets };
  const { type: provider, model: modelName } = loaded.model;
  observe((one) => one.onAgent(run, part, { ...observed, provider, model: modelName, resumed: input.resumed }));
  const callContext = { secrets: loaded.secrets, agentName: agent.name, passages, part };
  const openPause = input.resumed ? await settleOpenCalls(db, run, tools, callContext, work.signal) : undefined;
  if (openPause) return { pause: openPause };
  const { steps: earlierSteps, calls: earlierCalls } = input.resumed
    ? await loadProgress(db, run, part)
    : { steps: 0, calls: [] };
  const maxSteps = input.extraStep ? Math.max(agent.maxIterations, earlierSteps + 1) : agent.maxIterations;
  const isLoop = createLoopGuard(earlierCalls);
  const checkBudgets = createBudgetGuard(db, run, loaded, exemptBudgets, input.lock);
  for (let iteration = earlierSteps + 1; iteration <= maxSteps; iteration += 1) {
    signal.throwIfAborted();
    const [history, { pause, notices }] = await Promise.all([input.history(), checkBudgets()]);
    if (pause) return { pause };
    const { quiet, format } = input;
    accepted = false;
    const done = await runModelStep(run, loaded, model, history, tools, signal, limits.silenceMs, {
      taskId: part?.taskId,
      quiet,
      format,
      toolChoice: iteration === 1 ? input.toolChoice : undefined,
      accepted: () => accepted,
    });
    work.streamedIds.push(done.live.messageId);
    if (done.failure) return { cut: endEarly(input, done, done.failure.error) };
    if (done.calls.length === 0)
      return { answer: toRunWriting(input, done, notices, true), text: done.live.text, full: false };
    const next = await decideNext(input, done, signal);
    if ("cut" in next) return next;
    if ("full" in next)
      return { answer: toRunWriting(input, { ...done, calls: [] }, notices, true), text: done.live.text, full: true };
    const repeated = done.calls.filter(isLoop);
    const { step } = next;
    await recordEvents(db, run, toRunWriting(input, step, [...notices, ...repeated.map(loopNotice)], false));
    input.lock?.release();
    // After access was revoked during the model call, neither tools nor models are called.
    await assertAuthorized(db, run);
    if (repeated.length > 0)
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run failed.");
    const callPause = await runStepCalls(db, run, tools, step, callContext, work.signal);
    if (callPause) return { pause: callPause };
  }
  throw new StopRunError(`The agent didn't reach an answer within its ${pluralize(agent.maxIterations, "step")}.`);
}

type NextAction = { step: StepResult & { toApprove: StepCall[] } } | { full: true } | { cut: Ending };

/** The next action after a step with calls. Its response is paid for, so it is stored even if the run is cancelled meanwhile. */
async function decideNext(input: AgentLoopInput, done: StepResult, signal: AbortSignal): Promise<NextAction> {
  try {
    if (done.live.text && (await input.reachesLimit?.())) return { full: true };
    return { step: { ...done, ...(await checkCalls(input.work.run.teamId, input.tools, done.calls, signal)) } };
  } catch (error) {
    if (signal.aborted) return { cut: endEarly(input, done, error) };
    throw error;
  }
}

function endEarly(
  { work, loaded, part, mapEvent = identity }: AgentLoopInput,
  done: StepResult,
  error: unknown,
): Ending {
  const ending = toInterruptedEnding(toEndingContext(work, loaded.secrets), loaded, done, error);
  const events = (ending.events ?? []).map((event) => mapEvent(event, false));
  return { ...ending, events: assignPart(part, events) };
}

const identity = (event: NewEvent): NewEvent => event;

/** What a finished step records in one transaction: metrics, text, calls, and notices. */
function toRunWriting(
  { loaded, tools, passages, part, mapEvent = identity }: AgentLoopInput,
  { live, prompt, facts, spent, calls, toApprove }: StepResult & { toApprove?: StepCall[] },
  notices: NewEvent[],
  last: boolean,
): RunWriting {
  const message = live.text
    ? [mapEvent(messageEvent(loaded, live, true, spent, passages.findCited(live.text)), last)]
    : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts);
  const inner = message.some(({ kind, body }) => kind === "message" && body.inner);
  return {
    events: assignPart(part, [step, ...message, ...callEvents(calls, tools, toApprove), ...notices]),
    spent,
    preview: inner ? undefined : live.text || undefined,
  };
}
