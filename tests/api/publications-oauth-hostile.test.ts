import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { oauthServer } from "@/lib/contract/oauth-server/schemas";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { oauthClients, oauthGrants, oauthTokens } from "@/lib/server/platform/db/tables/oauth";
import { outbound } from "@/lib/server/platform/outbound/instance";
import { afterFile } from "../support/cleanups";
import { callAs, expectOk, newPerson, type Reply, send } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { loopbackServer } from "../support/loopback-server";
import { sendModern } from "../support/mcp-client";
import {
  allow,
  codeForm,
  connectWithConsent,
  consent,
  newCode,
  newTokens,
  origin,
  post,
  refreshForm,
  registered,
  registration,
  request,
  requestOf,
  verifier,
} from "../support/oauth-client";
import { memoryProvider, redirectUri } from "../support/oauth-provider";
import { type Published, publish } from "../support/publications";
import { newApp } from "../support/sessions";

ownDatabase();

const ways = { mcp: true, openai: true };

async function publishChat(): Promise<Published> {
  const person = await newPerson();
  return publish(person, { ways }, await newApp(person));
}

let published: Published;
beforeAll(async () => {
  published = await publishChat();
});

const listTools = ({ publicationId }: Published, key: string) =>
  sendModern({ publicationId, key }, { method: "tools/list" });

async function expectRefused(reply: Promise<Reply>, error = "invalid_grant", status = 400) {
  const got = await reply;
  expect([got.status, got.body.error]).toEqual([status, error]);
  expect(got.body.access_token).toBeUndefined();
}

describe("a code", () => {
  it("is exchanged only as it was allowed", async () => {
    const other = await publishChat();
    const { clientId, code } = await newCode(published);
    const tries: Record<string, string>[] = [
      { code_verifier: `${verifier.slice(1)}A` },
      { redirect_uri: "http://127.0.0.1:4712/callback" },
      { client_id: await registered() },
      { code: "mpc_unknown" },
    ];
    for (const wrong of tries) await expectRefused(post("/oauth/token", codeForm(clientId, code, wrong)));
    for (const resource of [`${origin}/mcp/${other.publicationId}`, "https://elsewhere.example/mcp/x", origin])
      await expectRefused(post("/oauth/token", codeForm(clientId, code, { resource })), "invalid_target");
    await expectOk(post("/oauth/token", codeForm(clientId, code)));
  });

  it("revokes what it was exchanged for when it is used again", async () => {
    const { clientId, code, access, refresh } = await newTokens(published);
    expect((await listTools(published, access)).status).toBe(200);
    await expectRefused(post("/oauth/token", codeForm(clientId, code)));
    expect((await listTools(published, access)).status).toBe(401);
    await expectRefused(post("/oauth/token", refreshForm(clientId, refresh)));
  });

  it("is exchanged at most once by requests at the same time", async () => {
    const { clientId, code } = await newCode(published);
    const replies = await Promise.all(Array.from({ length: 5 }, () => post("/oauth/token", codeForm(clientId, code))));
    const [issued, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect((await listTools(published, String(issued?.body.access_token))).status).toBe(401);
  });

  it("expires", async () => {
    const { clientId, code } = await newCode(published);
    const { db } = await testDatabase();
    await db
      .update(oauthGrants)
      .set({ codeExpires: new Date(Date.now() - 1_000) })
      .where(eq(oauthGrants.clientId, clientId));
    await expectRefused(post("/oauth/token", codeForm(clientId, code)));
  });
});

describe("a token", () => {
  it("is for one publication, and for its MCP server only", async () => {
    const other = await publish(published.person, { ways }, published.appId);
    const { access, refresh } = await newTokens(published);
    expect((await listTools(published, access)).status).toBe(200);
    for (const [to, token] of [
      [other, access],
      [published, refresh],
      [published, `${access.slice(0, -1)}_`],
    ] as const)
      expect((await listTools(to, token)).status).toBe(401);
    expect((await send("GET", "/v1/models", undefined, { token: access })).status).toBe(401);
    const params = { resourceSlug: published.person.slug, publicationId: published.publicationId };
    expect((await callAs(oauthServer.grants, { token: access, params })).status).toBe(401);
  });

  it("expires", async () => {
    const { access, refresh, clientId } = await newTokens(published);
    const { db } = await testDatabase();
    await db.update(oauthTokens).set({ expires: new Date(Date.now() - 1_000) });
    expect((await listTools(published, access)).status).toBe(401);
    await expectRefused(post("/oauth/token", refreshForm(clientId, refresh)));
  });

  it("is revoked with all others when a refresh token is used again", async () => {
    const { clientId, access, refresh } = await newTokens(published);
    await expectRefused(post("/oauth/token", refreshForm(await registered(), refresh)));
    const next = await expectOk(post("/oauth/token", refreshForm(clientId, refresh)));
    expect((await listTools(published, access)).status).toBe(200);
    await expectRefused(post("/oauth/token", refreshForm(clientId, refresh)));
    for (const token of [access, String(next.access_token)])
      expect((await listTools(published, token)).status).toBe(401);
    await expectRefused(post("/oauth/token", refreshForm(clientId, String(next.refresh_token))));
  });

  it("is refreshed at most once by requests at the same time", async () => {
    const { clientId, refresh } = await newTokens(published);
    const forms = Array.from({ length: 5 }, () => post("/oauth/token", refreshForm(clientId, refresh)));
    const issued = (await Promise.all(forms)).filter(({ status }) => status === 200);
    expect(issued).toHaveLength(1);
    expect((await listTools(published, String(issued[0]?.body.access_token))).status).toBe(401);
  });
});

describe("the token endpoint", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  it("reads small forms only, with each parameter once", async () => {
    const { clientId, code } = await newCode(published);
    const fields = codeForm(clientId, code);
    const text = new URLSearchParams(fields).toString();
    await expectRefused(send("POST", "/oauth/token", fields), "invalid_request", 415);
    await expectRefused(
      send("POST", "/oauth/token", `${text}&code=other`, { headers: form }) as Promise<Reply>,
      "invalid_request",
    );
    const long = `${text}&state=${"a".repeat(1024 * 1024)}`;
    await expectRefused(send("POST", "/oauth/token", long, { headers: form }), "invalid_request", 413);
    await expectRefused(post("/oauth/token", { ...fields, grant_type: "password" }), "unsupported_grant_type");
    await expectRefused(post("/oauth/token", { ...fields, code_verifier: "short" }), "invalid_request");
    await expectRefused(post("/oauth/token", { grant_type: "refresh_token" }), "invalid_request");
    await expectOk(post("/oauth/token", fields));
  });
});

