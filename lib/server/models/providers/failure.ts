import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import { cutSecrets } from "../../crypto/cut-secrets";
import { AppError } from "../../http/errors";
import { OutboundError } from "../../outbound/outbound-error";

export interface Failure {
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
  }
}

const known: Record<number, string> = {
  400: "The provider refused the request",
  401: "The provider refused the API key",
  403: "The provider does not allow this with the API key",
  404: "The provider does not know this model",
  408: "The provider took too long",
  413: "The conversation is too large for the provider",
  429: "The provider is limiting requests",
};

const oneLine = (text: string): string =>
  text
    .replace(/<[^>]{0,200}>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

function ofCall(error: APICallError): Failure {
  const status = error.statusCode ?? 0;
  const refused = findCause(error, OutboundError);
  if (status === 0 && refused) return { message: refused.message, retryable: refused.problem !== "address" };
  if (status === 0) return { message: `The provider could not be reached: ${oneLine(error.message)}`, retryable: true };
  if (status < 400)
    return {
      message:
        "The provider's answer is not one of its kind. Check the address: something else may be answering there.",
      retryable: false,
    };
  const start =
    known[status] ?? (status >= 500 ? "The provider has a problem of its own" : "The provider refused the request");
  const after = Number(error.responseHeaders?.["retry-after"]);
  const retryAfterMs = Number.isFinite(after) && after > 0 ? after * 1000 : undefined;
  const wait = retryAfterMs ? ` Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.` : "";
  const own = oneLine(error.message);
  return {
    message: `${start} (${status})${own ? `: ${own.replace(/[.\s]*$/, ".")}` : "."}${wait}`,
    retryable: status === 429 || status === 408 || status >= 500,
    retryAfterMs,
  };
}

function findCause<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if (at instanceof kind) return at;
  return undefined;
}

function explain(error: unknown): Failure {
  if (error instanceof AppError) return { message: error.message, retryable: false };
  if (APICallError.isInstance(error)) return ofCall(error);
  const outbound = findCause(error, OutboundError);
  if (outbound) return { message: outbound.message, retryable: outbound.problem !== "address" };
  if (error instanceof CutStreamError) return { message: error.message, retryable: true };
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    InvalidResponseDataError.isInstance(error)
  )
    return {
      message: "The provider sent something that is not an answer. Check the address and the model.",
      retryable: true,
    };
  if (error instanceof DOMException && error.name === "TimeoutError")
    return { message: "The provider did not answer in time.", retryable: true };
  if (error instanceof Error)
    return { message: oneLine(error.message) || "The provider failed without saying why.", retryable: true };
  const text =
    typeof error === "string"
      ? error
      : typeof error === "object" && error !== null && "message" in error
        ? String(error.message)
        : "";
  return {
    message: text ? `The provider reported: ${oneLine(text)}` : "The provider failed without saying why.",
    retryable: true,
  };
}

/** What went wrong with a provider, for the user. `secrets` are cut out by value, in plain, URL and base64 form. */
export function failureOf(error: unknown, secrets: readonly string[]): Failure {
  const failure = explain(error);
  return { ...failure, message: cutSecrets(failure.message, secrets) };
}
