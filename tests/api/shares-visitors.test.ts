import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shareVisitors } from "@/lib/server/platform/db/tables/shares";
import { sweepShares } from "@/lib/server/resources/shares/actions";
import { callAs, expectOk, send } from "../support/client";
import { testDatabase } from "../support/database";
import { newApp, readSession, testWorker } from "../support/sessions";
import {
  answered,
  asVisitor,
  begin,
  readLink,
  setSharing,
  shareApp,
  sharedApp,
  visit,
  visitorAccount,
  visitorMessages,
  visitorSession,
  write,
} from "../support/visitors";

beforeAll(async () => {
  await testWorker();
});

const noSession = { error: "This session doesn't exist or is no longer available.", code: "not_found" };

describe("a visitor", () => {
  it("talks to the app, comes back, and has conversations of their own", async () => {
    const link = await sharedApp();
    const visitor = await visit(link);
    expect((await write(visitor, "Hello there")).status).toBe(200);
    expect(await answered(visitor)).toMatchObject({ status: "waiting", messageCount: 2 });
    const [question, answer] = await visitorMessages(visitor);
    expect(question).toMatchObject({ role: "user", text: "Hello there", authorName: "Visitor" });
    expect(answer).toMatchObject({ role: "assistant", authorName: "Chat", completed: true });
    const second = await visit(link, visitor.token);
    expect(second.token).toBe(visitor.token);
    const { body } = await visitorAccount(visitor.token);
    expect(body).toMatchObject({
      account: { email: "", permissions: [], orgs: [], currentTeam: null },
      visitor: {
        shareId: link.shareId,
        sessions: [{ _id: second.sessionId }, { _id: visitor.sessionId, messageCount: 2 }],
      },
    });
    const messageId = String(answer?._id);
    await expectOk(callAs(sessions.feedback, { ...asVisitor(visitor), body: { messageId, value: 1 } }));
    expect((await visitorMessages(visitor))[1]?.feedback).toEqual({ value: 1, reason: null });
  });

  it("reads nothing of the inside", async () => {
    const link = await sharedApp({ model: "demo-chat:ttft=1,tps=2000,tools=1" });
    const visitor = await visit(link);
    await write(visitor, "Hello there");
    await answered(visitor);
    const own = asVisitor(visitor);
    const texts = await Promise.all(
      [callAs(sessions.get, own), callAs(sessions.messages, own), readLink(link), visitorAccount(visitor.token)].map(
        async (reply) => (await reply).response.text(),
      ),
    );
    const { person } = link;
    for (const text of texts)
      for (const inside of [
        "Guide",
        "demo-chat",
        "a guide",
        "Knows the way",
        person.accountId,
        person.orgId,
        person.email,
        "Ada",
      ])
        expect(text).not.toContain(inside);
    expect(await visitorSession(visitor)).toMatchObject({
      agentName: null,
      usage: { inputTokens: 0, outputTokens: 0, costUsd: null },
      variables: {},
      orgId: "",
    });
  });

  it("reaches their own conversations alone, whatever they send", async () => {
    const [link, elsewhere] = [await sharedApp(), await sharedApp()];
    const sameApp = await shareApp(link.person, link.appId);
    const [visitor, neighbour, other, foreign] = [
      await visit(link),
      await visit(link),
      await visit(sameApp),
      await visit(elsewhere),
    ];
    for (const { sessionId } of [neighbour, other, foreign]) {
      const stranger = asVisitor({ ...visitor, sessionId });
      for (const call of [sessions.get, sessions.messages, sessions.events, sessions.cancel])
        expect(await callAs(call, stranger)).toMatchObject({ status: 404, body: noSession });
      expect(await callAs(sessions.start, { ...stranger, body: { message: "Hi" } })).toMatchObject({
        status: 404,
        body: noSession,
      });
    }
    // The other team's address with the own token.
    expect((await callAs(sessions.get, asVisitor({ ...visitor, link: elsewhere }))).status).toBe(404);
    // Another app of the team, by the own link.
    const inside = await newApp(link.person);
    expect((await begin({ ...link, appId: inside }, visitor.token)).status).toBe(404);
    // Without the `/s`, nobody.
    expect((await callAs(sessions.get, { ...asVisitor(visitor), prefix: "" })).status).toBe(401);
    for (const path of ["/account.json", "/welcome.json", `/${link.slug}/apps.json`, `/${link.slug}/sessions.json`])
      expect((await send("GET", path, undefined, { token: visitor.token })).status).toBe(401);
    for (const path of [
      "/welcome.json",
      `/${link.slug}/apps.json`,
      `/${link.slug}/session/${visitor.sessionId}/log.json`,
    ])
      expect((await send("GET", path, undefined, { token: visitor.token, prefix: "/s" })).status).toBe(404);
    // A cookie is no way in.
    const cookie = { headers: { cookie: `muster_session=${visitor.token}` } };
    expect((await callAs(sessions.get, { ...asVisitor(visitor), token: undefined, ...cookie })).status).toBe(401);
  });

  it("is nobody with a forged, changed or forgotten token", async () => {
    const link = await sharedApp();
    const visitor = await visit(link);
    const { db } = await testDatabase();
    const [row] = await db.select().from(shareVisitors).where(eq(shareVisitors.shareId, link.shareId));
    expect(JSON.stringify(row)).not.toContain(visitor.token);
    const last = visitor.token.endsWith("0") ? "1" : "0";
    for (const token of [
      `mv_${"0".repeat(52)}`,
      visitor.token.slice(0, -1) + last,
      `mv_${row?.hash}`,
      String(row?.id),
      "mv_",
    ])
      expect((await callAs(sessions.get, asVisitor({ ...visitor, token }))).status).toBe(401);
    await db
      .update(shareVisitors)
      .set({ lastUsed: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(shareVisitors.shareId, link.shareId));
    expect((await callAs(sessions.get, asVisitor(visitor))).status).toBe(401);
    // They begin anew, as somebody else.
    const anew = await visit(link, visitor.token);
    expect(anew.token).not.toBe(visitor.token);
    await sweepShares(db);
    expect(await db.select().from(shareVisitors).where(eq(shareVisitors.shareId, link.shareId))).toHaveLength(1);
  });

  it("gives values for what is asked, and for nothing else of the agent's prompts", async () => {
    const link = await sharedApp();
    const { person, slug, appId } = link;
    const add = (name: string, defaultValue: string) =>
      expectOk(send("POST", `/${slug}/forms/variable/add`, { name, defaultValue, description: "What for" }, person));
    const asked = await add("customer", "inside value");
    await add("tone", "kind");
    await expectOk(setSharing(person, appId, { variableIds: [String(asked._id)] }));
    const { body, response } = await readLink(link);
    expect(await response.text()).not.toContain("inside value");
    expect(body).toMatchObject({
      shareLink: { variables: [{ name: "customer", description: "What for", secret: false, required: false }] },
    });
    const made = await expectOk(begin(link, undefined, { variables: { customer: "Grace", tone: "rude" } }));
    expect((await readSession(person, String(made._id))).variables).toEqual({ customer: "Grace" });
    const visitor = { link, token: String(made.visitorToken), sessionId: String(made._id) };
    await expectOk(write(visitor, "Hello", { variables: { tone: "rude", customer: "Alan" } }) as never);
    expect((await readSession(person, visitor.sessionId)).variables).toEqual({ customer: "Alan" });
  });

  it("gets no answer once the app's creator has left the team", async () => {
    const link = await sharedApp();
    const visitor = await visit(link);
    const { db } = await testDatabase();
    await db.execute(`update apps set created_by = 'account_gone' where id = '${link.appId}'`);
    expect(await write(visitor, "Hello")).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await visitorSession(visitor)).messageCount).toBe(0);
  });

  it("sends a message once with one Idempotency-Key, and has their token stored nowhere", async () => {
    const link = await sharedApp();
    const visitor = await visit(link, undefined);
    const headers = { "idempotency-key": "once" };
    const sendOnce = () => callAs(sessions.start, { ...asVisitor(visitor), headers, body: { message: "Hello" } });
    const [first, again] = [await sendOnce(), await sendOnce()];
    expect(again).toMatchObject({ status: 200, body: first.body });
    const begun = await callAs(sessions.add, {
      token: visitor.token,
      prefix: "/s",
      headers,
      params: { resourceSlug: link.slug },
      body: { id: link.appId, shareId: link.shareId },
    });
    expect(begun.status).toBe(200);
    const { db } = await testDatabase();
    const { rows } = await db.execute("select answer::text from idempotency_keys");
    expect(JSON.stringify(rows)).not.toContain(visitor.token);
    await answered(visitor);
  });
});