describe("a request", () => {
  it("returns people only to an address that the client has registered", async () => {
    const uri = "https://client.example/callback";
    const clientId = await registered({ redirect_uris: [uri, redirectUri, "someeditor://oauth/callback"] });
    const open = [
      "https://evil.example/callback",
      `${uri}/..`,
      `${uri}?next=https://evil.example`,
      `${uri}#x`,
      "https://client.example:444/callback",
      "https://client.example@evil.example/callback",
      "https://client.example.evil.example/callback",
      "http://client.example/callback",
      "http://127.0.0.1:4711/other",
      "http://localhost:4711/callback",
      "javascript:alert(1)",
      "",
    ];
    for (const redirect_uri of open) {
      const sent = requestOf(published, clientId, { redirect_uri });
      const { status, body } = await request(published.person, sent);
      expect([redirect_uri, status]).toEqual([redirect_uri, 400]);
      expect(body.returnUrl).toBeUndefined();
      expect((await allow(published.person, published.publicationId, sent)).status).toBe(400);
    }
    for (const redirect_uri of [uri, "http://127.0.0.1:59999/callback", "someeditor://oauth/callback"]) {
      const { returnUrl } = await consent(published.person, requestOf(published, clientId, { redirect_uri }));
      expect(returnUrl.startsWith(redirect_uri)).toBe(true);
    }
  });

  it("gets an error that says who issued it, where it is not as the standard requires", async () => {
    const other = await publishChat();
    const clientId = await registered();
    const cases: [object, string][] = [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: undefined }, "invalid_request"],
      [{ resource: undefined }, "invalid_target"],
      [{ resource: `https://elsewhere.example/mcp/${published.publicationId}` }, "invalid_target"],
      [{ resource: `${origin}/v1` }, "invalid_target"],
      [{ resource: `${origin}/mcp/${other.publicationId}` }, "access_denied"],
    ];
    for (const [change, error] of cases) {
      const sent = requestOf(published, clientId, change);
      const { problem, publication, returnUrl } = await consent(published.person, sent);
      expect([publication, typeof problem]).toEqual([null, "string"]);
      const parameters = Object.fromEntries(new URL(returnUrl).searchParams);
      expect(parameters).toEqual({ error, state: "its-state", iss: origin });
      expect((await allow(published.person, published.publicationId, sent)).status).toBe(400);
    }
  });

  it("has a state of up to 1,000 characters", async () => {
    const clientId = await registered();
    const sent = (length: number) => requestOf(published, clientId, { state: "a".repeat(length) });
    expect((await request(published.person, sent(1_000))).status).toBe(200);
    expect((await request(published.person, sent(1_001))).status).toBe(400);
    expect((await request(published.person, sent(1024 * 1024))).status).toBe(413);
    expect((await allow(published.person, published.publicationId, sent(1024 * 1024))).status).toBe(413);
  });

  it("is not allowed by a page of another site", async () => {
    const { person, publicationId } = published;
    const sent = requestOf(published, await registered());
    const params = { resourceSlug: person.slug, publicationId };
    const cookie = `${sessionCookie}=${person.token}`;
    const own = { cookie, origin, "x-csrf-token": person.csrf };
    const forged: Record<string, string>[] = [
      { cookie },
      { cookie, origin },
      { ...own, origin: "https://evil.example" },
      { ...own, "x-csrf-token": "wrong" },
    ];
    for (const headers of forged) {
      expect((await callAs(oauthServer.authorize, { params, body: sent, headers })).status).toBe(403);
      expect((await callAs(oauthServer.request, { body: sent, headers })).status).toBe(403);
    }
    expect((await callAs(oauthServer.authorize, { params, body: sent })).status).toBe(401);
    expect((await callAs(oauthServer.authorize, { params, body: sent, headers: own })).status).toBe(200);
  });
});

