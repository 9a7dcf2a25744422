import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { oauthServer } from "@/lib/contract/oauth-server/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { oauthClients, oauthGrants, oauthTokens } from "@/lib/server/platform/db/tables/oauth";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { sweepOauth } from "@/lib/server/resources/publications/oauth/sweep";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { testDatabase } from "../support/database";
import { mcpPath, sendModern } from "../support/mcp-client";
import {
  allow,
  askedFor,
  codeForm,
  connectWithConsent,
  consent,
  newTokens,
  origin,
  post,
  reconnect,
  refreshForm,
  registered,
  request,
  requestOf,
} from "../support/oauth-client";
import { memoryProvider } from "../support/oauth-provider";
import { leave } from "../support/people";
import { edit, ofPublication, type Published, publish, readCalls } from "../support/publications";
import { joinTeam, newApp, testWorker } from "../support/sessions";
import { deleted, restored } from "../support/trash";

beforeAll(async () => {
  await testWorker();
});

const ways = { mcp: true };
const endless = "demo-chat:ttft=1,tps=20,words=5000";

async function publishChat(model?: string): Promise<Published> {
  const person = await newPerson();
  return publish(person, { ways }, await newApp(person, { model }));
}

/** Another person in the team of the publication. */
async function newMember({ person }: Published, permissions: number[] = []): Promise<Person> {
  const member = await newPerson("Grace");
  await joinTeam(member, person.slug, permissions);
  return { ...member, slug: person.slug };
}

const listTools = ({ publicationId }: Published, access: string) =>
  sendModern({ publicationId, key: access }, { method: "tools/list" });

const readGrants = async ({ person, publicationId }: Published, token = person.token) => {
  const call = { ...ofPublication(person, publicationId), token };
  return (await expectOk(callAs(oauthServer.grants, call))).grants as { _id: string }[];
};

const revoke = (published: Published, oauthGrantId: string, token = published.person.token) =>
  callAs(oauthServer.revokeGrant, {
    token,
    params: { resourceSlug: published.person.slug, publicationId: published.publicationId, oauthGrantId },
  });

const makePrivate = ({ person, appId }: Published) => {
  const params = { resourceSlug: person.slug, appId };
  return expectOk(callAs(apps.edit, { token: person.token, params, body: { sharingMode: "private" } }));
};

describe("the official client", () => {
  it("finds the server, registers, is allowed, calls the tool, and refreshes its tokens", async () => {
    const published = await publishChat();
    const memory = memoryProvider();
    const client = await connectWithConsent(published, published.person, memory);
    const sent = askedFor(memory.state.sentTo as URL);
    expect(sent).toMatchObject({ code_challenge_method: "S256", resource: `${origin}${mcpPath(published)}` });
    expect(await consent(published.person, sent)).toMatchObject({
      client: { name: "Test program", publishedBy: null, returnsTo: "127.0.0.1:4711" },
      publication: { appName: "Chat", principalName: "Ada" },
    });
    const result = await client.callTool({ name: "chat", arguments: { message: "Hello" } });
    expect(result.isError).toBeFalsy();
    expect(await readCalls(published)).toMatchObject([
      { way: "mcp", status: "completed", keyName: null, clientName: "Test program", personName: "Ada" },
    ]);
    await client.close();
    const { tokens } = memory.state;
    memory.state.tokens = { ...tokens, access_token: "mpa_expired", token_type: "Bearer" };
    const again = await reconnect(published, memory);
    expect(memory.state.tokens.refresh_token).not.toBe(tokens?.refresh_token);
    expect((await again.listTools()).tools).toHaveLength(1);
    await again.close();
  });
});

