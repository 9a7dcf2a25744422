import { ZodError } from "zod";
import { pluralize } from "@/lib/utils/text/pluralize";
import { redact } from "../../../platform/crypto/redact";
import { AppError } from "../../../platform/errors/errors";
import { OutboundError, type OutboundProblem } from "../../../platform/outbound/outbound-error";
import { ConnectorError, type ConnectorFailure } from "./errors";

const MAX_MESSAGE_CHARS = 300;

const outboundKinds: Record<OutboundProblem, ConnectorFailure> = {
  refused: "refused",
  address: "settings",
  redirect: "refused",
  unreachable: "network",
  timeout: "timeout",
  cut: "network",
  too_large: "too_large",
};

/** The first cause of this class; client libraries wrap what our fetch throws. */
export function findCause<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1)
    if (cause instanceof kind) return cause;
  return undefined;
}

/** Parses Retry-After, which is seconds or a date. */
export function parseRetryAfter(headers: Headers | Record<string, unknown> | undefined): number | undefined {
  const value = headers instanceof Headers ? headers.get("retry-after") : headers?.["retry-after"];
  if (typeof value !== "string" || !value.trim()) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}

/** A service's message on one line, truncated, ending in a period. */
export function tidyMessage(message: string): string {
  const oneLine = message.replace(/\s+/g, " ").trim();
  const truncated = oneLine.length > MAX_MESSAGE_CHARS ? `${oneLine.slice(0, MAX_MESSAGE_CHARS).trimEnd()}…` : oneLine;
  return truncated === "" || /[.!?…]$/.test(truncated) ? truncated : `${truncated}.`;
}

interface ErrorResponse {
  /** The service's name: "Airtable". */
  service: string;
  status: number;
  headers?: Headers | Record<string, unknown>;
  /** The service's message. */
  message?: string;
}

/** The ConnectorError for a status that has the same meaning for most services. */
export function toStatusError({ service, status, headers, message = "" }: ErrorResponse): ConnectorError {
  const detail = tidyMessage(message);
  const withDetail = (start: string): string => (detail ? `${start} (${status}): ${detail}` : `${start} (${status}).`);
  const retryAfterMs = parseRetryAfter(headers);
  if (status === 401) return new ConnectorError("credentials", withDetail(`${service} rejected the credentials`));
  if (status === 403)
    return new ConnectorError("permission", withDetail(`${service} doesn't allow this with these credentials`));
  if (status === 404 || status === 410)
    return new ConnectorError(
      "vanished",
      withDetail(`${service} couldn't find this, or these credentials can't access it`),
    );
  if (status === 408) return new ConnectorError("timeout", withDetail(`${service} took too long`), { retryAfterMs });
  if (status === 429) {
    const wait =
      retryAfterMs === undefined
        ? ""
        : ` Try again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}; syncs will continue automatically.`;
    return new ConnectorError("rate_limit", `${withDetail(`${service} is limiting requests`)}${wait}`, {
      retryAfterMs,
    });
  }
  if (status >= 500)
    return new ConnectorError("unavailable", withDetail(`${service} had an internal error`), { retryAfterMs });
  return new ConnectorError("settings", withDetail(`${service} rejected the request`));
}

function findError(error: unknown): ConnectorError {
  const connectorError = findCause(error, ConnectorError);
  if (connectorError) return connectorError;
  const outbound = findCause(error, OutboundError);
  if (outbound) return new ConnectorError(outboundKinds[outbound.problem], outbound.message, { cause: error });
  if (error instanceof AppError) return new ConnectorError("settings", error.message, { cause: error });
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ConnectorError("timeout", "The service didn't respond in time.", { cause: error });
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof ZodError)
    return new ConnectorError("malformed", "The service returned an unexpected response.", { cause: error });
  return new ConnectorError("unknown", "The service failed with an unknown error.", { cause: error });
}

/** Converts any error of a connector to a ConnectorError without secrets. The cause is for the log. */
export function toConnectorError(error: unknown, secrets: readonly string[]): ConnectorError {
  const original = findError(error);
  const message = redact(original.message, secrets);
  if (message === original.message) return original;
  const { kind, retryable, retryAfterMs, field } = original;
  return new ConnectorError(kind, message, { retryable, retryAfterMs, field });
}
