import type { APICallError } from "@ai-sdk/provider";
import { getProviderMessage, parseRetryAfter, parseRetryDelay } from "../shared/provider-message";
import type { SignInError } from "../shared/sign-in-error";

/**
 * `refused`: blocked by Muster's address rules. `cut`: the response broke off. `malformed`: not a valid response. `filtered`:
 * the provider's content filter ended it.
 */
export type FailureKind =
  | "auth"
  | "not_found"
  | "rate_limit"
  | "credit"
  | "overloaded"
  | "network"
  | "timeout"
  | "refused"
  | "bad_request"
  | "cut"
  | "malformed"
  | "filtered"
  | "unknown";

export interface Failure {
  kind: FailureKind;
  /** One sentence that a user can act on, with the provider's message; secrets are redacted. */
  message: string;
  /** A retry may succeed. */
  retryable: boolean;
  retryAfterMs?: number;
}

/** Before redaction of secrets. */
export interface FailureDetails extends Omit<Failure, "message"> {
  summary: string;
  /** The provider's message, unmodified. */
  providerMessage?: string;
}

const statuses: Record<number, readonly [kind: FailureKind, says: string]> = {
  400: ["bad_request", "The provider rejected the request"],
  401: ["auth", "The provider rejected the API key"],
  402: ["credit", "The provider requires payment"],
  403: ["auth", "The provider doesn't allow this with these credentials"],
  404: ["not_found", "The provider doesn't recognize this model"],
  408: ["timeout", "The provider took too long"],
  413: ["bad_request", "The request is too large for the provider"],
  429: ["rate_limit", "The provider is limiting requests"],
  // Groq's status for a service tier at capacity.
  498: ["overloaded", "The provider is overloaded"],
  503: ["overloaded", "The provider is overloaded"],
  504: ["timeout", "The provider took too long"],
  529: ["overloaded", "The provider is overloaded"],
};

/** Google reports a per-minute limit with the words that others use for an exhausted account. */
const isOutOfCredit = (providerMessage: string, body: string): boolean =>
  /insufficient_quota|exceeded your current quota|credit balance/i.test(providerMessage) &&
  !body.includes("RESOURCE_EXHAUSTED");

function fromStatus(
  status: number,
  providerMessage: string,
  headers?: Record<string, string>,
  body = "",
): FailureDetails {
  const [kind, prefix] =
    statuses[status] ??
    (status >= 500
      ? (["overloaded", "The provider had an internal error"] as const)
      : (["bad_request", "The provider rejected the request"] as const));
  // Google returns 400 for an invalid key.
  if (status === 400 && /api[ _]key (not valid|invalid|expired)/i.test(providerMessage))
    return { ...fromStatus(401, providerMessage), summary: "The provider rejected the API key (400)" };
  // Waiting does not help when the account is out of credit.
  if (status === 429 && isOutOfCredit(providerMessage, body))
    return {
      kind: "credit",
      summary: "The provider account has no credit left (429)",
      providerMessage,
      retryable: false,
    };
  const retryable = kind === "overloaded" || kind === "timeout" || status === 429;
  const retryAfterMs = parseRetryAfter(headers) ?? parseRetryDelay(body);
  return { kind, summary: `${prefix} (${status})`, providerMessage, retryable, retryAfterMs };
}

/** A failure of Google's token endpoint. */
export function fromSignInError({ status, message: providerMessage }: SignInError): FailureDetails {
  if (status === undefined)
    return { kind: "unknown", summary: "Signing in to Google failed", providerMessage, retryable: true };
  if (status !== 408 && status !== 429 && status < 500)
    return { kind: "auth", summary: "Google rejected the service account", providerMessage, retryable: false };
  const { kind } = fromStatus(status, providerMessage);
  return {
    kind,
    summary: `Google couldn't sign in the service account (${status})`,
    providerMessage,
    retryable: true,
  };
}

export function fromCallError(error: APICallError): FailureDetails {
  const { statusCode = 0 } = error;
  if (statusCode >= 400)
    return fromStatus(statusCode, getProviderMessage(error), error.responseHeaders, error.responseBody);
  if (statusCode > 0)
    return {
      kind: "malformed",
      summary: "The provider returned an unexpected response. Check the URL: another server may be responding there.",
      retryable: false,
    };
  return {
    kind: "network",
    summary: "The provider couldn't be reached",
    providerMessage: error.message,
    retryable: true,
  };
}

/** An error event inside a stream: client packages add a status if they know one. */
export function fromErrorEvent(event: object): FailureDetails {
  const providerMessage = "message" in event ? String(event.message) : "";
  const status = "statusCode" in event ? Number(event.statusCode) : 0;
  const type = "type" in event ? String(event.type) : "";
  const kind =
    statuses[status]?.[0] ??
    (/overloaded|server_error|api_error/.test(type)
      ? "overloaded"
      : /rate_limit/.test(type)
        ? "rate_limit"
        : "unknown");
  return {
    kind,
    summary: "The provider reported",
    providerMessage: providerMessage || "unspecified error",
    retryable: true,
  };
}