describe("the metadata", () => {
  it("says where a client gets tokens", async () => {
    const published = await publishChat();
    const { response, status } = await send("POST", mcpPath(published), {});
    expect(status).toBe(401);
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource${mcpPath(published)}"`;
    expect(response.headers.get("www-authenticate")).toBe(`Bearer ${metadata}`);
    const wrong = await send("POST", mcpPath(published), {}, { token: "mpa_wrong" });
    expect(wrong.response.headers.get("www-authenticate")).toBe(`Bearer error="invalid_token", ${metadata}`);
    const { body } = await send("GET", `/.well-known/oauth-protected-resource${mcpPath(published)}`);
    expect(body).toMatchObject({ resource: `${origin}${mcpPath(published)}`, authorization_servers: [origin] });
    expect((await send("GET", "/.well-known/oauth-authorization-server")).body).toMatchObject({
      issuer: origin,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it("is the same for publications that are unknown, off, or not MCP servers", async () => {
    const off = await publishChat();
    await expectOk(edit(off, { enabled: false }));
    const other = await publish(await newPerson());
    const paths = [off, other, { publicationId: "publication_unknown" }].map(mcpPath);
    const replies = await Promise.all(paths.map((path) => send("GET", `/.well-known/oauth-protected-resource${path}`)));
    for (const { status, body } of replies) {
      expect(status).toBe(404);
      expect(body).toEqual(replies[0]?.body);
    }
  });
});

describe("who may allow a client", () => {
  it("is whom the sharing of the app admits", async () => {
    const published = await publishChat();
    const sent = requestOf(published, await registered());
    const member = await newMember(published);
    expect(await consent(member, sent)).toMatchObject({ problem: null, publication: { appName: "Chat" } });
    const stranger = await newPerson("Eve");
    const seen = await consent(stranger, sent);
    expect(seen.publication).toBeNull();
    expect(JSON.stringify(seen)).not.toContain("Chat");
    expect(new URL(seen.returnUrl).searchParams.get("error")).toBe("access_denied");
    expect((await allow({ ...stranger, slug: published.person.slug }, published.publicationId, sent)).status).toBe(404);
    expect((await allow(stranger, published.publicationId, sent)).status).toBe(404);
    const { publicationId, person } = published;
    const hidden = await publish(person, { ways }, await newApp(person));
    await makePrivate(hidden);
    expect((await consent(member, requestOf(hidden, sent.client_id ?? ""))).publication).toBeNull();
    expect((await allow(member, hidden.publicationId, requestOf(hidden, sent.client_id ?? ""))).status).toBe(404);
    expect((await allow(member, publicationId, requestOf(hidden, sent.client_id ?? ""))).status).toBe(400);
  });

  it("is signed in as the organization requires, and returns to the request", async () => {
    const published = await publishChat();
    const member = await newMember(published);
    const sent = requestOf(published, await registered());
    const { db } = await testDatabase();
    await db.update(orgs).set({ ssoRequired: true }).where(eq(orgs.id, published.person.orgId));
    const { status, body } = await request(member, sent);
    expect(status).toBe(403);
    const to = new URL(String(body.redirect), origin);
    expect(to.pathname).toBe("/login/sso");
    const back = new URL(to.searchParams.get("goto") ?? "", origin);
    expect([back.pathname, askedFor(back)]).toEqual(["/oauth/authorize", sent]);
    expect((await allow(member, published.publicationId, sent)).status).toBe(403);
  });

  it("is audited", async () => {
    const published = await publishChat();
    await newTokens(published);
    const params = { resourceSlug: published.person.slug };
    const { entries } = await expectOk(callAs(audit.list, { token: published.person.token, params }));
    expect(JSON.stringify((entries as unknown[])[0])).toContain("By hand");
  });
});

describe("access ends", () => {
  /** A member's tokens, which work. */
  async function granted(model?: string) {
    const published = await publishChat(model);
    const member = await newMember(published);
    const tokens = await newTokens(published, member);
    expect((await listTools(published, tokens.access)).status).toBe(200);
    return { published, member, ...tokens };
  }
  type Granted = Awaited<ReturnType<typeof granted>>;

  async function expectEnded({ published, access, refresh, clientId }: Granted, status: number) {
    expect((await listTools(published, access)).status).toBe(status);
    const { body } = await post("/oauth/token", refreshForm(clientId, refresh));
    expect(body).toMatchObject({ error: "invalid_grant" });
  }

  it("when the person leaves the team, or the app is not shared with them any more", async () => {
    const one = await granted();
    await leave({ ...one.member, name: "Grace" }, one.member);
    await expectEnded(one, 401);
    const other = await granted();
    await makePrivate(other.published);
    await expectEnded(other, 401);
  });

  it("when the publication or its MCP server is turned off", async () => {
    for (const change of [{ enabled: false }, { ways: { openai: true } }]) {
      const one = await granted();
      await expectOk(edit(one.published, change));
      await expectEnded(one, 403);
    }
  });

  it("when the app is deleted, also if it is restored", async () => {
    const one = await granted();
    const { person, appId } = one.published;
    const trashId = await deleted(person, "app", appId);
    await expectEnded(one, 401);
    await restored(person, trashId);
    await expectEnded(one, 401);
  });

  it("when a client revokes its token", async () => {
    const one = await granted();
    const { access, clientId } = one;
    expect((await post("/oauth/revoke", { token: access, client_id: await registered() })).status).toBe(200);
    expect((await listTools(one.published, access)).status).toBe(200);
    expect((await post("/oauth/revoke", { token: access, client_id: clientId })).status).toBe(200);
    await expectEnded(one, 401);
    expect(await readGrants(one.published)).toEqual([]);
  });

  it("when someone who may edit publications revokes it, with its open streams", async () => {
    const one = await granted(endless);
    const { published, member, access } = one;
    const [grant] = await readGrants(published, member.token);
    expect(grant).toMatchObject({ clientName: "By hand", clientUrl: null, personName: "Grace" });
    expect((await revoke(published, grant?._id ?? "", member.token)).status).toBe(403);
    const params = { name: "chat", arguments: { message: "Hello" } };
    const called = sendModern({ ...published, key: access }, { method: "tools/call", params });
    while ((await readCalls(published)).length === 0) await setTimeout(20);
    const editor = await newMember(published, [Permission.EDIT_DEPLOYMENT]);
    await expectOk(revoke(published, grant?._id ?? "", editor.token));
    expect(JSON.stringify((await called).messages)).toContain("This access was revoked.");
    await expectEnded(one, 401);
    expect((await revoke(published, grant?._id ?? "")).status).toBe(404);
    expect(await readCalls(published)).toMatchObject([{ clientName: "By hand", personName: "Grace" }]);
  });

  it("for an open stream when the person is removed from the team", async () => {
    const { published, member, access } = await granted(endless);
    const params = { name: "chat", arguments: { message: "Hello" } };
    const called = sendModern({ ...published, key: access }, { method: "tools/call", params });
    while ((await readCalls(published)).length === 0) await setTimeout(20);
    const { person } = published;
    const from = { token: person.token, params: { resourceSlug: person.slug } };
    await expectOk(callAs(teams.removeMember, { ...from, body: { email: member.email } }));
    expect(JSON.stringify((await called).messages)).toContain("This access was revoked.");
  });

  it("for the oldest client when a person allows too many", async () => {
    const published = await publishChat();
    const first = await newTokens(published);
    for (let i = 0; i < 20; i += 1)
      await expectOk(allow(published.person, published.publicationId, requestOf(published, first.clientId)));
    expect((await listTools(published, first.access)).status).toBe(401);
  });
});

it("stores neither codes nor tokens", async () => {
  const published = await publishChat();
  const { code, access, refresh } = await newTokens(published);
  const { db } = await testDatabase();
  const rows = JSON.stringify([await db.select().from(oauthGrants), await db.select().from(oauthTokens)]);
  for (const secret of [code, access, refresh]) expect(rows).not.toContain(secret);
});

it("sweeps what can no longer be used", async () => {
  const published = await publishChat();
  const { db } = await testDatabase();
  const kept = await newTokens(published);
  const [ended, unused, fresh] = [await newTokens(published), await registered(), await registered()];
  const old = new Date(Date.now() - 40 * 86_400_000);
  await expectOk(allow(published.person, published.publicationId, requestOf(published, fresh)));
  await db.update(oauthGrants).set({ codeExpires: old }).where(eq(oauthGrants.clientId, fresh));
  await db.update(oauthClients).set({ dateCreated: old }).where(eq(oauthClients.id, unused));
  const [grant] = await db.select().from(oauthGrants).where(eq(oauthGrants.clientId, ended.clientId));
  await db
    .update(oauthTokens)
    .set({ expires: old })
    .where(eq(oauthTokens.grantId, String(grant?.id)));
  await db
    .update(oauthGrants)
    .set({ lastUsed: old })
    .where(eq(oauthGrants.id, String(grant?.id)));
  await sweepOauth(db);
  const grants = (await db.select({ id: oauthGrants.clientId }).from(oauthGrants)).map(({ id }) => id);
  const clients = (await db.select({ id: oauthClients.id }).from(oauthClients)).map(({ id }) => id);
  expect([kept.clientId, ended.clientId, fresh].map((id) => grants.includes(id))).toEqual([true, false, false]);
  expect([kept.clientId, unused, fresh].map((id) => clients.includes(id))).toEqual([true, false, true]);
  expect((await listTools(published, kept.access)).status).toBe(200);
  expect((await post("/oauth/token", refreshForm(kept.clientId, kept.refresh))).status).toBe(200);
  expect((await post("/oauth/token", codeForm(kept.clientId, kept.code))).status).toBe(400);
});
