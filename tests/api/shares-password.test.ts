import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { hashPassword } from "@/lib/server/access/auth/password";
import { shareLinks } from "@/lib/server/platform/db/tables/shares";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam, testWorker } from "../support/sessions";
import {
  asVisitor,
  begin,
  changeLink,
  inTeam,
  readLink,
  type Shared,
  setSharing,
  sharedApp,
  visit,
  visitorSession,
  write,
} from "../support/visitors";

beforeAll(async () => {
  await testWorker();
});

const password = "open sesame";
const locked = { shareLink: { passwordRequired: true } };
const required = { code: "password", error: "Enter the password for this link." };
const wrong = {
  code: "password",
  error: "Incorrect password.",
  issues: [{ path: "password", message: "Incorrect password." }],
};
const unavailable = { status: 404, body: { code: "not_found" } };

const change = ({ person, slug, shareId }: Shared, body: Record<string, unknown>) =>
  callAs(shares.edit, { token: person.token, params: { resourceSlug: slug, shareId }, body });

async function enter(link: Shared, entered = password) {
  const made = await expectOk(begin(link, undefined, { password: entered }));
  return { link, token: String(made.visitorToken), sessionId: String(made._id) };
}

async function storedHash(shareId: string): Promise<string | null | undefined> {
  const { db } = await testDatabase();
  const [row] = await db.select({ hash: shareLinks.passwordHash }).from(shareLinks).where(eq(shareLinks.id, shareId));
  return row?.hash;
}

describe("a link with a password", () => {
  it("shows that it needs one and nothing else, and starts a session only with it", async () => {
    const link = await sharedApp({}, { password });
    expect((await readLink(link)).body).toEqual(locked);
    expect(await begin(link)).toMatchObject({ status: 403, body: required });
    expect(await begin(link, undefined, { password: "" })).toMatchObject({ status: 403, body: required });
    expect(await begin(link, undefined, { password: "Open Sesame" })).toMatchObject({ status: 403, body: wrong });
    // The id of the app is not known to visitors, and is not confirmed to them.
    const unknownApp = { ...link, appId: "app_unknown" };
    expect(await begin(unknownApp)).toMatchObject({ status: 403, body: required });
    const { slug, shareId } = link;
    const params = { resourceSlug: slug };
    const made = await callAs(sessions.add, { prefix: "/s", params, body: { shareId, password } });
    expect(made.status).toBe(200);
    const { visitorToken: token, _id } = made.body as { visitorToken: string; _id: string };
    const visitor = { link, token, sessionId: _id };
    expect((await readLink(link, token)).body).toMatchObject({ shareLink: { name: "Chat", appId: link.appId } });
    expect((await write(visitor, "Hello")).status).toBe(200);
    // Who has entered it is not asked again; who comes without that token is.
    expect((await visit(link, token)).token).toBe(token);
    expect(await begin(link, link.person.token)).toMatchObject({ status: 403, body: required });
    expect(await begin({ ...link, appId: "app_unknown" }, undefined, { password })).toMatchObject(unavailable);
  });

  it("stores only an Argon2 hash, which no call returns", async () => {
    const link = await sharedApp({}, { password });
    const { person, slug, shareId } = link;
    const hash = String(await storedHash(shareId));
    expect(hash).toMatch(/^\$argon2id\$/);
    const visitor = await enter(link);
    await expectOk(change(link, { password: "another one" }));
    const replies = [
      await callAs(shares.list, inTeam(person)),
      await callAs(shares.get, { token: person.token, params: { resourceSlug: slug, shareId } }),
      await callAs(audit.list, { token: person.token, params: { resourceSlug: slug } } as never),
      await readLink(link),
      await begin(link, undefined, { password: "a wrong one" }),
      await callAs(sessions.get, asVisitor(visitor)),
    ];
    const text = JSON.stringify(replies.map(({ body }) => body));
    for (const secret of [hash, "$argon2", "passwordHash", password, "another one"]) expect(text).not.toContain(secret);
    expect(replies[0]?.body).toMatchObject({ shareLinks: [{ hasPassword: true }] });
  });

  it("is changed: visitors have to enter the new one; removed: none has to", async () => {
    const link = await sharedApp();
    const before = await visit(link);
    await expectOk(change(link, { password }));
    expect((await callAs(sessions.get, asVisitor(before))).status).toBe(401);
    expect((await readLink(link, before.token)).body).toEqual(locked);
    const visitor = await enter(link);
    // Other changes leave visitors alone.
    await expectOk(change(link, { linkMessagesPerDay: 70, expiresAt: null }));
    expect((await visitorSession(visitor))._id).toBe(visitor.sessionId);
    await expectOk(change(link, { password: "another one" }));
    expect((await callAs(sessions.get, asVisitor(visitor))).status).toBe(401);
    expect(await begin(link, undefined, { password })).toMatchObject({ status: 403, body: wrong });
    const next = await enter(link, "another one");
    await expectOk(change(link, { password: null }));
    expect((await visitorSession(next))._id).toBe(next.sessionId);
    expect((await readLink(link)).body).toMatchObject({ shareLink: { name: "Chat" } });
    expect((await begin(link)).status).toBe(200);
  });

  it("returns a signed-in visitor's sessions once they enter the new password", async () => {
    const link = await sharedApp({}, { password });
    const grace = await newPerson("Grace");
    const first = await expectOk(begin(link, grace.token, { password }));
    await expectOk(change(link, { password: "another one" }));
    const again = await expectOk(begin(link, grace.token, { password: "another one" }));
    const visitor = { link, token: String(again.visitorToken), sessionId: String(first._id) };
    expect((await visitorSession(visitor))._id).toBe(first._id);
  });

  it("is protected against guesses from one address and from many", { timeout: 60_000 }, async () => {
    const link = await sharedApp({}, { password });
    const from = (address: string, entered: string) =>
      callAs(sessions.add, {
        prefix: "/s",
        params: { resourceSlug: link.slug },
        body: { shareId: link.shareId, password: entered },
        headers: { [CLIENT_ADDRESS_HEADER]: address },
      });
    // The right one costs no attempt.
    for (let i = 0; i < 12; i++) expect((await from("192.0.2.1", password)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await from("192.0.2.1", "wrong")).status).toBe(403);
    const refused = await from("192.0.2.1", password);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect((refused.body as { error: string }).error).toMatch(/^Too many attempts\. Try again in /);
    expect((await from("192.0.2.2", password)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 320 }, (_, i) => from(`198.51.${i % 100}.${Math.floor(i / 100)}`, "wrong")),
    );
    expect(guesses.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(300);
    expect((await from("203.0.113.9", password)).status).toBe(429);
  });

  it("is not started after it was closed while the password was checked", async () => {
    const changes: [(link: Shared) => Promise<unknown>, object][] = [
      [({ shareId }) => changeLink(shareId, { expires: new Date(0) }), unavailable],
      [(link) => setSharing(link.person, link.appId, { sharingMode: "private" }), unavailable],
      [({ shareId }) => changeLink(shareId, { passwordHash: "$argon2id$other" }), { status: 409 }],
    ];
    for (const [close, outcome] of changes) {
      const link = await sharedApp({}, { password });
      // Hashes are computed two at a time: the check of the visitor's waits for these.
      const busy = Array.from({ length: 60 }, () => hashPassword(password));
      const started = begin(link, undefined, { password });
      await sleep(100);
      await close(link);
      expect(await started).toMatchObject(outcome);
      await Promise.all(busy);
      const { db } = await testDatabase();
      const { rows } = await db.execute(`select id from share_visitors where share_id = '${link.shareId}'`);
      expect(rows).toEqual([]);
    }
  });
});

