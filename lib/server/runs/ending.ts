import { AISDKError } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/pluralize";
import { AppError } from "../http/errors";
import { log } from "../log";
import { AnswerLimitError } from "../models/providers/answer-errors";
import { failureOf } from "../models/providers/failure";
import type { NewEvent } from "./events";
import type { Ending } from "./finish";
import type { Loaded } from "./load";
import type { OpenCall } from "./open-calls";
import { SilenceError } from "./patience";
import { approvalRequest, repeatRequest } from "./requests";
import { RevokedError } from "./standing";
import { type StepDone, StopRunError } from "./step";
import { messageEvent, stepEvent } from "./step-events";
import type { EngineTool } from "./tools";

/** A run that can go on only once a person has answered. */
export interface Pause {
  requests: NewEvent[];
  reason: string;
  /** Of these budgets, which are used up. */
  budgets?: readonly string[];
}

/** What an ending depends on. */
interface Ended {
  runId: string;
  signal: AbortSignal;
  wallTimeMs: number;
  /** To be cut out of the provider's words. */
  secrets: readonly string[];
}

/** A failure with a sentence for the user; all others are ours, and another attempt may have more luck. */
export const isForUser = (error: unknown): boolean =>
  error instanceof StopRunError ||
  error instanceof RevokedError ||
  error instanceof AppError ||
  AISDKError.isInstance(error);

export function endingOf(error: unknown, { runId, signal, wallTimeMs, secrets }: Ended): Ending {
  const revoked = [signal.reason, error].find((why) => why instanceof RevokedError);
  if (revoked) return { status: revoked.status, reason: revoked.message };
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError") {
    const minutes = Math.round(wallTimeMs / 6_000) / 10;
    return { status: "error", reason: `The run took longer than ${pluralize(minutes, "minute")} and was ended.` };
  }
  if (signal.aborted) return { status: "cancelled", reason: "Stopped." };
  if (error instanceof StopRunError || error instanceof SilenceError) return { status: "error", reason: error.message };
  const failure = failureOf(error, secrets);
  // Its text is not shown; the log cuts secrets out of it by value.
  if (failure.kind === "unknown" || error instanceof TypeError)
    log().error({ err: error, runId }, "a provider failed in an unknown way");
  return { status: "error", reason: failure.message };
}

/** The text so far stays, marked as cut; what was received is counted. */
export function cutEnding(ended: Ended, loaded: Loaded, done: StepDone, error: unknown): Ending {
  const { live, prompt, facts, spent } = done;
  const ending = endingOf(error, ended);
  // Nothing was received of a call without counts: it costs nothing.
  const counted = facts.inputTokens === null ? undefined : spent;
  const cut = live.text ? [messageEvent(loaded, live, false, counted ?? null)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts, ending.reason ?? undefined);
  const notices = error instanceof AnswerLimitError ? [limitNotice(error)] : [];
  return { ...ending, events: [step, ...cut, ...notices], spent: counted, preview: live.text || undefined };
}

const limitNotice = ({ message }: AnswerLimitError): NewEvent => ({
  kind: "notice",
  body: { code: "answer_limit", text: message },
});

/** Several things that a run waits for. */
export const joined = (pauses: readonly Pause[]): Pause => ({
  requests: pauses.flatMap(({ requests }) => requests),
  reason: [...new Set(pauses.map(({ reason }) => reason))].join(" "),
  budgets: [...new Set(pauses.flatMap(({ budgets = [] }) => budgets))],
});

/** The interrupted calls that nobody has been asked about yet become requests. */
export function pauseOf(open: OpenCall[], tools: readonly EngineTool[]): Pause {
  const names = [...new Set(open.map(({ call }) => call.name))].join(", ");
  const reason = `Interrupted while ${names} was called, which may have happened. Say whether to repeat it or to skip it.`;
  const unasked = open.filter(({ state }) => state === "started");
  return { requests: unasked.map((one) => repeatRequest(one, toolOf(tools, one.call.name))), reason };
}

/** These calls wait for a person together. Those that somebody was asked about already are not asked about again. */
export function approvalPause(
  waiting: readonly Pick<OpenCall, "call" | "part" | "state" | "lapsed">[],
  tools: readonly EngineTool[],
  agentName: string,
): Pause {
  const names = [...new Set(waiting.map(({ call }) => call.name))].join(", ");
  const requests = waiting
    .filter(({ state }) => state === "proposed")
    .map((one) => approvalRequest(one, toolOf(tools, one.call.name), agentName));
  return { requests, reason: `${agentName} wants to call ${names} and waits for an approval.` };
}

const toolOf = (tools: readonly EngineTool[], wanted: string) => tools.find(({ name }) => name === wanted);
