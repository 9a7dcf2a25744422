import { createHmac } from "node:crypto";
import { CodeChallengeMethod, OAuth2Client } from "arctic";
import { z } from "zod";
import { oauthFlowMs } from "@/lib/constants/limits";
import { type OauthService, oauthServices } from "@/lib/constants/oauth-services";
import { openSecret, sealSecret } from "../../crypto/secrets";
import { safeEqual } from "../../crypto/tokens";
import { env } from "../../env";
import { AppError } from "../../http/errors";
import { deriveKey } from "../../secret";
import { ConnectorError } from "../errors";
import type { ConnectorContext } from "../types";
import { oauthClient } from "./services";
import { requestTokens } from "./token-request";

/** Who connects what: another member, another team or another browser cannot finish it. */
export interface Begun {
  service: OauthService;
  teamId: string;
  accountId: string;
}

const begun = z.object({ service: z.enum(oauthServices), until: z.number() });
const over = () => new AppError("invalid", "This connection has run out or was begun elsewhere. Start again.");

/** The page of Muster that services lead back to, registered with each of them. */
export const callbackPath = (service: OauthService): string => `/connect/${service}`;
export const callbackUrl = (service: OauthService): string => `${env().APP_URL}${callbackPath(service)}`;

/** PKCE's verifier follows from the state: it is stored nowhere, and nobody who sees the state knows it. */
const verifierOf = (state: string): string =>
  createHmac("sha256", deriveKey("connector-verifier")).update(state).digest("base64url");

const placeOf = ({ teamId, accountId }: Omit<Begun, "service">) => ({ teamId, rowId: `connect:${accountId}` });

/**
 * The service's page of consent, and the state that comes back from it. The caller keeps the state in a cookie too:
 * `finishAuthorization` compares them.
 */
export function beginAuthorization({ service, ...who }: Begun): { url: string; state: string } {
  const { clientId, clientSecret, authorize, scopes, extra = {} } = oauthClient(service);
  const until = Date.now() + oauthFlowMs;
  const state = sealSecret("datasource", placeOf(who), JSON.stringify({ service, until }));
  const client = new OAuth2Client(clientId, clientSecret, callbackUrl(service));
  const verifier = verifierOf(state);
  const url = client.createAuthorizationURLWithPKCE(authorize, state, CodeChallengeMethod.S256, verifier, scopes);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return { url: url.href, state };
}

interface Returned {
  code: string;
  state: string;
  /** What the browser kept. */
  cookie: string | undefined;
  /** Of the caller now. */
  teamId: string;
  accountId: string;
}

function serviceOf({ state, cookie, teamId, accountId }: Returned): OauthService {
  if (!cookie || !safeEqual(cookie, state)) throw over();
  let text: string;
  try {
    text = openSecret("datasource", placeOf({ teamId, accountId }), state);
  } catch {
    throw over();
  }
  const { service, until } = begun.parse(JSON.parse(text));
  if (until < Date.now()) throw over();
  return service;
}

/** What a connector's settings get as `authentication`: its refresh token is a secret like others there. */
export interface Granted {
  service: OauthService;
  authentication: { type: "oauth"; refreshToken: string };
}

/** Exchanges the code that somebody came back with. Throws AppError for a foreign or old state, else ConnectorError. */
export async function finishAuthorization(
  returned: Returned,
  { fetch, places, signal }: Pick<ConnectorContext, "fetch" | "places" | "signal">,
): Promise<Granted> {
  const service = serviceOf(returned);
  const { clientId, clientSecret, token, title } = oauthClient(service, places);
  const { code, state } = returned;
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: callbackUrl(service),
    code_verifier: verifierOf(state),
    client_id: clientId,
    client_secret: clientSecret,
  };
  const { refreshToken } = await requestTokens({ url: token, title, form, fetch, signal });
  if (!refreshToken) {
    const sentence = `${title} lets Muster read only once, not again later. Connect again and agree to offline access.`;
    throw new ConnectorError("credentials", sentence);
  }
  return { service, authentication: { type: "oauth", refreshToken } };
}
