import { OAuth2Tokens } from "arctic";
import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError } from "../shared/errors";
import { causeOf, failureOfStatus, tidyWords } from "../shared/failure";
import { ServiceError, throwing, wordsIn } from "../shared/service-error";

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

const usualMs = 3_600_000;

/** Error codes for an expired or revoked grant. */
const over = new Set(["invalid_grant", "BAD_REFRESH_TOKEN", "BAD_AUTH_CODE", "EXPIRED_AUTH_CODE"]);
const wrongClient = new Set(["invalid_client", "unauthorized_client", "BAD_CLIENT_ID", "BAD_CLIENT_SECRET"]);

function refusal(error: ServiceError, title: string): ConnectorError {
  const { status, headers, body } = error;
  const named = typeof body === "object" && body !== null ? body : {};
  const code = "error" in named ? String(named.error) : "status" in named ? String(named.status) : "";
  const own = wordsIn(body);
  const words = own ? ` It says: ${tidyWords(own)}` : "";
  const extra = { field: "authentication", cause: error };
  if (over.has(code))
    return new ConnectorError(
      "credentials",
      `${title} no longer accepts this sign-in: it was taken back or has run out. Connect the account again.${words}`,
      extra,
    );
  if (wrongClient.has(code))
    return new ConnectorError("credentials", `${title} does not accept the app's id or secret.${words}`, extra);
  if (status >= 500 || status === 429 || status === 408)
    return failureOfStatus({ service: title, status, headers, own });
  return new ConnectorError("credentials", `${title} refused the sign-in (${status}).${words}`, extra);
}

/** Calls a token endpoint. Throws ConnectorError; the returned tokens are redacted from all logs from then on. */
export async function requestTokens({ url, title, form, fetch, signal }: TokenRequest): Promise<Tokens> {
  const body = new URLSearchParams(form);
  const headers = { accept: "application/json" };
  try {
    const answer = await throwing(fetch)(url, { method: "POST", body, headers, redirect: "error", signal });
    const tokens = new OAuth2Tokens((await answer.json()) as object);
    const accessToken = tokens.accessToken();
    const refreshToken = tokens.hasRefreshToken() ? tokens.refreshToken() : undefined;
    const lasts = "expires_in" in tokens.data ? Number(tokens.data.expires_in) * 1000 : usualMs;
    for (const secret of [accessToken, refreshToken]) if (secret) rememberSecret(secret);
    return { accessToken, refreshToken, expiresAt: Date.now() + (Number.isFinite(lasts) ? lasts : usualMs) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) throw refusal(error, title);
    if (error instanceof ConnectorError || causeOf(error, OutboundError)) throw error;
    throw new ConnectorError("malformed", `${title} answered the sign-in with something else than a token.`, {
      retryable: true,
      cause: error,
    });
  }
}
