import { eq } from "drizzle-orm";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { findVisitorByToken } from "@/lib/server/access/auth/visitor";
import { notifyTeam } from "@/lib/server/access/broadcast/notify";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { flushWatches } from "@/lib/server/engine/runs/log/watchers";
import { sessionWatchers } from "@/lib/server/platform/db/tables/realtime";
import { createVisitorStream } from "@/lib/server/resources/sessions/event-stream";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { followSession, openSocket } from "../support/live-reader";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { joinTeam, readLog, testWorker } from "../support/sessions";
import {
  answered,
  asVisitor,
  changeLink,
  type Shared,
  setSharing,
  sharedApp,
  type Visitor,
  visit,
  visitorMessages,
  write,
} from "../support/visitors";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
  await testWorker();
});
afterAll(() => server.close());

const inTime = { timeout: 1_000, interval: 20 };
const noSession = { error: "This session doesn't exist or is no longer available." };
/** So slow that its answer is still being written when a test takes the link away. */
const slow = { model: "demo-chat:ttft=1,tps=5" };

async function socketOf({ token }: Pick<Visitor, "token">): Promise<Socket> {
  const socket = await openSocket(server.url, token);
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** An open event stream: what it said, and whether it is over. */
async function streamOf(visitor: Visitor) {
  const { response } = await callAs(sessions.events, asVisitor(visitor));
  expect(response.status).toBe(200);
  const seen = { text: "", over: false };
  const reader = response.body?.getReader();
  onTestFinished(() => void reader?.cancel());
  void (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      seen.text += new TextDecoder().decode(piece.value);
    seen.over = true;
  })();
  await expect.poll(() => seen.text).toContain(": connected");
  return seen;
}

const eventsIn = (text: string): SessionEvent[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? "") as SessionEvent);

describe("a visitor's conversation", () => {
  it("is live over socket and event stream, the same text, and nothing of the inside", async () => {
    const link = await sharedApp({ model: "demo-chat:ttft=1,tps=200" });
    const visitor = await visit(link);
    const socket = await socketOf(visitor);
    const heard: SessionEvent[] = [];
    socket.on("session_event", (event: SessionEvent) => heard.push(event));
    const reader = await followSession(socket, visitor.sessionId);
    const stream = await streamOf(visitor);
    expect((await write(visitor, "Tell me something")).status).toBe(200);
    expect(await reader.ended).toBe("completed");
    await answered(visitor);
    const [, answer] = await visitorMessages(visitor);
    const messagesOf = (events: SessionEvent[]) =>
      events.filter(({ kind }) => kind === "message").map(({ body }) => (body as { text: string }).text);
    expect(messagesOf(heard)).toEqual(["Tell me something", answer?.text]);
    await expect.poll(() => messagesOf(eventsIn(stream.text))).toEqual(["Tell me something", answer?.text]);
    expect([...reader.texts.values()].join("")).toBe(answer?.text);
    const kinds = (await readLog(link.person, visitor.sessionId)).map(({ kind }) => kind);
    expect(kinds).toContain("step");
    for (const text of [JSON.stringify(heard), stream.text])
      for (const inside of ["demo-chat", "Guide", '"step"', "inputTokens", link.person.accountId, "prompt"])
        expect(text).not.toContain(inside);
  });

  it("counts as watched by nobody while its visitor looks", async () => {
    const visitor = await visit(await sharedApp());
    await followSession(await socketOf(visitor), visitor.sessionId);
    await flushWatches();
    const { db } = await testDatabase();
    const watched = await db.select().from(sessionWatchers).where(eq(sessionWatchers.sessionId, visitor.sessionId));
    expect(watched).toMatchObject([{ accountId: "" }]);
  });

  it("lets its visitor join no room and no other session", async () => {
    const link = await sharedApp();
    const [visitor, other] = [await visit(link), await visit(link)];
    const socket = await socketOf(visitor);
    const heard: unknown[] = [];
    socket.onAny((event) => heard.push(event));
    expect(await socket.emitWithAck("join_session", { sessionId: other.sessionId })).toEqual(noSession);
    const noTeam = { error: "This team doesn't exist or is no longer available." };
    for (const room of [link.slug, `link:${link.shareId}`, `account:${link.person.accountId}`])
      expect(await socket.emitWithAck("join_room", room)).toEqual(noTeam);
    const notification = {
      _id: "notification_1",
      title: "Done",
      description: "It is done.",
      date: new Date().toISOString(),
      seen: false,
      type: "session",
      link: null,
      audience: "team",
    };
    await notifyTeam(link.slug, notification);
    await write(other, "Hello");
    await answered(other);
    expect(await socket.emitWithAck("join_session", { sessionId: visitor.sessionId })).toEqual({ ok: true });
    expect(heard).toEqual([]);
  });
});

/** A link with an answer under way, a socket and a stream that follow it. */
async function underWay(link: Shared) {
  const visitor = await visit(link);
  const socket = await socketOf(visitor);
  await followSession(socket, visitor.sessionId);
  const stream = await streamOf(visitor);
  await write(visitor, "Tell me something long");
  await expect.poll(() => eventsIn(stream.text).some(({ kind }) => kind === "delta")).toBe(true);
  const open = () => [socket.connected, !stream.over];
  expect(open()).toEqual([true, true]);
  return { visitor, open };
}

