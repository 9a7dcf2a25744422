import { ZodError } from "zod";
import { pluralize } from "@/lib/utils/text/pluralize";
import { redact } from "../../../platform/crypto/redact";
import { AppError } from "../../../platform/errors/errors";
import { OutboundError, type OutboundProblem } from "../../../platform/outbound/outbound-error";
import { ConnectorError, type ConnectorFailure } from "./errors";

const MAX_WORDS = 300;

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
export function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
    if (at instanceof kind) return at;
  return undefined;
}

/** Parses Retry-After, which is seconds or a date. */
export function retryAfterOf(headers: Headers | Record<string, unknown> | undefined): number | undefined {
  const value = headers instanceof Headers ? headers.get("retry-after") : headers?.["retry-after"];
  if (typeof value !== "string" || !value.trim()) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}

/** A service's message on one line, truncated, ending in a period. */
export function tidyWords(own: string): string {
  const line = own.replace(/\s+/g, " ").trim();
  const short = line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).trimEnd()}…` : line;
  return short === "" || /[.!?…]$/.test(short) ? short : `${short}.`;
}

interface Answer {
  /** The service's name: "Airtable". */
  service: string;
  status: number;
  headers?: Headers | Record<string, unknown>;
  /** The service's message. */
  own?: string;
}

/** The ConnectorError for a status that has the same meaning for most services. */
export function failureOfStatus({ service, status, headers, own = "" }: Answer): ConnectorError {
  const words = tidyWords(own);
  const say = (start: string): string => (words ? `${start} (${status}): ${words}` : `${start} (${status}).`);
  const retryAfterMs = retryAfterOf(headers);
  if (status === 401) return new ConnectorError("credentials", say(`${service} refused the credentials`));
  if (status === 403)
    return new ConnectorError("permission", say(`${service} does not allow this with these credentials`));
  if (status === 404 || status === 410)
    return new ConnectorError(
      "vanished",
      say(`${service} does not have this, or does not show it to these credentials`),
    );
  if (status === 408) return new ConnectorError("timeout", say(`${service} took too long`), { retryAfterMs });
  if (status === 429) {
    const wait =
      retryAfterMs === undefined
        ? ""
        : ` Muster tries again in ${pluralize(Math.ceil(retryAfterMs / 1000), "second")}.`;
    return new ConnectorError("rate_limit", `${say(`${service} is limiting requests`)}${wait}`, { retryAfterMs });
  }
  if (status >= 500)
    return new ConnectorError("unavailable", say(`${service} has a problem of its own`), { retryAfterMs });
  return new ConnectorError("settings", say(`${service} refused the request`));
}

function find(error: unknown): ConnectorError {
  const known = causeOf(error, ConnectorError);
  if (known) return known;
  const outbound = causeOf(error, OutboundError);
  if (outbound) return new ConnectorError(outboundKinds[outbound.problem], outbound.message, { cause: error });
  if (error instanceof AppError) return new ConnectorError("settings", error.message, { cause: error });
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ConnectorError("timeout", "The service did not answer in time.", { cause: error });
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof ZodError)
    return new ConnectorError("malformed", "The service sent an answer that Muster cannot read.", { cause: error });
  return new ConnectorError("unknown", "The service failed in a way that Muster does not know.", { cause: error });
}

/** Converts any error of a connector to a ConnectorError without secrets. The cause is for the log. */
export function connectorFailure(error: unknown, secrets: readonly string[]): ConnectorError {
  const found = find(error);
  const message = redact(found.message, secrets);
  if (message === found.message) return found;
  const { kind, retryable, retryAfterMs, field } = found;
  return new ConnectorError(kind, message, { retryable, retryAfterMs, field });
}
