import type { OauthService } from "@/lib/constants/oauth-services";
import type { ConnectorContext } from "../types";
import { oauthClient } from "./services";
import { requestTokens, type Tokens } from "./token-request";

/** Gives an access token that holds; `refused` is one that the service did not take. */
export type AccessToken = (refused?: string) => Promise<string>;

/** Before its end a token is replaced, so that none runs out on its way. */
const earlyMs = 60_000;

/** Keeps what `ask` hands out until shortly before it runs out; callers at the same time wait for the same one. */
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

/** Access by a refresh token. One that the service replaces is kept before its access token is used. */
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

/** A fetch that signs each request, and once more with a fresh token where the first was refused. */
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
