import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { pluralize } from "@/lib/utils/text/pluralize";
import { redact } from "../../../../platform/crypto/redact";
import { AppError } from "../../../../platform/errors/errors";
import { OutboundError, type OutboundProblem } from "../../../../platform/outbound/outbound-error";
import {
  AnswerLimitError,
  BrokenCallError,
  CutStreamError,
  EmptyAnswerError,
  FilteredAnswerError,
  OddEmbeddingError,
} from "../shared/answer-errors";
import { tidyMessage } from "../shared/provider-words";
import { SignInError } from "../shared/sign-in-error";
import { NotAnApiError } from "./answer-check";
import { type Failure, type FailureKind, type Finding, ofCall, ofEvent, ofSignIn } from "./call-failure";

const notAnAnswer = "The provider sent something that is not an answer. Check the address and the model.";

const outboundKinds: Record<OutboundProblem, FailureKind> = {
  refused: "refused",
  address: "refused",
  redirect: "refused",
  unreachable: "network",
  timeout: "timeout",
  cut: "cut",
  too_large: "malformed",
};

function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if (at instanceof kind) return at;
  return undefined;
}

function find(error: unknown): Finding {
  const outbound = causeOf(error, OutboundError);
  if (outbound) {
    const kind = outboundKinds[outbound.problem];
    return { kind, says: outbound.message, retryable: kind === "network" || kind === "timeout" || kind === "cut" };
  }
  const limit = causeOf(error, AnswerLimitError);
  if (limit) return { kind: "malformed", says: limit.message, retryable: false };
  const page = causeOf(error, NotAnApiError);
  if (page) return { kind: "malformed", says: page.message, retryable: false };
  if (error instanceof SignInError) return ofSignIn(error);
  if (error instanceof AppError) return { kind: "bad_request", says: error.message, retryable: false };
  if (APICallError.isInstance(error)) return ofCall(error);
  if (error instanceof CutStreamError) return { kind: "cut", says: error.message, retryable: true };
  if (error instanceof FilteredAnswerError) return { kind: "filtered", says: error.message, retryable: false };
  if (error instanceof EmptyAnswerError || error instanceof BrokenCallError || error instanceof OddEmbeddingError)
    return { kind: "malformed", says: error.message, retryable: true };
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error) ||
    error instanceof TypeError
  )
    return { kind: "malformed", says: notAnAnswer, retryable: true };
  if (error instanceof DOMException && error.name === "TimeoutError")
    return { kind: "timeout", says: "The provider did not answer in time.", retryable: true };
  if (error instanceof DOMException && error.name === "AbortError")
    return { kind: "unknown", says: "The request was stopped.", retryable: false };
  if (AISDKError.isInstance(error))
    return { kind: "bad_request", says: "The provider cannot be asked this", own: error.message, retryable: false };
  if (typeof error === "object" && error !== null && !(error instanceof Error)) return ofEvent(error);
  if (typeof error === "string" && error) return ofEvent({ message: error });
  return { kind: "unknown", says: "The provider failed in a way that Muster does not know.", retryable: false };
}

/**
 * Describes a provider's failure for the user. `secrets` are redacted by value, in every possible encoding. Messages of other
 * errors are not shown; log them.
 */
export function failureOf(error: unknown, secrets: readonly string[]): Failure {
  const { says, own, ...failure } = find(error);
  const words = own === undefined ? "" : tidyMessage(own, secrets);
  const end = words ? `: ${/[.!?…]$/.test(words) ? words : `${words}.`}` : /[.!?]$/.test(says) ? "" : ".";
  const { retryAfterMs } = failure;
  const wait = retryAfterMs ? ` Try again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}.` : "";
  return { ...failure, message: `${redact(says, secrets)}${end}${wait}` };
}
