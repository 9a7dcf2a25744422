import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { cutSecrets } from "../../crypto/cut-secrets";
import { AppError } from "../../http/errors";
import { OutboundError, type OutboundProblem } from "../../outbound/outbound-error";
import { NotAnApiError } from "./answer-check";
import { retryAfterOf, tidy, wordsOf } from "./provider-words";

/** `refused`: Muster itself does not call that address. `cut`: the answer broke off. `malformed`: it is no answer. */
export type FailureKind =
  | "auth"
  | "not_found"
  | "rate_limit"
  | "overloaded"
  | "network"
  | "timeout"
  | "refused"
  | "bad_request"
  | "cut"
  | "malformed"
  | "unknown";

export interface Failure {
  kind: FailureKind;
  /** One sentence that a user can act on, with the provider's own words; secrets are cut out. */
  message: string;
  /** Trying again may help. */
  retryable: boolean;
  retryAfterMs?: number;
}

/** A stream that ended without saying that it was finished. */
export class CutStreamError extends Error {
  constructor() {
    super("The provider's answer broke off before it was finished.");
    this.name = "CutStreamError";
  }
}

/** An answer of the right form with nothing in it. */
export class EmptyAnswerError extends Error {
  constructor() {
    super("The provider answered without any content. Try again, or check the model.");
    this.name = "EmptyAnswerError";
  }
}

/** Before the secrets are cut out. */
interface Finding extends Omit<Failure, "message"> {
  says: string;
  /** The provider's own words, as they came. */
  own?: string;
}

const notAnAnswer = "The provider sent something that is not an answer. Check the address and the model.";

const statuses: Record<number, readonly [kind: FailureKind, says: string]> = {
  400: ["bad_request", "The provider refused the request"],
  401: ["auth", "The provider refused the API key"],
  402: ["rate_limit", "The provider asks for payment first"],
  403: ["auth", "The provider does not allow this with the API key"],
  404: ["not_found", "The provider does not know this model"],
  408: ["timeout", "The provider took too long"],
  413: ["bad_request", "The conversation is too large for the provider"],
  429: ["rate_limit", "The provider is limiting requests"],
  503: ["overloaded", "The provider is overloaded"],
  504: ["timeout", "The provider took too long"],
  529: ["overloaded", "The provider is overloaded"],
};

const outboundKinds: Record<OutboundProblem, FailureKind> = {
  refused: "refused",
  address: "refused",
  redirect: "refused",
  unreachable: "network",
  timeout: "timeout",
  cut: "cut",
  too_large: "malformed",
};

function ofStatus(status: number, own: string, headers?: Record<string, string>): Finding {
  const [kind, start] =
    statuses[status] ??
    (status >= 500
      ? (["overloaded", "The provider has a problem of its own"] as const)
      : (["bad_request", "The provider refused the request"] as const));
  // Google answers a wrong key with 400.
  if (status === 400 && /api[ _]key (not valid|invalid|expired)/i.test(own))
    return { ...ofStatus(401, own), says: "The provider refused the API key (400)" };
  // Waiting does not help where the account is out of credit.
  if (status === 429 && /insufficient_quota|exceeded your current quota|credit balance/i.test(own))
    return { kind, says: "The account at the provider has no credit left (429)", own, retryable: false };
  const retryable = status === 408 || status === 429 || status >= 500;
  return { kind, says: `${start} (${status})`, own, retryable, retryAfterMs: retryAfterOf(headers) };
}

function ofCall(error: APICallError): Finding {
  const { statusCode = 0 } = error;
  if (statusCode >= 400) return ofStatus(statusCode, wordsOf(error), error.responseHeaders);
  if (statusCode > 0)
    return {
      kind: "malformed",
      says: "The provider's answer is not one of its kind. Check the address: something else may be answering there.",
      retryable: false,
    };
  return { kind: "network", says: "The provider could not be reached", own: error.message, retryable: true };
}

/** An error event inside a stream: the client packages give it a status where they know one. */
function ofEvent(event: object): Finding {
  const own = "message" in event ? String(event.message) : "";
  const status = "statusCode" in event ? Number(event.statusCode) : 0;
  const type = "type" in event ? String(event.type) : "";
  const kind =
    statuses[status]?.[0] ??
    (/overloaded|server_error|api_error/.test(type)
      ? "overloaded"
      : /rate_limit/.test(type)
        ? "rate_limit"
        : "unknown");
  return { kind, says: "The provider reported", own: own || "an error without a reason", retryable: true };
}

function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if (at instanceof kind) return at;
  return undefined;
}

/** A failed sign-in of a service account; the library that does it has no class of its own that can be imported. */
function signInStatus(error: Error): number | undefined {
  return "config" in error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

function find(error: unknown): Finding {
  const outbound = causeOf(error, OutboundError);
  if (outbound) {
    const kind = outboundKinds[outbound.problem];
    return { kind, says: outbound.message, retryable: kind === "network" || kind === "timeout" || kind === "cut" };
  }
  const page = causeOf(error, NotAnApiError);
  if (page) return { kind: "malformed", says: page.message, retryable: false };
  if (error instanceof AppError) return { kind: "bad_request", says: error.message, retryable: false };
  if (APICallError.isInstance(error)) return ofCall(error);
  if (error instanceof CutStreamError) return { kind: "cut", says: error.message, retryable: true };
  if (error instanceof EmptyAnswerError) return { kind: "malformed", says: error.message, retryable: true };
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
  if (error instanceof Error && signInStatus(error) !== undefined)
    return { kind: "auth", says: "Google refused the service account", own: error.message, retryable: false };
  if (typeof error === "object" && error !== null && !(error instanceof Error)) return ofEvent(error);
  if (typeof error === "string" && error) return ofEvent({ message: error });
  return { kind: "unknown", says: "The provider failed in a way that Muster does not know.", retryable: true };
}

/**
 * What went wrong with a provider, for the user. `secrets` are cut out by value, in every spelling that they could have.
 * The text of an error that is not the provider's is not shown; log it.
 */
export function failureOf(error: unknown, secrets: readonly string[]): Failure {
  const { says, own, ...failure } = find(error);
  const words = own === undefined ? "" : tidy(own, secrets);
  const end = words ? `: ${/[.!?…]$/.test(words) ? words : `${words}.`}` : /[.!?]$/.test(says) ? "" : ".";
  const { retryAfterMs } = failure;
  const wait = retryAfterMs ? ` Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.` : "";
  return { ...failure, message: `${cutSecrets(says, secrets)}${end}${wait}` };
}