describe("a registration", () => {
  it("is refused with addresses that browsers run, that are not encrypted, or too many", async () => {
    const tooMany = Array.from({ length: 11 }, (_, i) => `https://client.example/${i}`);
    for (const redirect_uris of [
      [],
      tooMany,
      ...[
        "javascript:alert(1)",
        "JavaScript://client.example/%0aalert(1)",
        "data:text/html,x",
        "http://client.example/callback",
        "https://user:password@client.example/",
        "https://client.example/#x",
        "vbscript://x",
        "file:///etc/passwd",
        "client.example",
        "https://client.example/\u202e",
        `https://client.example/${"a".repeat(1_000)}`,
      ].map((uri) => [uri]),
    ])
      await expectRefused(registration({ redirect_uris }), "invalid_redirect_uri");
    await expectRefused(registration({ client_name: 1 }), "invalid_client_metadata");
    await expectRefused(registration({ logo_uri: "a".repeat(20_000) }), "invalid_request", 413);
  });

  it("has a name without characters that make it look like another", async () => {
    const clientId = await registered({ client_name: `\u202eEvil\u0007\n${"x".repeat(500)}` });
    const { client } = await consent(published.person, requestOf(published, clientId));
    expect(client.name).toMatch(/^Evil {2}x{1,94}$/);
  });

  it("is limited by address, and while too many are unused", async () => {
    const fromOne = () => registration({}, "203.0.113.7");
    for (let i = 0; i < 30; i += 1) expect((await fromOne()).status).toBe(201);
    await expectRefused(fromOne(), "temporarily_unavailable", 429);
    const { db } = await testDatabase();
    await db.execute(sql`insert into oauth_clients (id, name, redirect_uris)
      select 'filler_' || n, 'Filler', '{}' from generate_series(1, 10000) n`);
    await expectRefused(registration({}), "temporarily_unavailable", 503);
    await db.delete(oauthClients).where(eq(oauthClients.name, "Filler"));
  });
});

