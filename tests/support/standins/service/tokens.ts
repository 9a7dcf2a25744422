import { createHash, randomBytes } from "node:crypto";
import type { Answered, Asked } from "./serve";

export const client = { id: "standin-client", secret: "standin-secret-of-the-client" };

interface Grant {
  redirectUri: string;
  challenge: string;
}

/**
 * A service's side of the authorization code flow with PKCE and refresh tokens. `rotates`: a refresh token is good once
 * and is answered with the next one.
 */
export function tokenDesk({ rotates = false } = {}) {
  const grants = new Map<string, Grant>();
  const refreshTokens = new Set<string>(["standin-refresh-token-0"]);
  const accessTokens = new Set<string>();
  const counts = { refreshed: 0 };
  const refused = (error: string): Answered => ({ status: 400, body: { error, error_description: "It is not good." } });

  function issue(refreshToken: string | undefined, seconds = 3_600): Answered {
    const access = `standin-access-${randomBytes(9).toString("hex")}`;
    accessTokens.add(access);
    return { body: { access_token: access, refresh_token: refreshToken, expires_in: seconds, token_type: "bearer" } };
  }

  function next(): string {
    const token = `standin-refresh-${randomBytes(9).toString("hex")}`;
    refreshTokens.add(token);
    return token;
  }

  return {
    counts,
    refreshTokens,
    first: "standin-refresh-token-0",
    /** Whether this request carries a token that was handed out and not taken back. */
    knows: ({ headers }: Asked): boolean => accessTokens.has((headers.authorization ?? "").replace("Bearer ", "")),
    forgetAccess: () => accessTokens.clear(),

    /** The page of consent: agrees at once. */
    authorize({ query }: Asked): Answered {
      const redirectUri = query.get("redirect_uri") ?? "";
      const challenge = query.get("code_challenge") ?? "";
      const right = query.get("client_id") === client.id && query.get("code_challenge_method") === "S256";
      if (!right || challenge.length !== 43) return refused("invalid_request");
      const code = randomBytes(16).toString("hex");
      grants.set(code, { redirectUri, challenge });
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", query.get("state") ?? "");
      return { status: 302, headers: { location: back.href } };
    },

    token({ body }: Asked): Answered {
      if (body.client_id !== client.id || body.client_secret !== client.secret) return refused("invalid_client");
      if (body.grant_type === "client_credentials") return issue(undefined);
      if (body.grant_type === "refresh_token") {
        const token = String(body.refresh_token);
        if (!refreshTokens.has(token)) return refused("invalid_grant");
        counts.refreshed += 1;
        if (!rotates) return issue(undefined);
        refreshTokens.delete(token);
        return issue(next());
      }
      const code = String(body.code);
      const grant = grants.get(code);
      grants.delete(code);
      const hashed = createHash("sha256").update(String(body.code_verifier)).digest("base64url");
      if (!grant || hashed !== grant.challenge || body.redirect_uri !== grant.redirectUri)
        return refused("invalid_grant");
      return issue(next());
    },
  };
}