describe("the password of a link", () => {
  it("is refused if it is too short or too long", async () => {
    const { person, appId } = await sharedApp();
    for (const refused of ["", "short", "x".repeat(201), 12345678])
      expect(await callAs(shares.add, { ...inTeam(person), body: { appId, password: refused } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: "password" }] },
      });
  });

  it("is set only by who may edit the app, in their own team", async () => {
    const link = await sharedApp();
    const { slug, shareId } = link;
    const [member, stranger] = [await newPerson("Grace"), await newPerson("Eve")];
    await joinTeam(member, slug);
    const set = (token: string, resourceSlug: string) =>
      callAs(shares.edit, { token, params: { resourceSlug, shareId }, body: { password } });
    expect((await set(member.token, slug)).status).toBe(403);
    expect((await set(stranger.token, slug)).status).toBe(404);
    expect((await set(stranger.token, stranger.slug)).status).toBe(404);
    expect(await storedHash(shareId)).toBeNull();
  });

  it("is not set by who loses the right while it is hashed", async () => {
    const link = await sharedApp();
    const member = await newPerson("Grace");
    await joinTeam(member, link.slug, [75]);
    const busy = Array.from({ length: 60 }, () => hashPassword(password));
    const params = { resourceSlug: link.slug, shareId: link.shareId };
    const edited = callAs(shares.edit, { token: member.token, params, body: { password } });
    const added = callAs(shares.add, {
      token: member.token,
      params: { resourceSlug: link.slug },
      body: { appId: link.appId, password },
    });
    await sleep(100);
    const { db } = await testDatabase();
    await db.execute(`update team_members set permissions = '{}' where account_id = '${member.accountId}'`);
    expect([(await edited).status, (await added).status]).toEqual([403, 403]);
    await Promise.all(busy);
    expect(await storedHash(link.shareId)).toBeNull();
    const { body } = await callAs(shares.list, inTeam(link.person));
    expect((body as { shareLinks: unknown[] }).shareLinks).toHaveLength(1);
  });
});
