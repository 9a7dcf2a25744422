import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publications } from "@/lib/contract/publications/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { handleEmbed } from "@/lib/server/main/handle-embed";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";
import { callAs, expectOk, newPerson } from "../support/client";
import { embedApp, embedVisit, identitySecret, linkOf, sign, site } from "../support/embeds";
import { edit, ofPublication, read, readCalls } from "../support/publications";
import { readSession, testWorker } from "../support/sessions";
import {
  answered,
  asVisitor,
  begin,
  inTeam,
  readLink,
  visitorAccount,
  visitorMessages,
  write,
} from "../support/visitors";

let server: Server;

beforeAll(async () => {
  await testWorker();
  server = createServer((_request, response) => response.end("the page"));
  attachFrontGuard(server, { handle: handleEmbed });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => void server.close());

function open(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on("error", reject).end();
  });
}

describe("the page of an embedded app", () => {
  it("can be shown by the publication's websites only", async () => {
    const embedded = await embedApp(await newPerson(), { origins: [site, "https://other.example:8443"] });
    const path = `/embed/${embedded.publicationId}`;
    const shown = await open(path, { "sec-fetch-dest": "iframe", referer: `${site}/` });
    expect(shown).toMatchObject({ status: 200, text: "the page" });
    expect(shown.headers["content-security-policy"]).toContain(
      `; frame-ancestors ${site} https://other.example:8443; base-uri 'none'`,
    );
    expect(shown.headers).not.toHaveProperty("x-frame-options");

    const elsewhere = await open(path, { "sec-fetch-dest": "iframe", referer: "https://evil.example/" });
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.text).toContain("can't be shown on this website");
    expect(elsewhere.headers).toMatchObject({ "x-frame-options": "DENY" });
    expect(elsewhere.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect((await open(path, { "sec-fetch-dest": "document" })).text).toContain(
      "Open this chat on the website it is embedded in.",
    );
    const other = await open("/login");
    expect(other.headers).toMatchObject({ "x-frame-options": "DENY" });
  });

  it.each([
    "https://*",
    "https://*.example",
    "https://a,b.example",
    "https://a;b.example",
    "https://$&.example",
    "https://'self'",
    "https://user@shop.example",
    "https://shop.example/path",
    "ftp://shop.example",
    "null",
  ])("is not shown by %s, which is no website", async (origin) => {
    const embedded = await embedApp(await newPerson());
    const { status, body } = await edit(embedded, { origins: [origin] });
    expect([status, body]).toMatchObject([400, { issues: [{ path: "origins.0" }] }]);
  });

  it("is shown by websites however their addresses are written", async () => {
    const origins = ["https://Bücher.example/", "HTTPS://SHOP.EXAMPLE:443", "http://[::1]:8080"];
    const embedded = await embedApp(await newPerson(), { origins });
    expect((await read(embedded)).origins).toEqual([
      "https://xn--bcher-kva.example",
      "https://shop.example",
      "http://[::1]:8080",
    ]);
  });

  it("is refused without websites, when turned off, and after deletion", async () => {
    const embedded = await embedApp(await newPerson(), { origins: [] });
    const path = `/embed/${embedded.publicationId}`;
    expect(await open(path)).toMatchObject({ status: 403, text: expect.stringContaining("no allowed websites") });
    await expectOk(edit(embedded, { origins: [site] }));
    expect((await open(path)).status).toBe(200);
    for (const off of [{ enabled: false }, { enabled: true, ways: { openai: true } }]) {
      await expectOk(edit(embedded, off));
      expect(await open(path)).toMatchObject({ status: 404, text: expect.stringContaining("isn't available") });
    }
    await expectOk(callAs(publications.remove, ofPublication(embedded.person, embedded.publicationId)));
    expect((await open(path)).status).toBe(404);
    expect((await open("/embed/publication_unknown")).status).toBe(404);
  });

  it("has a script that other websites can load", async () => {
    const { headers } = await open("/embed.js");
    expect(headers).toMatchObject({ "cross-origin-resource-policy": "cross-origin" });
  });
});