describe("a metadata document", () => {
  const host = "https://client.example";
  const documents = new Map<string, { status?: number; location?: string; text: string }>();
  let asked = 0;
  let address = "";
  beforeAll(async () => {
    const server = await loopbackServer(({ url = "" }, response) => {
      asked += 1;
      const { status = 200, location, text } = documents.get(url) ?? { status: 404, text: "" };
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) }).end(text);
    });
    afterFile(server.close);
    address = server.url;
  });
  beforeEach(() => {
    const { fetchWith } = outbound();
    // The server has no certificate for that host.
    vi.spyOn(outbound(), "fetchWith").mockImplementation((limits) => (input, init) => {
      const url = String(input);
      return fetchWith(limits)(url.startsWith(host) ? url.replace(host, address) : url, init);
    });
  });

  const documentOf = (path: string, more: object = {}) => ({
    client_id: `${host}${path}`,
    client_name: "Known program",
    redirect_uris: [redirectUri],
    ...more,
  });
  const put = (path: string, more: object = {}, reply: object = {}): string => {
    documents.set(path, { text: JSON.stringify(documentOf(path, more)), ...reply });
    return `${host}${path}`;
  };

  it("identifies the official client", async () => {
    const memory = memoryProvider({ clientMetadataUrl: put("/known.json") });
    const client = await connectWithConsent(published, published.person, memory);
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
    expect(memory.state.sentTo?.searchParams.get("client_id")).toBe(`${host}/known.json`);
    const seen = await consent(published.person, requestOf(published, `${host}/known.json`));
    expect(seen.client).toEqual({
      name: "Known program",
      publishedBy: "client.example",
      returnsTo: "127.0.0.1:4711",
    });
  });

  it("is refused at a private address, and in any other spelling than a plain URL", async () => {
    const targets = ["https://10.1.2.3/c.json", "https://169.254.169.254/c.json", "https://[fd00::1]/c.json"];
    for (const url of targets) {
      const { status, body } = await request(published.person, requestOf(published, url));
      expect([url, status]).toEqual([url, 400]);
      expect(String(body.error)).toMatch(/address/);
    }
    put("/other.json");
    const before = asked;
    for (const id of [
      `${host}/`,
      host,
      "http://client.example/other.json",
      `${host}/x/../other.json`,
      `${host}:443/other.json`,
      "https://CLIENT.example/other.json",
      "https://user@client.example/other.json",
      `${host}/other.json#x`,
      "oauthclient_unknown",
    ]) {
      const { status, body } = await request(published.person, requestOf(published, id));
      expect([id, status, body.error]).toEqual([id, 400, expect.stringContaining("Unknown client")]);
    }
    expect(asked).toBe(before);
  });

  it("is refused when it is too large, moved, not JSON, or of another client", async () => {
    const before = asked;
    const bad = [
      put("/large.json", { logo_uri: "a".repeat(20_000) }),
      put("/deep.json", { x: Array.from({ length: 2_000 }, () => 1) }),
      put("/moved.json", {}, { status: 302, location: "/known.json" }),
      put("/text.json", {}, { text: "not JSON" }),
      put("/other-client.json", { client_id: `${host}/known.json` }),
      put("/secret.json", { token_endpoint_auth_method: "client_secret_post" }),
      put("/open.json", { redirect_uris: ["javascript:alert(1)"] }),
      put("/error.json", {}, { status: 500 }),
      `${host}/missing.json`,
    ];
    for (const id of bad) {
      const { status, body } = await request(published.person, requestOf(published, id));
      expect([id, status]).toEqual([id, 400]);
      expect(String(body.error)).toContain("metadata document");
    }
    // Redirects to another address are not followed.
    expect(asked).toBe(before + bad.length);
  });

  it("is read again when the person allows it", async () => {
    const sent = requestOf(published, put("/changed.json"));
    expect((await consent(published.person, sent)).problem).toBeNull();
    put("/changed.json", { redirect_uris: ["https://client.example/callback"] });
    expect((await allow(published.person, published.publicationId, sent)).status).toBe(400);
  });
});
