import { AISDKError } from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/text/pluralize";
import { AppError } from "../../../platform/errors/errors";
import { log } from "../../../platform/log/log";
import { nameModel, toFailure } from "../../models/providers/bounds/failure";
import { ResponseLimitError } from "../../models/providers/shared/answer-errors";
import type { OpenCall } from "../calls/open-calls";
import type { EngineTool } from "../calls/tools";
import { AuthorizationRevokedError } from "../context/assert-authorized";
import type { LoadedAgent } from "../context/load";
import type { NewEvent } from "../log/events";
import type { Ending } from "../outcome/finish";
import { approvalRequest, repeatRequest } from "../outcome/requests";
import { type StepResult, StopRunError } from "./step";
import { messageEvent, stepEvent } from "./step-events";
import { SilenceError } from "./watch-for-silence";

/** The run waits for a person. */
export interface Pause {
  requests: NewEvent<"input_request">[];
  reason: string;
  /** The used-up budgets. */
  budgets?: readonly string[];
}

/** The context of an ending. */
interface EndingContext {
  runId: string;
  signal: AbortSignal;
  wallTimeMs: number;
  /** Redacted from the provider's messages. */
  secrets: readonly string[];
  /** Of the called model. */
  modelName?: string;
}

/** A failure with a message for the user; all others are internal, and another attempt may succeed. */
export const hasUserMessage = (error: unknown): boolean =>
  error instanceof StopRunError ||
  error instanceof AuthorizationRevokedError ||
  error instanceof AppError ||
  AISDKError.isInstance(error);

export function toEnding(error: unknown, { runId, signal, wallTimeMs, secrets, modelName }: EndingContext): Ending {
  const revoked = [signal.reason, error].find((why) => why instanceof AuthorizationRevokedError);
  if (revoked) return { status: revoked.status, reason: revoked.message, errorType: "revoked" };
  if (signal.aborted && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError") {
    const minutes = Math.round(wallTimeMs / 6_000) / 10;
    const reason = `The run exceeded its time limit of ${pluralize(minutes, "minute")}.`;
    return { status: "error", reason, errorType: "timeout" };
  }
  if (signal.aborted) return { status: "cancelled", reason: "Canceled.", errorType: "cancelled" };
  const isSilence = error instanceof SilenceError;
  const failure =
    isSilence || error instanceof StopRunError
      ? { kind: isSilence ? ("timeout" as const) : ("malformed" as const), message: error.message }
      : toFailure(error, secrets);
  // The message is not shown; the log redacts secrets by value.
  if (failure.kind === "unknown" || error instanceof TypeError)
    log().error({ err: error, runId }, "a provider failed with an unknown error");
  const reason = modelName === undefined ? failure.message : nameModel(failure, modelName);
  return { status: "error", reason, errorType: failure.kind };
}

/** Keeps the text so far, marked as truncated; received tokens are counted. */
export function toInterruptedEnding(
  context: EndingContext,
  loaded: LoadedAgent,
  done: StepResult,
  error: unknown,
): Ending {
  const { live, prompt, facts, spent } = done;
  const ending = toEnding(error, { ...context, modelName: loaded.model.name });
  // Without token counts nothing was received: no cost.
  const counted = facts.inputTokens === null ? undefined : spent;
  const partial = live.text ? [messageEvent(loaded, live, false, counted ?? null)] : [];
  const step = stepEvent(loaded, live.messageId, prompt, facts, ending);
  const notices = error instanceof ResponseLimitError ? [limitNotice(error)] : [];
  return { ...ending, events: [step, ...partial, ...notices], spent: counted, preview: live.text || undefined };
}

const limitNotice = ({ message }: ResponseLimitError): NewEvent => ({
  kind: "notice",
  body: { code: "answer_limit", text: message },
});

/** Combines several pauses. */
export const mergePauses = (pauses: readonly Pause[]): Pause => ({
  requests: pauses.flatMap(({ requests }) => requests),
  reason: [...new Set(pauses.map(({ reason }) => reason))].join(" "),
  budgets: [...new Set(pauses.flatMap(({ budgets = [] }) => budgets))],
});

/** Requests decisions on interrupted calls that have no request yet. */
export function toRepeatPause(open: OpenCall[], tools: readonly EngineTool[]): Pause {
  const names = [...new Set(open.map(({ call }) => call.name))].join(", ");
  const reason = `Interrupted while calling ${names}. The call may have completed. Choose whether to retry or skip it.`;
  const undecided = open.filter(({ state }) => state === "started");
  return { requests: undecided.map((one) => repeatRequest(one, findTool(tools, one.call.name))), reason };
}

/** Requests approvals for these calls together, except those already requested. */
export function toApprovalPause(
  waiting: readonly Pick<OpenCall, "call" | "part" | "state" | "lapsed">[],
  tools: readonly EngineTool[],
  agentName: string,
): Pause {
  const names = [...new Set(waiting.map(({ call }) => call.name))].join(", ");
  const requests = waiting
    .filter(({ state }) => state === "proposed")
    .map((one) => approvalRequest(one, findTool(tools, one.call.name), agentName));
  return { requests, reason: `${agentName} wants to call ${names} and is waiting for approval.` };
}

const findTool = (tools: readonly EngineTool[], wanted: string) => tools.find(({ name }) => name === wanted);
