import type { OauthService } from "@/lib/constants/oauth-services";
import type { ConnectorContext } from "../shared/types";
import { getOauthClient } from "./services";
import { requestTokens, type Tokens } from "./token-request";

/** Returns a valid access token; `refused` is one that the service rejected. */
export type AccessToken = (refused?: string) => Promise<string>;

/** Tokens are replaced this long before they expire. */
const renewEarlyMs = 60_000;

/** Caches the token from `ask` until shortly before it expires; concurrent callers share one request. */
export function cacheToken(request: () => Promise<Tokens>): AccessToken {
  let current: Tokens | undefined;
  let pending: Promise<Tokens> | undefined;
  return async (refused) => {
    const isValid = current && current.accessToken !== refused && current.expiresAt - renewEarlyMs > Date.now();
    if (!isValid) {
      pending ??= request().finally(() => {
        pending = undefined;
      });
      current = await pending;
    }
    return current?.accessToken ?? "";
  };
}

/** Access by a refresh token. A rotated refresh token is stored before its access token is used. */
export function oauthAccess(
  service: OauthService,
  refreshToken: string,
  { fetch, places, signal, keep }: Pick<ConnectorContext, "fetch" | "places" | "signal" | "keep">,
): AccessToken {
  let latest = refreshToken;
  return cacheToken(async () => {
    const { clientId, clientSecret, token, title } = getOauthClient(service, places);
    const form = {
      grant_type: "refresh_token",
      refresh_token: latest,
      client_id: clientId,
      client_secret: clientSecret,
    };
    const tokens = await requestTokens({ url: token, title, form, fetch, signal });
    if (tokens.refreshToken && tokens.refreshToken !== latest) {
      latest = tokens.refreshToken;
      await keep?.({ authentication: { type: "oauth", refreshToken: latest } });
    }
    return tokens;
  });
}

/** A fetch that signs each request, and retries with a fresh token when the first is rejected. */
export const withAccessToken =
  (send: typeof fetch, access: AccessToken): typeof fetch =>
  async (input, init) => {
    const sendWith = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return send(input, { ...init, headers });
    };
    const token = await access();
    const response = await sendWith(token);
    if (response.status !== 401) return response;
    const newToken = await access(token);
    if (newToken === token) return response;
    await response.body?.cancel();
    return sendWith(newToken);
  };
