import type { APICallError } from "@ai-sdk/provider";
import { providerMessage, retryAfterOf, retryDelayIn } from "../shared/provider-words";
import type { SignInError } from "../shared/sign-in-error";

/**
 * `refused`: blocked by Muster's address rules. `cut`: the response broke off. `malformed`: not a valid response. `filtered`:
 * the provider's content filter ended it.
 */
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
export interface Finding extends Omit<Failure, "message"> {
  says: string;
  /** The provider's message, unmodified. */
  own?: string;
}

const statuses: Record<number, readonly [kind: FailureKind, says: string]> = {
  400: ["bad_request", "The provider refused the request"],
  401: ["auth", "The provider refused the API key"],
  402: ["rate_limit", "The provider asks for payment first"],
  403: ["auth", "The provider does not allow this with these credentials"],
  404: ["not_found", "The provider does not know this model"],
  408: ["timeout", "The provider took too long"],
  413: ["bad_request", "The conversation is too large for the provider"],
  429: ["rate_limit", "The provider is limiting requests"],
  // Groq's status for a service tier at capacity.
  498: ["overloaded", "The provider is overloaded"],
  503: ["overloaded", "The provider is overloaded"],
  504: ["timeout", "The provider took too long"],
  529: ["overloaded", "The provider is overloaded"],
};

/** Google reports a per-minute limit with the words that others use for an exhausted account. */
const isSpent = (own: string, body: string): boolean =>
  /insufficient_quota|exceeded your current quota|credit balance/i.test(own) && !body.includes("RESOURCE_EXHAUSTED");

function ofStatus(status: number, own: string, headers?: Record<string, string>, body = ""): Finding {
  const [kind, start] =
    statuses[status] ??
    (status >= 500
      ? (["overloaded", "The provider has a problem of its own"] as const)
      : (["bad_request", "The provider refused the request"] as const));
  // Google returns 400 for an invalid key.
  if (status === 400 && /api[ _]key (not valid|invalid|expired)/i.test(own))
    return { ...ofStatus(401, own), says: "The provider refused the API key (400)" };
  // Waiting does not help when the account is out of credit.
  if (status === 429 && isSpent(own, body))
    return { kind, says: "The account at the provider has no credit left (429)", own, retryable: false };
  const retryable = kind === "overloaded" || kind === "timeout" || status === 429;
  const retryAfterMs = retryAfterOf(headers) ?? retryDelayIn(body);
  return { kind, says: `${start} (${status})`, own, retryable, retryAfterMs };
}

/** A failure of Google's token endpoint. */
export function ofSignIn({ status, message: own }: SignInError): Finding {
  if (status === undefined) return { kind: "unknown", says: "The sign-in at Google failed", own, retryable: true };
  if (status !== 408 && status !== 429 && status < 500)
    return { kind: "auth", says: "Google refused the service account", own, retryable: false };
  const { kind } = ofStatus(status, own);
  return { kind, says: `Google could not sign the service account in (${status})`, own, retryable: true };
}

export function ofCall(error: APICallError): Finding {
  const { statusCode = 0 } = error;
  if (statusCode >= 400) return ofStatus(statusCode, providerMessage(error), error.responseHeaders, error.responseBody);
  if (statusCode > 0)
    return {
      kind: "malformed",
      says: "The provider's answer is not one of its kind. Check the address: something else may be answering there.",
      retryable: false,
    };
  return { kind: "network", says: "The provider could not be reached", own: error.message, retryable: true };
}

/** An error event inside a stream: client packages add a status if they know one. */
export function ofEvent(event: object): Finding {
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
