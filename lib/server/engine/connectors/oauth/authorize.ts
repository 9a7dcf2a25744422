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
import { getOauthClient } from "./services";
import { requestTokens } from "./token-request";

/** Binds the authorization to the member, team and browser that started it. */
interface AuthorizationRequest {
  service: OauthService;
  teamId: string;
  accountId: string;
}

const stateSchema = z.object({ service: z.enum(oauthServices), until: z.number() });
const createExpiredError = () =>
  new AppError("invalid", "This sign-in has expired or was started elsewhere. Start again.");

/** The redirect URI's path, registered with each service. */
const callbackPath = (service: OauthService): string => `/connect/${service}`;
export const callbackUrl = (service: OauthService): string => `${env().APP_URL}${callbackPath(service)}`;

/** Derives PKCE's verifier from the state with a server key: it is not stored, and the state does not reveal it. */
const deriveVerifier = (state: string): string =>
  createHmac("sha256", deriveKey("connector-verifier")).update(state).digest("base64url");

const toSecretKey = ({ teamId, accountId }: Omit<AuthorizationRequest, "service">) => ({
  teamId,
  rowId: `connect:${accountId}`,
});

/**
 * Returns the consent page's URL and its state. The caller also stores the state in a cookie, which `finishAuthorization`
 * compares.
 */
export function beginAuthorization({ service, ...caller }: AuthorizationRequest): { url: string; state: string } {
  const { clientId, clientSecret, authorize, scopes, extra = {} } = getOauthClient(service);
  const expiresAt = Date.now() + oauthFlowMs;
  const state = sealSecret("datasource", toSecretKey(caller), JSON.stringify({ service, until: expiresAt }));
  const client = new OAuth2Client(clientId, clientSecret, callbackUrl(service));
  const verifier = deriveVerifier(state);
  const url = client.createAuthorizationURLWithPKCE(authorize, state, CodeChallengeMethod.S256, verifier, scopes);
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return { url: url.href, state };
}

interface AuthorizationResponse {
  code: string;
  state: string;
  /** The state from the browser's cookie. */
  cookie: string | undefined;
  /** The caller's current team. */
  teamId: string;
  accountId: string;
}

function verifyState({ state, cookie, teamId, accountId }: AuthorizationResponse): OauthService {
  if (!cookie || !safeEqual(cookie, state)) throw createExpiredError();
  let text: string;
  try {
    text = openSecret("datasource", toSecretKey({ teamId, accountId }), state);
  } catch {
    throw createExpiredError();
  }
  const { service, until } = stateSchema.parse(JSON.parse(text));
  if (until < Date.now()) throw createExpiredError();
  return service;
}

/** The value of a connector's `authentication` setting: its refresh token is sealed like other secrets. */
export interface AuthorizationResult {
  service: OauthService;
  authentication: { type: "oauth"; refreshToken: string };
}

/** Exchanges an authorization code. Throws AppError for a foreign or expired state, otherwise ConnectorError. */
export async function finishAuthorization(
  response: AuthorizationResponse,
  { fetch, places, signal }: Pick<ConnectorContext, "fetch" | "places" | "signal">,
): Promise<AuthorizationResult> {
  const service = verifyState(response);
  const { clientId, clientSecret, token, title } = getOauthClient(service, places);
  const { code, state } = response;
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: callbackUrl(service),
    code_verifier: deriveVerifier(state),
    client_id: clientId,
    client_secret: clientSecret,
  };
  const { refreshToken } = await requestTokens({ url: token, title, form, fetch, signal });
  if (!refreshToken) {
    const sentence = `${title} didn't grant offline access. Connect again and allow it.`;
    throw new ConnectorError("credentials", sentence);
  }
  return { service, authentication: { type: "oauth", refreshToken } };
}
