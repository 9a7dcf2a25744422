import { createHash, randomBytes } from "node:crypto";
import { Client, type StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Consent } from "@/lib/contract/oauth-server/schemas";
import { oauthServer } from "@/lib/contract/oauth-server/schemas";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { callAs, expectOk, type Person, type Reply, send } from "./client";
import { modern, transportTo } from "./mcp-client";
import { type Memory, redirectUri } from "./oauth-provider";
import type { Published } from "./publications";

export const origin = "http://localhost:3000";

/** What the person's browser does with the address to which a client sends it. */
export const askedFor = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

export const request = (person: Pick<Person, "token">, sent: Record<string, unknown>): Promise<Reply> =>
  callAs(oauthServer.request, { token: person.token, body: sent }) as Promise<Reply>;

export const consent = async (person: Person, sent: Record<string, unknown>): Promise<Consent> =>
  (await expectOk(request(person, sent))) as unknown as Consent;

export const allow = (person: Pick<Person, "token" | "slug">, publicationId: string, sent: Record<string, unknown>) =>
  callAs(oauthServer.authorize, {
    token: person.token,
    params: { resourceSlug: person.slug, publicationId },
    body: sent,
  }) as Promise<Reply>;

/** Asks the person, who allows it. Returns the parameters with which their browser returns to the client. */
export async function consentAndReturn(person: Person, sent: Record<string, string>): Promise<URLSearchParams> {
  const { problem, publication } = await consent(person, sent);
  if (problem || !publication) throw new Error(`It can't be allowed: ${problem}`);
  const { url } = await expectOk(allow({ token: person.token, slug: publication.resourceSlug }, publication._id, sent));
  return new URL(String(url)).searchParams;
}

const open = async (published: Published, { provider }: Memory) => {
  const transport = transportTo(published, { authProvider: provider });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: modern } } });
  return { transport, client };
};

/** The official client of a person who allows what it asks for, connected. */
export async function connectWithConsent(published: Published, person: Person, memory: Memory): Promise<Client> {
  const first = await open(published, memory);
  await first.client.connect(first.transport).catch((error: unknown) => {
    if (!memory.state.sentTo) throw error;
  });
  if (!memory.state.sentTo) throw new Error("The client didn't ask the person.");
  await finish(first.transport, await consentAndReturn(person, askedFor(memory.state.sentTo)));
  return reconnect(published, memory);
}

const finish = (transport: StreamableHTTPClientTransport, returned: URLSearchParams) => transport.finishAuth(returned);

/** The official client with the tokens that it has. */
export async function reconnect(published: Published, memory: Memory): Promise<Client> {
  const { client, transport } = await open(published, memory);
  await client.connect(transport);
  return client;
}

const newAddress = (): string => `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;

/** A registration from an address of its own. */
export const registration = (metadata: object, address = newAddress()): Promise<Reply> => {
  const sent = { client_name: "By hand", redirect_uris: [redirectUri], ...metadata };
  return send("POST", "/oauth/register", sent, { headers: { [CLIENT_ADDRESS_HEADER]: address } });
};

/** A client by hand, for requests that the official one would not send. */
export async function registered(metadata: object = {}): Promise<string> {
  const { body, status } = await registration(metadata);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.client_id);
}

export const verifier = randomBytes(32).toString("base64url");

export const requestOf = (published: Published, clientId: string, more: object = {}): Record<string, string> => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  state: "its-state",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
  resource: `${origin}/mcp/${published.publicationId}`,
  ...more,
});

const form = { "content-type": "application/x-www-form-urlencoded" };

export const post = (path: "/oauth/token" | "/oauth/revoke", fields: Record<string, string>): Promise<Reply> =>
  send("POST", path, new URLSearchParams(fields).toString(), { headers: form });

export const codeForm = (clientId: string, code: string, more: Record<string, string> = {}) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
  ...more,
});

export const refreshForm = (clientId: string, token: string, more: Record<string, string> = {}) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
  ...more,
});

/** A code that a person has allowed, for a new client. */
export async function newCode(published: Published, person = published.person) {
  const clientId = await registered();
  const returned = await consentAndReturn(person, requestOf(published, clientId));
  return { clientId, code: returned.get("code") ?? "" };
}

/** Tokens that a person has allowed, for a new client. */
export async function newTokens(published: Published, person = published.person) {
  const { clientId, code } = await newCode(published, person);
  const body = await expectOk(post("/oauth/token", codeForm(clientId, code)));
  return { clientId, code, access: String(body.access_token), refresh: String(body.refresh_token) };
}
