import { createHmac } from "node:crypto";
import { CodeChallengeMethod, OAuth2Client } from "arctic";
import { z } from "zod";
import { oauthFlowMs } from "@/lib/constants/limits";
import { type OauthService, oauthServices } from "@/lib/constants/oauth-services";
import { deriveKey } from "../../../platform/crypto/secret";
import { openSecret, sealSecret } from "../../../platform/crypto/secrets";
import { safeEqual } from "../../../platform/crypto/tokens";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext } from "../shared/types";
import { oauthClient } from "./services";
import { requestTokens } from "./token-request";

/** Binds the authorization to the member, team and browser that started it. */
interface Begun {
  service: OauthService;
  teamId: string;
  accountId: string;
}

const begun = z.object({ service: z.enum(oauthServices), until: z.number() });
const over = () => new AppError("invalid", "This connection has run out or was begun elsewhere. Start again.");

/** The redirect URI's path, registered with each service. */
const callbackPath = (service: OauthService): string => `/connect/${service}`;
export const callbackUrl = (service: OauthService): string => `${env().APP_URL}${callbackPath(service)}`;

/** Derives PKCE's verifier from the state with a server key: it is not stored, and the state does not reveal it. */
const verifierOf = (state: string): string =>
  createHmac("sha256", deriveKey("connector-verifier")).update(state).digest("base64url");

const placeOf = ({ teamId, accountId }: Omit<Begun, "service">) => ({ teamId, rowId: `connect:${accountId}` });

/**
 * Returns the consent page's URL and its state. The caller also stores the state in a cookie, which `finishAuthorization`
 * compares.
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
  /** The state from the browser's cookie. */
  cookie: string | undefined;
  /** The caller's current team. */
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

/** The value of a connector's `authentication` setting: its refresh token is sealed like other secrets. */
export interface Granted {
  service: OauthService;
  authentication: { type: "oauth"; refreshToken: string };
}

/** Exchanges an authorization code. Throws AppError for a foreign or expired state, otherwise ConnectorError. */
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
