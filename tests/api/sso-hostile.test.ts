import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { identities } from "@/lib/server/platform/db/tables/identity";
import { expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { begin, finish, saveProvider, setNameServer, verifyNewDomain } from "../support/identity";
import { loopbackServer } from "../support/loopback-server";
import { type NameServer, startNameServer } from "../support/standins/name-server";
import { type Fault, startHostileIssuer } from "../support/standins/openid/hostile";
import { unlimited } from "../support/unlimited";

unlimited();

const client = { clientId: "muster", clientSecret: "the secret of the client" };
let issuer: Awaited<ReturnType<typeof startHostileIssuer>>;
let names: NameServer;
let ada: Person;
let domain: string;
beforeAll(async () => {
  [issuer, names] = await Promise.all([startHostileIssuer(client.clientId), startNameServer()]);
  setNameServer(names);
  ada = await newPerson();
  domain = await verifyNewDomain(ada, names);
  await expectOk(saveProvider(ada, { issuer: issuer.issuer, client }));
});
afterAll(async () => {
  setNameServer(undefined);
  await Promise.all([issuer.close(), names.close()]);
});

async function arrive(fault: Fault, returned: Record<string, string> = {}) {
  const { url, cookie } = await begin({ orgId: ada.orgId });
  const email = `eve-${Math.random().toString(36).slice(2)}@${domain}`;
  issuer.prepare(url, { ...fault, claims: { email, sub: email, ...fault.claims } });
  const state = new URL(url).searchParams.get("state") ?? "";
  const reply = await finish({ body: { state, code: "code", ...returned }, cookie });
  const { db } = await testDatabase();
  return { reply, made: await db.$count(accounts, eq(accounts.email, email)) };
}

const hour = 3_600;

describe("a provider's token", () => {
  it("lets in who it says, with a clock that is 20 seconds off", async () => {
    for (const shift of [0, -20, 20]) {
      const { reply, made } = await arrive({ shift });
      expect([reply.status, made]).toEqual([200, 1]);
    }
  });

  it.each<[string, Fault]>([
    ["is for another audience", { claims: { aud: "another-client" } }],
    ["is for several audiences and authorized for another", { claims: { aud: ["muster", "other"], azp: "other" } }],
    ["is for several audiences without saying whom it authorizes", { claims: { aud: ["muster", "other"] } }],
    ["comes from another issuer", { claims: { iss: "https://issuer.example.test" } }],
    ["has expired", { claims: { exp: Math.floor(Date.now() / 1_000) - hour } }],
    ["was issued by a clock that is an hour ahead", { shift: hour }],
    ["was issued by a clock that is an hour behind", { shift: -hour }],
    ["is not valid yet", { claims: { nbf: Math.floor(Date.now() / 1_000) + hour } }],
    ["has another sign-in's nonce", { claims: { nonce: "another" } }],
    ["has no nonce", { claims: { nonce: undefined } }],
    ["has no subject", { claims: { sub: undefined } }],
    ["is signed with a key that the issuer does not publish", { strangerKey: true }],
    ["is not signed", { unsigned: true }],
    ["is signed with the client's secret", { bySecret: client.clientSecret }],
    ["is missing", { answer: { status: 200, body: '{"access_token":"t","token_type":"Bearer"}' } }],
    ["is garbage", { answer: { status: 200, body: "<html>" } }],
    ["is refused", { answer: { status: 401, body: '{"error":"invalid_client"}' } }],
  ])("lets in no one when it %s", async (_, fault) => {
    const { reply, made } = await arrive(fault);
    expect([reply.status, made]).toEqual([400, 0]);
    expect((reply.body as { error: string }).error).toMatch(/^127\.0\.0\.1:\d+ .+\. Try again\.$/);
    const { db } = await testDatabase();
    expect(await db.$count(identities, eq(identities.issuer, "https://issuer.example.test"))).toBe(0);
  });

  it("lets in no one whom the provider has refused, or for whom another issuer answers", async () => {
    const refused = await arrive({}, { error: "access_denied", error_description: "No <b>access</b>" });
    expect([refused.reply.status, refused.made]).toEqual([403, 0]);
    expect(JSON.stringify(refused.reply.body)).not.toContain("<b>");
    const other = await arrive({}, { iss: "https://issuer.example.test" });
    expect([other.reply.status, other.made]).toEqual([400, 0]);
  });
});

describe("an issuer", () => {
  const save = (url: string) => saveProvider(ada, { issuer: url, client });
  const expectIssue = async (url: string, sentence: RegExp) =>
    expect(await save(url)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "issuer", message: expect.stringMatching(sentence) }] },
    });

  it("that calls itself something else is refused with its name", async () => {
    issuer.describe({ issuer: "https://issuer.example.test/" });
    await expectIssue(issuer.issuer, /^This provider's issuer is https:\/\/issuer\.example\.test\/\. Enter exactly/);
    issuer.describe({});
  });

  it("without what sign-in needs is refused with what is missing", async () => {
    issuer.describe({ jwks_uri: undefined });
    await expectIssue(issuer.issuer, /is missing jwks_uri/);
    issuer.describe({});
  });

  it.each<
    [string, (response: { writeHead: (status: number, headers?: object) => { end: (text?: string) => void } }) => void]
  >([
    ["garbage", (response) => response.writeHead(200, { "content-type": "application/json" }).end("{]")],
    ["a page", (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
    ["nothing", (response) => response.writeHead(404).end()],
    ["a list", (response) => response.writeHead(200, { "content-type": "application/json" }).end("[]")],
  ])("that answers %s is refused with a sentence", async (_, answer) => {
    issuer.describe({}, answer as never);
    await expectIssue(issuer.issuer, /didn't return an OpenID configuration\. Check the issuer's URL\.$/);
    issuer.describe({});
  });

  it("that cannot be reached, redirects, or is no address for it is refused with the reason", async () => {
    const gone = await loopbackServer(() => undefined);
    await gone.close();
    await expectIssue(gone.url, /Couldn't reach 127\.0\.0\.1:\d+: it refused the connection/);
    await expectIssue("http://issuer.example.test", /must start with https/);
    await expectIssue("https://10.0.0.1", /is a private address/);
    await expectIssue("ftp://issuer.example.test", /Enter a URL/);
    expect(await save("not a URL")).toMatchObject({ status: 400 });
  });
});
