import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { liveChannel } from "@/lib/server/access/broadcast/broadcast";
import { disconnectAccount } from "@/lib/server/access/broadcast/disconnect";
import { notifyAccount, notifyTeam } from "@/lib/server/access/broadcast/notify";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { startListening } from "@/lib/server/main/listen";
import { getProvided } from "@/lib/server/platform/process/registry";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { sendFromElsewhere } from "../support/elsewhere";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { newApp, newSession, readMessages, say, settled, testWorker } from "../support/sessions";

let server: LoopbackServer;
let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(async () => {
  await worker.stop();
  await server.close();
});

function open(auth: object, headers: Record<string, string> = {}): Socket {
  const options = { path: "/socket.io", auth, extraHeaders: headers, transports: ["websocket"], reconnection: false };
  const socket = connect(server.url, { ...options, forceNew: true });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** Runs `work` while every reader of the table of sessions waits. */
async function whileSessionsAreLocked(work: () => Promise<void>): Promise<void> {
  const { db } = await testDatabase();
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table sessions in access exclusive mode`);
    await work();
  });
}

/** Resolves once it is connected, or with why it was refused. */
const connected = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("connect", () => resolve("connected"));
    socket.once("connect_error", ({ message }) => resolve(message));
  });

async function signedIn(person: Person): Promise<Socket> {
  const socket = open({ token: person.token });
  expect(await connected(socket)).toBe("connected");
  return socket;
}

const notification = {
  _id: "notification_1",
  title: "Done",
  description: "It is **done**.",
  date: new Date().toISOString(),
  seen: false,
  type: "session",
  link: null,
  audience: "team",
};
/** Who follows the session on this process. */
const readersOf = (sessionId: string): number =>
  getProvided<Map<string, { readers: Set<unknown> }>>("session-channels")?.get(sessionId)?.readers.size ?? 0;

const heard = (socket: Socket): unknown[] => {
  const got: unknown[] = [];
  socket.on("notification", (one: unknown) => got.push(one));
  return got;
};

describe("the handshake", () => {
  it("takes a token, or the cookie of a page of our own", async () => {
    const { token } = await newPerson();
    const cookie = `other=1; muster_session=${token}`;
    const own = "http://localhost:3000";
    expect(await connected(open({ token }))).toBe("connected");
    expect(await connected(open({}, { cookie, origin: own }))).toBe("connected");
    const refused: [object, Record<string, string>][] = [
      [{}, {}],
      [{ token: "ms_wrong" }, {}],
      [{ token: { $ne: "" } }, {}],
      [{}, { cookie }],
      [{}, { cookie, origin: "http://evil.test" }],
    ];
    for (const [auth, headers] of refused) expect(await connected(open(auth, headers))).toBe("Sign in to continue.");
  });
});

describe("rooms", () => {
  it("lets members hear their team, and nobody else's", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const [mine, theirs] = [await signedIn(ada), await signedIn(mallory)];
    const got = [heard(mine), heard(theirs)];
    expect(await mine.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
    expect(await theirs.emitWithAck("join_room", ada.slug)).toEqual({
      error: "This team doesn't exist or is no longer available.",
    });
    expect(await theirs.emitWithAck("join_room", `account:${ada.accountId}`)).toHaveProperty("error");
    expect(await theirs.emitWithAck("join_room", { no: "slug" })).toEqual({ error: "This message isn't valid." });
    await notifyTeam(ada.slug, notification);
    await expect.poll(() => got[0]).toEqual([notification]);
    expect(await mine.emitWithAck("leave_room", ada.slug)).toEqual({ ok: true });
    await notifyTeam(ada.slug, notification);
    await notifyAccount(ada.accountId, { ...notification, title: "For you" });
    await expect.poll(() => got[0]).toEqual([notification, { ...notification, title: "For you" }]);
    expect(got[1]).toEqual([]);
  });

  it("lets members hear what another process has to say to their team", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const [mine, theirs] = [await signedIn(ada), await signedIn(mallory)];
    const got = [heard(mine), heard(theirs)];
    await mine.emitWithAck("join_room", ada.slug);
    await theirs.emitWithAck("join_room", mallory.slug);
    const { pool } = await testDatabase();
    const stopListening = startListening(pool);
    onTestFinished(stopListening);
    const say = () => sendFromElsewhere(pool, liveChannel, { kind: "notification", room: ada.slug, notification });
    // Its ear is open a moment after it was told to listen.
    await expect.poll(async () => (await say()) && (got[0]?.length ?? 0)).toBeGreaterThan(0);
    expect(got[0]?.[0]).toEqual(notification);
    await notifyTeam(mallory.slug, { ...notification, title: "For Mallory" });
    await expect.poll(() => got[1]).toEqual([{ ...notification, title: "For Mallory" }]);
    // What it missed, once it listens again.
    const missed = { kind: "notification", room: ada.slug, notification: { ...notification, title: "Missed" } };
    await sendFromElsewhere(pool, liveChannel, missed, { withoutNotice: true });
    const listening =
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen muster%' or query = 'select'";
    await pool.query(listening);
    await expect.poll(() => got[0]?.at(-1), { timeout: 10_000 }).toEqual(missed.notification);
    expect(got[0]?.filter((one) => JSON.stringify(one) === JSON.stringify(missed.notification))).toHaveLength(1);
    expect(mine.connected).toBe(true);
  });

  it("cuts the connections of a token that signs out, and of an account", async () => {
    const ada = await newPerson();
    const socket = await signedIn(ada);
    const login = await expectOk(callAs(accounts.login, { body: { email: ada.email, password: ada.password } }));
    const other = open({ token: String(login.token) });
    expect(await connected(other)).toBe("connected");
    await expectOk(callAs(accounts.logout, { token: ada.token, body: { _csrf: ada.csrf } }));
    await expect.poll(() => socket.connected).toBe(false);
    expect(other.connected).toBe(true);
    await disconnectAccount(ada.accountId);
    await expect.poll(() => other.connected).toBe(false);
  });
});

describe("a new password", () => {
  it("cuts every connection of the account but the one that chose it", async () => {
    const ada = await newPerson();
    const login = await expectOk(callAs(accounts.login, { body: { email: ada.email, password: ada.password } }));
    const [mine, other] = [await signedIn(ada), open({ token: String(login.token) })];
    expect(await connected(other)).toBe("connected");
    const body = { current: ada.password, password: "another fine password 7" };
    await expectOk(callAs(accounts.changePassword, { token: ada.token, body }));
    await expect.poll(() => other.connected).toBe(false);
    expect(mine.connected).toBe(true);
  });
});

describe("signing out elsewhere", () => {
  it("cuts the connections of that session at once, and of no other", async () => {
    const ada = await newPerson();
    const [one, two] = await Promise.all(
      [1, 2].map(async () => {
        const login = await expectOk(callAs(accounts.login, { body: { email: ada.email, password: ada.password } }));
        const socket = open({ token: String(login.token) });
        expect(await connected(socket)).toBe("connected");
        return socket;
      }),
    );
    const mine = await signedIn(ada);
    const { sessions } = (await expectOk(callAs(security.get, { token: ada.token }))) as {
      sessions: { _id: string; current: boolean }[];
    };
    const tokenId = sessions.find(({ current }) => !current)?._id ?? "";
    await expectOk(callAs(security.endSession, { token: ada.token, params: { tokenId } }));
    await expect.poll(() => [one, two].filter((socket) => socket?.connected).length).toBe(1);
    await expectOk(callAs(security.endOthers, { token: ada.token }));
    await expect.poll(() => [one, two].filter((socket) => socket?.connected).length).toBe(0);
    expect(mine.connected).toBe(true);
  });
});

describe("sessions", () => {
  it("replays from the cursor, goes live, and gives a partial again", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada, { model: "demo-chat:ttft=1,tps=200,words=150" }));
    await say(ada, sessionId, { message: "Hello" });
    const socket = await signedIn(ada);
    const events: SessionEvent[] = [];
    const texts = new Map<string, string>();
    socket.on("session_event", (event: SessionEvent) => {
      events.push(event);
      const { messageId, offset = 0, text } = event.body as { messageId: string; offset?: number; text: string };
      if (event.seq === null) texts.set(messageId, (texts.get(messageId) ?? "").slice(0, offset) + text);
    });
    expect(await socket.emitWithAck("join_session", { sessionId, after: 1 })).toEqual({ ok: true });
    await expect.poll(() => texts.size).toBe(1);
    const [messageId = ""] = texts.keys();
    const partials = () => events.filter(({ kind }) => kind === "partial").length;
    const before = partials();
    await socket.emitWithAck("partial_again", { sessionId, messageId });
    expect(partials()).toBe(before + 1);
    await settled(ada, sessionId);
    await expect.poll(() => events.flatMap(({ seq }) => seq ?? [])).toEqual([2, 3, 4, 5]);
    expect(texts.get(messageId)).toBe((await readMessages(ada, sessionId)).at(-1)?.text);
    // What the model was sent is for the trace alone.
    expect(events.filter(({ kind }) => kind === "step").map(({ body }) => body)).toMatchObject([{ prompt: null }]);
    expect(await socket.emitWithAck("leave_session", { sessionId })).toEqual({ ok: true });
    await say(ada, sessionId, { message: "Unheard" });
    await settled(ada, sessionId);
    expect(events.flatMap(({ seq }) => seq ?? [])).toEqual([2, 3, 4, 5]);
  });

  it("refuses a stranger, an unknown session and too many at once", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const app = await newApp(ada);
    const sessionId = await newSession(ada, app);
    const gone = { error: "This session doesn't exist or is no longer available." };
    const theirs = await signedIn(mallory);
    expect(await theirs.emitWithAck("join_session", { sessionId, after: 0 })).toEqual(gone);
    expect(await theirs.emitWithAck("join_session", { sessionId: "session_none", after: 0 })).toEqual(gone);
    expect(await theirs.emitWithAck("join_session", { sessionId, after: -1 })).toHaveProperty("error");
    const invalid = { error: "This message isn't valid." };
    expect(await theirs.emitWithAck("join_session", { sessionId: "session\0", after: 0 })).toEqual(invalid);
    expect(await theirs.emitWithAck("join_room", "team\0")).toEqual(invalid);
    const mine = await signedIn(ada);
    const answers: unknown[] = [];
    for (let i = 0; i < 21; i += 1)
      answers.push(await mine.emitWithAck("join_session", { sessionId: await newSession(ada, app), after: 0 }));
    expect(answers.filter((answer) => "ok" in (answer as object))).toHaveLength(20);
  });

  it("are left when the page leaves at once, or goes while its join is being looked at", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const [leaver, gone] = [await signedIn(ada), await signedIn(ada)];
    const events: SessionEvent[] = [];
    leaver.on("session_event", (event: SessionEvent) => events.push(event));
    const { db } = await testDatabase();
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table sessions`);
      gone.emit("join_session", { sessionId, after: 0 });
      await sleep(150);
      gone.disconnect();
      await sleep(150);
    });
    leaver.emit("join_session", { sessionId, after: 0 });
    expect(await leaver.emitWithAck("leave_session", { sessionId })).toEqual({ ok: true });
    await expect.poll(() => readersOf(sessionId)).toBe(0);
    await say(ada, sessionId, { message: "Unheard" });
    await settled(ada, sessionId);
    expect(events).toEqual([]);
    expect(readersOf(sessionId)).toBe(0);
  });

  it("refuses what is more than a connection may have waiting, and closes one that goes on", async () => {
    const ada = await newPerson();
    const socket = await signedIn(ada);
    const join = { sessionId: "session_none", after: 0 };
    const cut = new Promise((resolve) => socket.once("disconnect", resolve));
    const replies: string[] = [];
    await whileSessionsAreLocked(async () => {
      for (let i = 0; i < 1_000; i += 1)
        socket.emit("join_session", join, (reply: { error: string }) => replies.push(reply.error));
      await expect.poll(() => replies.length).toBe(900);
      expect(new Set(replies)).toEqual(new Set(["Too many requests. Wait a moment."]));
    });
    await expect.poll(() => replies.length).toBe(1_000);
    expect(await socket.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
    await whileSessionsAreLocked(async () => {
      for (let i = 0; i < 3_000; i += 1) socket.emit("join_session", join);
      expect(await cut).toBe("io server disconnect");
    });
  });
});
