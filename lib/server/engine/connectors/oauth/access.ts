import type { OauthService } from "@/lib/constants/oauth-services";
import type { ConnectorContext } from "../shared/types";
import { oauthClient } from "./services";
import { requestTokens, type Tokens } from "./token-request";

/** Returns a valid access token; `refused` is one that the service rejected. */
export type AccessToken = (refused?: string) => Promise<string>;

/** Tokens are replaced this long before they expire. */
const earlyMs = 60_000;

/** Caches the token from `ask` until shortly before it expires; concurrent callers share one request. */
export function lastingToken(ask: () => Promise<Tokens>): AccessToken {
  let current: Tokens | undefined;
  let asking: Promise<Tokens> | undefined;
  return async (refused) => {
    const good = current && current.accessToken !== refused && current.expiresAt - earlyMs > Date.now();
    if (!good) {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      current = await asking;
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
  return lastingToken(async () => {
    const { clientId, clientSecret, token, title } = oauthClient(service, places);
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
export const signed =
  (send: typeof fetch, access: AccessToken): typeof fetch =>
  async (input, init) => {
    const sendWith = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return send(input, { ...init, headers });
    };
    const token = await access();
    const answer = await sendWith(token);
    if (answer.status !== 401) return answer;
    const fresh = await access(token);
    if (fresh === token) return answer;
    await answer.body?.cancel();
    return sendWith(fresh);
  };
