import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { loopbackServer } from "../loopback-server";

/** Who is signed in at the provider, in the browser that comes. */
export interface ThereAs {
  id: number;
  name: string;
  email: string;
  verified: boolean;
}

interface Grant {
  redirectUri: string;
  challenge: string;
  person: ThereAs;
}

/** How a provider's paths and answers differ. */
interface Dialect {
  authorize: string;
  token: string;
  scopes: string[];
  /** GitHub refuses a code with status 200. */
  refusal: (error: string) => { status: number; body: object };
  person: (path: string, person: ThereAs) => object | undefined;
}

const google: Dialect = {
  authorize: "/o/oauth2/v2/auth",
  token: "/token",
  scopes: ["openid", "email"],
  refusal: (error) => ({ status: 400, body: { error, error_description: "Bad Request" } }),
  person: (path, { id, name, email, verified }) =>
    path === "/v1/userinfo" ? { sub: `g${id}`, name, email, email_verified: verified } : undefined,
};

const github: Dialect = {
  authorize: "/login/oauth/authorize",
  token: "/login/oauth/access_token",
  scopes: ["user:email"],
  refusal: () => ({
    status: 200,
    body: { error: "bad_verification_code", error_description: "The code is incorrect." },
  }),
  person(path, { id, name, email, verified }) {
    if (path === "/api/v3/user") return { id, login: name.toLowerCase(), name };
    const other = { email: `other-${email}`, primary: false, verified: true };
    return path === "/api/v3/user/emails" ? [other, { email, primary: true, verified }] : undefined;
  },
};

const dialects = { google, github };
export const client = { id: "standin-client", secret: "standin-secret-of-the-client" };

export interface OauthStandin {
  /** What `GOOGLE_OAUTH_BASE` or `GITHUB_OAUTH_BASE` is set to. */
  url: string;
  /** Who agrees to the next sign-ins. */
  signedInAs: (person: ThereAs) => void;
  /** Paths that were asked for. */
  paths: string[];
  close: () => Promise<void>;
}

/** A provider's side of the authorization code flow with PKCE, as strict as the real ones: codes work once, for their client. */
export async function startOauthStandin(provider: keyof typeof dialects, port = 0): Promise<OauthStandin> {
  const dialect = dialects[provider];
  const grants = new Map<string, Grant>();
  const sessions = new Map<string, ThereAs>();
  const paths: string[] = [];
  let person: ThereAs = { id: 1, name: "Ada", email: "ada@example.test", verified: true };

  function authorize(url: URL, response: ServerResponse): void {
    const given = url.searchParams;
    const redirectUri = given.get("redirect_uri") ?? "";
    const scopes = (given.get("scope") ?? "").split(" ");
    const challenge = given.get("code_challenge") ?? "";
    const right =
      given.get("client_id") === client.id &&
      given.get("response_type") === "code" &&
      given.get("code_challenge_method") === "S256" &&
      challenge.length === 43 &&
      dialect.scopes.every((scope) => scopes.includes(scope)) &&
      URL.canParse(redirectUri);
    if (!right) {
      answer(response, 400, { error: "invalid_request" });
      return;
    }
    const code = randomBytes(16).toString("hex");
    grants.set(code, { redirectUri, challenge, person });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", given.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = new URLSearchParams(await text(request));
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}`) {
      answer(response, 401, { error: "invalid_client" });
      return;
    }
    const code = given.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const hashed = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || hashed !== grant.challenge || given.get("redirect_uri") !== grant.redirectUri) {
      const { status, body } = dialect.refusal("invalid_grant");
      answer(response, status, body);
      return;
    }
    const token = randomBytes(16).toString("hex");
    sessions.set(token, grant.person);
    answer(response, 200, { access_token: token, token_type: "bearer", scope: dialect.scopes.join(" ") });
  }

  const server = await loopbackServer(
    (request, response) => {
      const url = new URL(request.url ?? "/", "http://standin.test");
      paths.push(url.pathname);
      if (request.method === "GET" && url.pathname === dialect.authorize) return authorize(url, response);
      if (request.method === "POST" && url.pathname === dialect.token) return void exchange(request, response);
      const caller = sessions.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      const found = caller && dialect.person(url.pathname, caller);
      answer(response, found ? 200 : 401, found ?? { error: "invalid_token" });
    },
    "127.0.0.1",
    port,
  );
  return { url: server.url, paths, close: server.close, signedInAs: (next) => (person = next) };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
