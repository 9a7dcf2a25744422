import { OAuth2Tokens } from "arctic";
import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError } from "../shared/errors";
import { findCause, tidyMessage, toStatusError } from "../shared/failure";
import { findMessage, ServiceError, throwOnErrorStatus } from "../shared/service-error";

export interface Tokens {
  accessToken: string;
  /** Absent: the one that was used remains valid. */
  refreshToken: string | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface TokenRequest {
  url: string;
  /** The service's name for error messages. */
  title: string;
  /** Form fields, including client id and secret: HubSpot accepts them nowhere else. */
  form: Record<string, string>;
  fetch: typeof globalThis.fetch;
  signal?: AbortSignal;
}

const defaultLifetimeMs = 3_600_000;

/** Error codes for an expired or revoked grant. */
const expiredCodes = new Set(["invalid_grant", "BAD_REFRESH_TOKEN", "BAD_AUTH_CODE", "EXPIRED_AUTH_CODE"]);
const wrongClientCodes = new Set(["invalid_client", "unauthorized_client", "BAD_CLIENT_ID", "BAD_CLIENT_SECRET"]);

function toTokenError(error: ServiceError, title: string): ConnectorError {
  const { status, headers, body } = error;
  const fields = typeof body === "object" && body !== null ? body : {};
  const code = "error" in fields ? String(fields.error) : "status" in fields ? String(fields.status) : "";
  const message = findMessage(body);
  const detail = message ? ` ${title} reported: ${tidyMessage(message)}` : "";
  const options = { field: "authentication", cause: error };
  if (expiredCodes.has(code))
    return new ConnectorError(
      "credentials",
      `${title} no longer accepts this sign-in: it was revoked or has expired. Connect the account again.${detail}`,
      options,
    );
  if (wrongClientCodes.has(code))
    return new ConnectorError("credentials", `${title} rejected the app's client ID or secret.${detail}`, options);
  if (status >= 500 || status === 429 || status === 408)
    return toStatusError({ service: title, status, headers, message });
  return new ConnectorError("credentials", `${title} rejected the sign-in (${status}).${detail}`, options);
}

/** Calls a token endpoint. Throws ConnectorError; the returned tokens are redacted from all logs from then on. */
export async function requestTokens({ url, title, form, fetch, signal }: TokenRequest): Promise<Tokens> {
  const body = new URLSearchParams(form);
  const headers = { accept: "application/json" };
  try {
    const response = await throwOnErrorStatus(fetch)(url, { method: "POST", body, headers, redirect: "error", signal });
    const tokens = new OAuth2Tokens((await response.json()) as object);
    const accessToken = tokens.accessToken();
    const refreshToken = tokens.hasRefreshToken() ? tokens.refreshToken() : undefined;
    const lifetimeMs = "expires_in" in tokens.data ? Number(tokens.data.expires_in) * 1000 : defaultLifetimeMs;
    for (const secret of [accessToken, refreshToken]) if (secret) rememberSecret(secret);
    return {
      accessToken,
      refreshToken,
      expiresAt: Date.now() + (Number.isFinite(lifetimeMs) ? lifetimeMs : defaultLifetimeMs),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) throw toTokenError(error, title);
    if (error instanceof ConnectorError || findCause(error, OutboundError)) throw error;
    throw new ConnectorError("malformed", `${title} didn't return a token for the sign-in.`, {
      retryable: true,
      cause: error,
    });
  }
}
