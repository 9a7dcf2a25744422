import type { AppError } from "./errors";
import { jsonResponse } from "./json-response";

function toCode({ status, extra: { data, issues } }: AppError): string {
  if (typeof data?.oauthCode === "string") return data.oauthCode;
  // Only registrations are parsed before they reach their handler.
  if (issues) return issues[0]?.path.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

/** The error as RFC 6749 and RFC 7591 describe it. */
export function toOauthError(error: AppError): Response {
  const { status, message, extra } = error;
  const headers = extra.retryAfter ? { "retry-after": String(Math.ceil(extra.retryAfter)) } : undefined;
  return jsonResponse({ error: toCode(error), error_description: message }, { status, headers });
}
