import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type ShareLink, shares } from "@/lib/contract/shares/schemas";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { shareLinks } from "@/lib/server/platform/db/tables/shares";
import { env } from "@/lib/server/platform/env/env";
import { sweepShares } from "@/lib/server/resources/shares/actions";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam, newApp, readSession, testWorker } from "../support/sessions";
import {
  asVisitor,
  begin,
  changeLink,
  inTeam,
  readLink,
  setSharing,
  sharedApp,
  visit,
  visitorAccount,
  visitorSession,
  write,
} from "../support/visitors";

beforeAll(async () => {
  await testWorker();
});

const noLink = { error: "This link doesn't exist or is no longer available.", code: "not_found" };

async function listed(person: Person, appId?: string): Promise<ShareLink[]> {
  const { shareLinks: links } = await expectOk(callAs(shares.list, { ...inTeam(person), query: { appId } }));
  return links as ShareLink[];
}

describe("a link", () => {
  it("is made, listed with its use, changed and revoked", async () => {
    const { person, appId, shareId, slug } = await sharedApp();
    const [link] = await listed(person, appId);
    expect(link).toMatchObject({
      shareId,
      appId,
      url: new URL(`/s/${slug}/${shareId}`, env().APP_URL).href,
      expiresAt: null,
      visitorMessagesPerDay: 50,
      linkMessagesPerDay: 1_000,
      sessionCount: 0,
      messageCount: 0,
      lastUsedDate: null,
      createdByName: "Ada",
    });
    const visitor = await visit({ slug, appId, shareId });
    expect((await write(visitor, "Hello")).status).toBe(200);
    const [used] = await listed(person, appId);
    expect(used).toMatchObject({ sessionCount: 1, messageCount: 1 });
    expect(Date.parse(used?.lastUsedDate ?? "")).toBeGreaterThan(Date.now() - 60_000);

    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const at = { token: person.token, params: { resourceSlug: slug, shareId } };
    await expectOk(callAs(shares.edit, { ...at, body: { expiresAt, visitorMessagesPerDay: 3 } }));
    expect((await listed(person))[0]).toMatchObject({ expiresAt, visitorMessagesPerDay: 3, linkMessagesPerDay: 1_000 });
    await expectOk(callAs(shares.edit, { ...at, body: { expiresAt: null, visitorMessagesPerDay: null } }));
    expect((await listed(person))[0]).toMatchObject({ expiresAt: null, visitorMessagesPerDay: 50 });

    await expectOk(callAs(shares.remove, at));
    expect(await listed(person)).toEqual([]);
    expect(await readLink({ slug, shareId })).toMatchObject({ status: 404, body: noLink });
    expect((await callAs(sessions.get, asVisitor(visitor))).status).toBe(401);
    expect(await readSession(person, visitor.sessionId)).toMatchObject({ _id: visitor.sessionId, createdBy: null });
  });

  it("refuses a time that has passed, limits of nothing and another team's app", async () => {
    const { person, appId } = await sharedApp();
    const other = await sharedApp();
    for (const [path, form] of [
      ["expiresAt", { expiresAt: new Date(Date.now() - 1_000).toISOString() }],
      ["expiresAt", { expiresAt: "2999-01-01T00:00:00.000Z" }],
      ["visitorMessagesPerDay", { visitorMessagesPerDay: 0 }],
      ["linkMessagesPerDay", { linkMessagesPerDay: 100_001 }],
      ["appId", { appId: other.appId }],
    ] as const) {
      const reply = await callAs(shares.add, { ...inTeam(person), body: { appId, ...form } });
      expect(reply).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
  });

  it("made before its app is bound to it, once, and dies within a day otherwise", async () => {
    const ada = await newPerson();
    const { shareId, url } = await expectOk(callAs(shares.add, inTeam(ada)));
    expect(url).toContain(`/s/${ada.slug}/${shareId}`);
    const link = { slug: ada.slug, shareId: String(shareId) };
    expect(await readLink(link)).toMatchObject({ status: 404, body: noLink });
    const first = await newApp(ada);
    const bind = (person: Person, appId: string) => setSharing(person, appId, { shareLinkShareId: String(shareId) });
    await expectOk(bind(ada, first));
    await expectOk(bind(ada, first));
    await expectOk(setSharing(ada, first, { sharingMode: "public" }));
    expect((await readLink(link)).status).toBe(200);
    const refused = { status: 400, body: { issues: [{ path: "shareLinkShareId" }] } };
    expect(await bind(ada, await newApp(ada))).toMatchObject(refused);

    const late = String((await expectOk(callAs(shares.add, inTeam(ada)))).shareId);
    await changeLink(late, { dateCreated: new Date(Date.now() - 25 * 3_600_000) });
    expect(await setSharing(ada, first, { shareLinkShareId: late })).toMatchObject(refused);
    const grace = await newPerson("Grace");
    const theirs = String((await expectOk(callAs(shares.add, inTeam(grace)))).shareId);
    expect(await setSharing(ada, first, { shareLinkShareId: theirs })).toMatchObject(refused);
    const { db } = await testDatabase();
    await sweepShares(db);
    const left = await db.select({ id: shareLinks.id }).from(shareLinks).where(eq(shareLinks.teamId, ada.slug));
    expect(left).toEqual([{ id: shareId }]);
  });

  it("to a private app is for those alone who may see the app", async () => {
    const { person, appId, shareId, slug } = await sharedApp();
    const member = await newPerson("Grace");
    await joinTeam(member, slug, [75]);
    const asMember = { ...member, slug };
    expect(await listed(asMember)).toHaveLength(1);
    await expectOk(setSharing(person, appId, { sharingMode: "private" }));
    expect(await listed(asMember)).toEqual([]);
    const at = { token: member.token, params: { resourceSlug: slug, shareId } };
    for (const reply of [callAs(shares.edit, at), callAs(shares.remove, at), callAs(shares.get, at)])
      expect(await reply).toMatchObject({ status: 404, body: noLink });
    expect(await listed(person)).toHaveLength(1);
  });
});

describe("whom a link lets in", () => {
  const open = async (link: Parameters<typeof readLink>[0], token?: string) => (await readLink(link, token)).status;

  it("is told by the app's sharing, as it is now", async () => {
    const { person, appId, shareId, slug } = await sharedApp();
    const link = { slug, shareId, appId };
    const [member, admin, stranger] = [await newPerson("Grace"), await newPerson("Alan"), await newPerson("Eve")];
    await joinTeam(member, slug);
    await joinTeam(admin, slug, [39]);
    const who = [undefined, stranger.token, member.token, admin.token, person.token];
    const opens = () => Promise.all(who.map((token) => open(link, token)));
    expect(await opens()).toEqual([200, 200, 200, 200, 200]);
    const [anonymous, named, insider] = [
      await visit(link),
      await visit(link, stranger.token),
      await visit(link, member.token),
    ];
    await expectOk(setSharing(person, appId, { sharingMode: "team" }));
    expect(await opens()).toEqual([404, 404, 200, 200, 200]);
    const reads = async (visitor: typeof named) => (await callAs(sessions.get, asVisitor(visitor))).status;
    expect(await Promise.all([anonymous, named, insider].map(reads))).toEqual([404, 404, 200]);
    await expectOk(setSharing(person, appId, { sharingMode: "private" }));
    expect(await opens()).toEqual([404, 404, 404, 200, 200]);
    expect(await reads(insider)).toBe(404);
    await expectOk(setSharing(person, appId, { sharingMode: "public" }));
    expect(await Promise.all([anonymous, named, insider].map(reads))).toEqual([200, 200, 200]);
  });

  it("by name: the confirmed address alone, from then until it is taken off the list", async () => {
    const { person, appId, shareId, slug } = await sharedApp();
    const [grace, eve] = [await newPerson("Grace"), await newPerson("Eve")];
    const link = { slug, shareId, appId };
    const { db } = await testDatabase();
    const whitelist = (emails: string[]) =>
      setSharing(person, appId, { sharingMode: "whitelist", sharingEmails: emails });
    // Nobody's address is confirmed without mail: the choice is not offered then.
    expect(await whitelist([grace.email])).toMatchObject({ status: 400, body: { issues: [{ path: "sharingMode" }] } });
    const name = (emails: string[]) =>
      db.execute(
        `update apps set sharing_config = '${JSON.stringify({ mode: "whitelist", emails })}' where id = '${appId}'`,
      );
    await name([grace.email]);
    expect([await open(link), await open(link, grace.token), await open(link, eve.token)]).toEqual([404, 404, 404]);
    await db.update(accounts).set({ emailVerified: true }).where(eq(accounts.id, grace.accountId));
    await db.update(accounts).set({ emailVerified: true }).where(eq(accounts.id, eve.accountId));
    expect([await open(link), await open(link, grace.token), await open(link, eve.token)]).toEqual([404, 200, 404]);
    expect(await begin(link, eve.token)).toMatchObject({ status: 404, body: noLink });
    const visitor = await visit(link, grace.token);
    expect((await visitorSession(visitor))._id).toBe(visitor.sessionId);
    expect((await visitorAccount(visitor.token)).body).toMatchObject({ account: { name: "Grace", email: "" } });
    await name([eve.email]);
    expect(await callAs(sessions.get, asVisitor(visitor))).toMatchObject({ status: 404, body: noLink });
    await db.update(accounts).set({ emailVerified: false }).where(eq(accounts.id, eve.accountId));
    expect(await open(link, eve.token)).toBe(404);
  });

  it("is nobody once it has expired, its app or its team is gone: the same answer each time", async () => {
    const expired = await sharedApp();
    const known = await visit(expired);
    await changeLink(expired.shareId, { expires: new Date(Date.now() - 1) });
    expect(await callAs(sessions.get, asVisitor(known))).toMatchObject({ status: 404, body: noLink });
    expect(await write(known, "Hello")).toMatchObject({ status: 404, body: noLink });
    const appless = await sharedApp();
    const { person, appId, slug } = appless;
    await expectOk(callAs(apps.remove, { token: person.token, params: { resourceSlug: slug, appId } }));
    const teamless = await sharedApp();
    const { db } = await testDatabase();
    await db.execute(`update teams set date_deleted = now() where id = '${teamless.slug}'`);
    const other = await sharedApp();
    const none = { ...other, shareId: "share_unknown" };
    const foreign = { ...other, slug: expired.slug };
    for (const link of [expired, appless, teamless, none, foreign]) {
      expect(await readLink(link)).toMatchObject({ status: 404, body: noLink });
      expect(await begin(link)).toMatchObject({ status: 404, body: noLink });
    }
  });
});
