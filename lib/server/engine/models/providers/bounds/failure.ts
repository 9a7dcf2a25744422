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
  EmptyResponseError,
  FilteredResponseError,
  IncompleteStreamError,
  InvalidEmbeddingsError,
  MalformedCallError,
  ResponseLimitError,
} from "../shared/answer-errors";
import { tidyMessage } from "../shared/provider-message";
import { SignInError } from "../shared/sign-in-error";
import { NotAnApiError } from "./answer-check";
import {
  type Failure,
  type FailureDetails,
  type FailureKind,
  fromCallError,
  fromErrorEvent,
  fromSignInError,
} from "./call-failure";

const invalidResponse = "The provider returned an invalid response. Check the URL and the model.";

const outboundKinds: Record<OutboundProblem, FailureKind> = {
  refused: "refused",
  address: "refused",
  redirect: "refused",
  unreachable: "network",
  timeout: "timeout",
  cut: "cut",
  too_large: "malformed",
};

function findCause<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1)
    if (cause instanceof kind) return cause;
  return undefined;
}

function findDetails(error: unknown): FailureDetails {
  const outbound = findCause(error, OutboundError);
  if (outbound) {
    const kind = outboundKinds[outbound.problem];
    return { kind, summary: outbound.message, retryable: kind === "network" || kind === "timeout" || kind === "cut" };
  }
  const limit = findCause(error, ResponseLimitError);
  if (limit) return { kind: "malformed", summary: limit.message, retryable: false };
  const page = findCause(error, NotAnApiError);
  if (page) return { kind: "malformed", summary: page.message, retryable: false };
  if (error instanceof SignInError) return fromSignInError(error);
  if (error instanceof AppError) return { kind: "bad_request", summary: error.message, retryable: false };
  if (APICallError.isInstance(error)) return fromCallError(error);
  if (error instanceof IncompleteStreamError) return { kind: "cut", summary: error.message, retryable: true };
  if (error instanceof FilteredResponseError) return { kind: "filtered", summary: error.message, retryable: false };
  if (
    error instanceof EmptyResponseError ||
    error instanceof MalformedCallError ||
    error instanceof InvalidEmbeddingsError
  )
    return { kind: "malformed", summary: error.message, retryable: true };
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error) ||
    error instanceof TypeError
  )
    return { kind: "malformed", summary: invalidResponse, retryable: true };
  if (error instanceof DOMException && error.name === "TimeoutError")
    return { kind: "timeout", summary: "The provider didn't respond in time.", retryable: true };
  if (error instanceof DOMException && error.name === "AbortError")
    return { kind: "unknown", summary: "The request was canceled.", retryable: false };
  if (AISDKError.isInstance(error))
    return {
      kind: "bad_request",
      summary: "The provider doesn't support this request",
      providerMessage: error.message,
      retryable: false,
    };
  if (typeof error === "object" && error !== null && !(error instanceof Error)) return fromErrorEvent(error);
  if (typeof error === "string" && error) return fromErrorEvent({ message: error });
  return { kind: "unknown", summary: "The provider failed with an unknown error.", retryable: false };
}

/**
 * Describes a provider's failure for the user. `secrets` are redacted by value, in every possible encoding. Messages of other
 * errors are not shown; log them.
 */
export function toFailure(error: unknown, secrets: readonly string[]): Failure {
  const { summary, providerMessage, ...failure } = findDetails(error);
  const detail = providerMessage === undefined ? "" : tidyMessage(providerMessage, secrets);
  const ending = detail ? `: ${/[.!?…]$/.test(detail) ? detail : `${detail}.`}` : /[.!?]$/.test(summary) ? "" : ".";
  const { retryAfterMs } = failure;
  const wait = retryAfterMs ? ` Try again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}.` : "";
  return { ...failure, message: `${redact(summary, secrets)}${ending}${wait}` };
}

const checkSettings = "Check the model's settings.";
const remedies: Partial<Record<FailureKind, string>> = {
  auth: checkSettings,
  not_found: checkSettings,
  network: checkSettings,
  refused: checkSettings,
  bad_request: checkSettings,
  rate_limit: "Try again later.",
  credit: "Add credit at the provider, or choose another model.",
  overloaded: "Try again later.",
  timeout: "Try again.",
  cut: "Try again.",
  unknown: "Try again.",
};

/** Start of the message about a host; the model's name replaces it. */
const unreachable = "Couldn't reach ";

/** The message of a stored model's failure: with the model's name, and what to do. */
export function nameModel({ kind, message, retryAfterMs }: Omit<Failure, "retryable">, name: string): string {
  const failed = message.startsWith(unreachable)
    ? `“${name}” is unreachable (${message.slice(unreachable.length, -1)}).`
    : `“${name}” failed. ${message}`;
  const remedy = retryAfterMs ? undefined : remedies[kind];
  return remedy ? `${failed} ${remedy}` : failed;
}
