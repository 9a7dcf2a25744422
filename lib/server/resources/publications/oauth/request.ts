import { type AuthorizationRequest, isLoopbackUri } from "@/lib/contract/oauth-server/fields";
import { AppError } from "../../../platform/errors/errors";
import { buildReturnUrl, parseResource } from "./addresses";
import type { OauthClient } from "./clients";

/** An installed program listens on whatever port is free (RFC 8252, section 7.3). */
function withoutPort(uri: string): string {
  const url = new URL(uri);
  if (isLoopbackUri(url)) url.port = "";
  return url.href;
}

/** Returns the redirect URI that was sent. Throws 400 unless the client has registered it. */
function getRedirectUri({ redirectUris }: OauthClient, sent: string | undefined): string {
  const url = URL.parse(sent ?? "");
  const isKnown =
    sent !== undefined &&
    url !== null &&
    redirectUris.some((known) => known === sent || (isLoopbackUri(url) && withoutPort(known) === withoutPort(sent)));
  if (!isKnown) throw new AppError("invalid", "The redirect URI isn't registered for this client.");
  return sent;
}

interface Problem {
  error: string;
  message: string;
}

function findProblem(sent: AuthorizationRequest, publicationId: string | undefined): Problem | undefined {
  const { response_type, response_mode, code_challenge = "", code_challenge_method, resource } = sent;
  if (response_type !== "code")
    return { error: "unsupported_response_type", message: "The response_type parameter must be code." };
  if (response_mode !== undefined && response_mode !== "query")
    return { error: "invalid_request", message: "The response_mode parameter must be query." };
  if (code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(code_challenge))
    return { error: "invalid_request", message: "The client must use PKCE with S256." };
  if (publicationId === undefined) {
    const problem = resource === undefined ? "is missing" : "must be the URL of an MCP server on this site";
    return { error: "invalid_target", message: `The resource parameter ${problem}.` };
  }
  return undefined;
}

/** A client's request to be allowed something. */
export interface CheckedRequest {
  redirectUri: string;
  /** `redirectUri` with an error. */
  buildErrorUrl: (error: string) => string;
  buildCodeUrl: (code: string) => string;
  codeChallenge: string;
  /** Undefined with a problem. */
  publicationId: string | undefined;
  problem: Problem | undefined;
}

/** Checks what a client sends people with. Throws 400 if they cannot be sent back. */
export function checkRequest(client: OauthClient, sent: AuthorizationRequest): CheckedRequest {
  const redirectUri = getRedirectUri(client, sent.redirect_uri);
  const publicationId = parseResource(sent.resource);
  const { state, code_challenge: codeChallenge = "" } = sent;
  return {
    redirectUri,
    buildErrorUrl: (error) => buildReturnUrl(redirectUri, { error, state }),
    buildCodeUrl: (code) => buildReturnUrl(redirectUri, { code, state }),
    codeChallenge,
    publicationId,
    problem: findProblem(sent, publicationId),
  };
}