const gone = async ({ token }: Visitor) => {
  await expect(openSocket(server.url, token)).rejects.toThrow();
};

describe("visitors are out within a second, in the middle of an answer", () => {
  it("when their link is revoked; those of another link stay", async () => {
    const link = await sharedApp(slow);
    const { person, slug, shareId } = link;
    const here = await underWay(link);
    const made = await expectOk(
      callAs(shares.add, { token: person.token, params: { resourceSlug: slug }, body: { appId: link.appId } }),
    );
    const there = await underWay({ ...link, shareId: String(made.shareId) });
    await expectOk(callAs(shares.remove, { token: person.token, params: { resourceSlug: slug, shareId } }));
    await expect.poll(here.open, inTime).toEqual([false, false]);
    expect(there.open()).toEqual([true, true]);
    await gone(here.visitor);
    expect((await callAs(sessions.events, asVisitor(here.visitor))).status).toBe(401);
  });

  it("when their link expires, or is made to end sooner", async () => {
    const link = await sharedApp(slow);
    const { person, slug, shareId } = link;
    const first = await underWay(link);
    const body = { expiresAt: new Date(Date.now() + 1_500).toISOString() };
    await expectOk(callAs(shares.edit, { token: person.token, params: { resourceSlug: slug, shareId }, body }));
    await expect.poll(first.open, inTime).toEqual([false, false]);
    // Until then whoever may come is let in again, and goes by itself.
    const socket = await socketOf(first.visitor);
    const stream = await streamOf(first.visitor);
    await expect.poll(() => [socket.connected, stream.over], { timeout: 2_500 }).toEqual([false, true]);
    await gone(first.visitor);
  });

  it("when the app is closed to them, or deleted", async () => {
    const link = await sharedApp(slow);
    const { person, slug, appId } = link;
    const first = await underWay(link);
    await expectOk(setSharing(person, appId, { sharingMode: "team" }));
    await expect.poll(first.open, inTime).toEqual([false, false]);
    await gone(first.visitor);
    await expectOk(setSharing(person, appId, { sharingMode: "public" }));
    const second = await underWay(link);
    await expectOk(callAs(apps.remove, { token: person.token, params: { resourceSlug: slug, appId } }));
    await expect.poll(second.open, inTime).toEqual([false, false]);
    await gone(second.visitor);
  });

  it("when the team or its organization is deleted", async () => {
    const [one, other] = [await sharedApp(slow), await sharedApp(slow)];
    const [first, second] = [await underWay(one), await underWay(other)];
    const { person, slug } = one;
    const at = { token: person.token, params: { resourceSlug: slug } };
    const { team } = await expectOk(callAs(teams.get, at));
    await expectOk(callAs(teams.remove, { ...at, body: { name: (team as { name: string }).name } }));
    await expect.poll(first.open, inTime).toEqual([false, false]);
    await gone(first.visitor);
    const there = { token: other.person.token, params: { resourceSlug: other.slug } };
    const { org } = await expectOk(callAs(orgs.get, there));
    await expectOk(callAs(orgs.remove, { ...there, body: { name: (org as { name: string }).name } }));
    await expect.poll(second.open, inTime).toEqual([false, false]);
    await gone(second.visitor);
  });

  it("when the link is for members and they are removed from the team", async () => {
    const link = await sharedApp(slow);
    const member = await newPerson("Grace");
    await joinTeam(member, link.slug);
    await expectOk(setSharing(link.person, link.appId, { sharingMode: "team" }));
    const visitor = await visit(link, member.token);
    const socket = await socketOf(visitor);
    const at = { token: link.person.token, params: { resourceSlug: link.slug } };
    await expectOk(callAs(teams.removeMember, { ...at, body: { memberId: member.accountId } }));
    await expect.poll(() => socket.connected, inTime).toBe(false);
    await gone(visitor);
  });

  it("and a stream that was opened in the moment of the cut ends by itself", async () => {
    const link = await sharedApp();
    const { token, sessionId } = await visit(link);
    const { db } = await testDatabase();
    const visitor = await findVisitorByToken(db, token);
    if (!visitor) throw new Error("The link lets nobody in.");
    await changeLink(link.shareId, { expires: new Date(Date.now() - 1) });
    const request = new Request("http://localhost:3000/", { headers: { authorization: `Bearer ${token}` } });
    const ctx = {
      db,
      write: () => Promise.reject(new Error("A stream writes nothing.")),
      request,
      requestId: "test",
      address: "test",
      signal: new AbortController().signal,
      requireRights: async () => undefined,
      startOnce: () => Promise.reject(new Error("A stream starts nothing.")),
      visit: visitor,
    };
    const text = createVisitorStream(ctx, visitor, sessionId, 0).text();
    const late = new Promise((resolve) => setTimeout(() => resolve("late"), 1_000));
    expect(await Promise.race([text, late])).toContain(": connected");
  });
});