describe("a website's visitor", () => {
  it("chats in a session of the publication, which is logged", async () => {
    const embedded = await embedApp(await newPerson());
    const visitor = await embedVisit(embedded);
    await expectOk(write(visitor, "Hello there"));
    expect(await answered(visitor)).toMatchObject({ status: "waiting", messageCount: 2 });
    expect(await visitorMessages(visitor)).toMatchObject([{ text: "Hello there" }, { role: "assistant" }]);
    expect(await readCalls(embedded)).toMatchObject([
      { way: "embed", status: "completed", sessionId: visitor.sessionId, httpStatus: 200 },
    ]);
    const seen = await readSession(embedded.person, visitor.sessionId);
    expect(seen).toMatchObject({ trigger: "publication", createdBy: null });
    // The link is the publication's.
    const { shareLinks } = await expectOk(callAs(shares.list, inTeam(embedded.person)));
    expect(shareLinks).toEqual([]);
    const params = { resourceSlug: embedded.person.slug, shareId: embedded.publicationId };
    expect((await callAs(shares.remove, { token: embedded.person.token, params })).status).toBe(404);
  });

  it("is refused by the publication's limits, and the refusal is logged", async () => {
    const embedded = await embedApp(await newPerson(), { maxBytes: 1_024, rate: 3 });
    const visitor = await embedVisit(embedded);
    expect((await write(visitor, "x".repeat(2_000))).status).toBe(413);
    expect(await readCalls(embedded)).toMatchObject([{ way: "embed", status: "refused", httpStatus: 413 }]);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await write(visitor, "Hello")).status);
      await answered(visitor);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("is not kept waiting by many others who start runs with an Idempotency-Key", async () => {
    const embedded = await embedApp(await newPerson(), { concurrency: 200 });
    const visitors = await Promise.all(Array.from({ length: 24 }, () => embedVisit(embedded)));
    const start = (visitor: (typeof visitors)[number]) =>
      callAs(sessions.start, {
        ...asVisitor(visitor),
        body: { message: "Hello" },
        headers: { "idempotency-key": "first" },
      });
    const replies = await Promise.all(visitors.map(start));
    expect(replies.map(({ status }) => status)).toEqual(visitors.map(() => 200));
    const [visitor] = visitors;
    if (!visitor) throw new Error("No visitor.");
    expect((await start(visitor)).body).toEqual(replies[0]?.body);
    await answered(visitor);
    expect(await visitorMessages(visitor)).toHaveLength(2);
  }, 60_000);

  it("is out when the publication is turned off, and back when it is on", async () => {
    const embedded = await embedApp(await newPerson());
    const visitor = await embedVisit(embedded);
    await expectOk(edit(embedded, { enabled: false }));
    expect((await callAs(sessions.get, asVisitor(visitor))).status).toBe(404);
    expect((await write(visitor, "Hello")).status).toBe(404);
    expect((await begin(linkOf(embedded))).status).toBe(404);
    expect((await readLink(linkOf(embedded))).status).toBe(404);
    await expectOk(edit(embedded, { enabled: true }));
    await expectOk(write(visitor, "Hello"));
    await expectOk(edit(embedded, { ways: { openai: true } }));
    expect((await visitorAccount(visitor.token)).status).toBe(404);
    await expectOk(callAs(publications.remove, ofPublication(embedded.person, embedded.publicationId)));
    expect((await visitorAccount(visitor.token)).status).toBe(401);
  });

  it("cannot start anything from a page of another origin", async () => {
    const embedded = await embedApp(await newPerson());
    const visitor = await embedVisit(embedded);
    const foreign = { origin: site };
    const params = { resourceSlug: embedded.person.slug };
    const body = { id: embedded.appId, shareId: embedded.publicationId };
    expect((await callAs(sessions.add, { prefix: "/s", params, body, headers: foreign })).status).toBe(403);
    const message = { message: "Hello" };
    const sent = callAs(sessions.start, { ...asVisitor(visitor), body: message, headers: foreign });
    expect((await sent).status).toBe(403);
  });
});

describe("a person whom the website has signed", () => {
  it("finds their sessions in another browser, and others do not", async () => {
    const embedded = await embedApp(await newPerson());
    const secret = await identitySecret(embedded);
    const first = await embedVisit(embedded, undefined, { identity: await sign(secret, "person 1") });
    await expectOk(write(first, "Hello there"));
    await answered(first);
    const again = await embedVisit(embedded, undefined, { identity: await sign(secret, "person 1") });
    expect(again.token).not.toBe(first.token);
    expect(again.sessionId).toBe(first.sessionId);
    expect((await visitorMessages(again)).length).toBe(2);
    const other = await embedVisit(embedded, undefined, { identity: await sign(secret, "person 2") });
    expect((await callAs(sessions.get, asVisitor({ ...other, sessionId: first.sessionId }))).status).toBe(404);
    // Someone else at the same browser does not keep the token of the previous person.
    const next = await embedVisit(embedded, first.token, { identity: await sign(secret, "person 2") });
    expect((await callAs(sessions.get, asVisitor({ ...next, sessionId: first.sessionId }))).status).toBe(404);
  });

  it("is refused with another secret or algorithm, after the end, and without a secret; a replaced one stays valid", async () => {
    const embedded = await embedApp(await newPerson());
    const start = async (identity: string) => (await begin(linkOf(embedded), undefined, { identity })).status;
    expect(await start(await sign("x".repeat(32), "person"))).toBe(403);
    const secret = await identitySecret(embedded);
    expect(await start(await sign("x".repeat(32), "person"))).toBe(403);
    expect(await start(await sign(secret, "person", "-5m"))).toBe(403);
    expect(await start(await sign(secret, "person", "5m", "HS384"))).toBe(403);
    expect(await start(await sign(secret, "p".repeat(256)))).toBe(403);
    expect(await start(await sign(secret, "per\u0000son"))).toBe(403);
    const unsigned = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(await start(`${unsigned({ alg: "none" })}.${unsigned({ sub: "person", exp: 9e9 })}.`)).toBe(403);
    const endless = new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setSubject("person");
    expect(await start(await endless.sign(new TextEncoder().encode(secret)))).toBe(403);
    await identitySecret(embedded);
    expect(await start(await sign(secret, "person"))).toBe(200);
  });
});
