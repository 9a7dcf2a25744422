import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { loopbackServer } from "../../loopback-server";

/** How the next ID token differs from a correct one. */
export interface Fault {
  claims?: Record<string, unknown>;
  /** Seconds to add to the token's times. */
  shift?: number;
  /** Signed with a key that is not published. */
  strangerKey?: boolean;
  /** Without a signature. */
  unsigned?: boolean;
  /** Signed with the client's secret. */
  bySecret?: string;
  /** What the token endpoint answers instead. */
  answer?: { status: number; body: string };
}

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An issuer that sends whatever a test wants: what a certified provider never would. */
export async function startHostileIssuer(clientId: string) {
  const good = await generateKeyPair("RS256", { extractable: true });
  const stranger = await generateKeyPair("RS256", { extractable: true });
  const kid = randomUUID();
  let fault: Fault = {};
  let nonce = "";
  let metadata: Record<string, unknown> = {};
  let discovery: ((response: ServerResponse) => void) | undefined;

  async function createIdToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000) + (fault.shift ?? 0);
    const claims = {
      ...{ iss: server.url, aud: clientId, sub: "hostile", nonce, iat: now, exp: now + 300 },
      ...{ email: "eve@example.test", email_verified: true },
      ...fault.claims,
    };
    if (fault.unsigned) return `${toPart({ alg: "none" })}.${toPart(claims)}.`;
    const token = new SignJWT(claims);
    if (fault.bySecret)
      return token.setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(fault.bySecret));
    const key = fault.strangerKey ? stranger.privateKey : good.privateKey;
    return token.setProtectedHeader({ alg: "RS256", kid: fault.strangerKey ? randomUUID() : kid }).sign(key);
  }

  const sendJson = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

  async function respond({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url === "/.well-known/openid-configuration" && discovery) return discovery(response);
    if (url === "/.well-known/openid-configuration") {
      const base = {
        issuer: server.url,
        authorization_endpoint: `${server.url}/authorize`,
        token_endpoint: `${server.url}/token`,
        jwks_uri: `${server.url}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      };
      sendJson(response, { ...base, ...metadata });
    } else if (url === "/jwks") {
      sendJson(response, { keys: [{ ...(await exportJWK(good.publicKey)), kid, alg: "RS256", use: "sig" }] });
    } else if (url === "/token" && fault.answer) {
      response.writeHead(fault.answer.status, { "content-type": "application/json" }).end(fault.answer.body);
    } else if (url === "/token") {
      sendJson(response, { access_token: "token", token_type: "Bearer", id_token: await createIdToken() });
    } else response.writeHead(404).end();
  }
  const server = await loopbackServer((request, response) => void respond(request, response));
  return {
    issuer: server.url,
    port: server.port,
    close: server.close,
    /** What the next sign-ins get; the nonce is the one of the authorization request. */
    prepare(authorizationUrl: string, next: Fault = {}) {
      nonce = new URL(authorizationUrl).searchParams.get("nonce") ?? "";
      fault = next;
    },
    /** Changes the discovery document, or how it is answered. */
    describe(next: Record<string, unknown>, answer?: (response: ServerResponse) => void) {
      metadata = next;
      discovery = answer;
    },
  };
}
