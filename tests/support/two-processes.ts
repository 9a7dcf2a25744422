import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { liveChannel } from "@/lib/server/access/broadcast/broadcast";
import { accountRoom } from "@/lib/server/access/broadcast/rooms";
import { callJson, newApp, newPerson, newSession, type Person } from "../bench/people";
import { sendFromElsewhere } from "./elsewhere";
import { followSession, openSocket } from "./live-reader";
import type { Ending, Muster } from "./many-processes";

const patience = { timeout: 10_000 };
const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

interface View {
  session: { status: string; lastSeq: number; lastRun: { status: string } | null };
}
const viewOf = async (person: Person, sessionId: string) =>
  (await callJson<View>(person, `/${person.slug}/session/${sessionId}.json`)).session;

const post = (person: Person, url: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/${person.slug}/forms/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}`, ...headers },
    body: JSON.stringify(body),
  });

async function socketOf(person: Person, url: string) {
  const socket = await openSocket(url, person.token);
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** What two servers that work no runs and a worker must do for one another, whatever database they share. */
export function twoProcesses(begin: () => Promise<Muster>): void {
  let muster: Muster;
  let worker: Ending;
  let [here, there] = ["", ""];
  beforeAll(async () => {
    muster = await begin();
    const serving = { WORKER: "off" };
    // Two first starts at once: one makes the database, the other waits for it.
    const [one, other] = await Promise.all([muster.server(serving), muster.server(serving)]);
    [here, there] = [one.url, other.url];
    worker = await muster.worker();
  }, 60_000);
  afterAll(() => muster.end(), 30_000);

  /** Somebody with a session, and the page that follows it on the other server. */
  async function conversation(model: string) {
    const person = await newPerson(here);
    const sessionId = await newSession(person, await newApp(person, model));
    const live = await followSession(await socketOf(person, there), sessionId);
    return { person, sessionId, live };
  }

  it("stream a run that was started on one, as it is written, to the other's clients", async () => {
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=100,words=200");
    expect((await post(person, here, `session/${sessionId}/start`, { message: "Tell me" })).status).toBe(200);
    expect(await live.ended).toBe("completed");
    const session = await viewOf(person, sessionId);
    expect(live.seqs).toEqual(range(session.lastSeq));
    expect([live.pieces > 3, live.gaps]).toEqual([true, 0]);
    const { messages } = await callJson<{ messages: { _id: string; text: string }[] }>(
      person,
      `/${person.slug}/session/${sessionId}/messages.json`,
    );
    const answer = messages[1];
    expect(answer?.text.startsWith(live.texts.get(answer._id) ?? "nothing")).toBe(true);
  });

  it("stop a run from either within a second", async () => {
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=40,words=2000");
    await post(person, here, `session/${sessionId}/start`, { message: "Talk for long" });
    await expect.poll(() => live.pieces, patience).toBeGreaterThan(1);
    const asked = performance.now();
    expect((await post(person, there, `session/${sessionId}/cancel`, {})).status).toBe(200);
    expect(await live.ended).toBe("cancelled");
    expect(performance.now() - asked).toBeLessThan(1_000);
  });

  it("make once what is asked of both with one Idempotency-Key", async () => {
    const person = await newPerson(here);
    const appId = await newApp(person, "demo-chat");
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      [here, there, here, there].map((url) => post(person, url, "session/add", { id: appId }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    const { sessions } = await callJson<{ sessions: object[] }>(person, `/${person.slug}/sessions.json`);
    expect(sessions).toHaveLength(1);
    expect((await post(person, there, "session/add", { id: appId, variables: { a: "b" } }, key)).status).toBe(409);
  });

  it("count attempts together", async () => {
    const email = `grace-${randomUUID()}@example.test`;
    const login = async (url: string) =>
      (
        await fetch(`${url}/forms/account/login`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password: "wrong password 1" }),
        })
      ).status;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push(await login(here), await login(there));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it("cut on one the sockets of a session that is signed out on the other, and let nobody back in", async () => {
    const person = await newPerson(here);
    const socket = await socketOf(person, there);
    const { csrf } = await callJson<{ csrf: string }>(person, "/account.json");
    await callJson(person, "/forms/account/logout", { _csrf: csrf });
    await expect.poll(() => socket.connected, patience).toBe(false);
    await expect(openSocket(there, person.token)).rejects.toThrow("Sign in to continue.");
  });

  it("hear what a third process says: a notification once, and the cut of a member who was removed", async () => {
    const [ada, bob] = [await newPerson(here), await newPerson(there)];
    const database = await muster.database();
    const say = (message: object) => sendFromElsewhere(database, liveChannel, message);
    await database.query("insert into team_members (team_id, account_id, permissions) values ($1, $2, '{}')", [
      ada.slug,
      bob.accountId,
    ]);
    const sockets = await Promise.all([socketOf(ada, here), socketOf(bob, there)]);
    const heard = sockets.map((socket) => {
      const got: unknown[] = [];
      socket.on("notification", (one: unknown) => got.push(one));
      return got;
    });
    for (const socket of sockets) expect(await socket.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
    // Longer than PostgreSQL lets a payload be.
    const notification = { title: "Done".repeat(3_000) };
    await say({ kind: "notification", room: ada.slug, notification });
    await expect.poll(() => heard, patience).toEqual([[notification], [notification]]);
    await database.query("delete from team_members where team_id = $1 and account_id = $2", [ada.slug, bob.accountId]);
    await say({ kind: "cut", room: accountRoom(bob.accountId) });
    await expect.poll(() => sockets.map(({ connected }) => connected), patience).toEqual([true, false]);
    const again = await socketOf(bob, here);
    expect(await again.emitWithAck("join_room", ada.slug)).toHaveProperty("error");
    expect(heard).toEqual([[notification], [notification]]);
  });

  it("tell on both of a run that nobody watches, and of none that somebody watches on either", async () => {
    const person = await newPerson(here);
    const appId = await newApp(person, "demo-chat:ttft=100,tps=2000");
    const told = await Promise.all(
      [here, there].map(async (url) => {
        const titles: string[] = [];
        (await socketOf(person, url)).on("notification", ({ title }: { title: string }) => titles.push(title));
        return titles;
      }),
    );
    const run = async (url: string, watch?: (sessionId: string) => Promise<{ ended: Promise<string> }>) => {
      const sessionId = await newSession(person, appId);
      const watching = await watch?.(sessionId);
      // What is watched is told to other processes a moment later.
      await sleep(200);
      await post(person, url, `session/${sessionId}/start`, { message: "Hello" });
      await watching?.ended;
      await expect.poll(async () => (await viewOf(person, sessionId)).status, patience).toBe("waiting");
    };
    for (const url of [here, there])
      await run(here, async (sessionId) => followSession(await socketOf(person, url), sessionId));
    await sleep(200);
    expect(told).toEqual([[], []]);
    await run(there);
    await expect.poll(() => told, patience).toEqual([["Run completed"], ["Run completed"]]);
    const list = await callJson<{ notifications: { title: string }[] }>(person, `/${person.slug}/notifications.json`);
    expect(list.notifications.map(({ title }) => title)).toEqual(["Run completed"]);
    const database = await muster.database();
    const watched = () => database.query("select 1 from session_watchers where account_id = $1", [person.accountId]);
    expect((await watched()).rowCount).toBe(2);
  });

  it("show what was rated on one, there and on the other, once", async () => {
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=2000");
    const started = await post(person, here, `session/${sessionId}/start`, { message: "Hello" });
    const { messageId } = (await started.json()) as { messageId: string };
    await live.ended;
    const beside = await followSession(await socketOf(person, here), sessionId);
    await post(person, here, `session/${sessionId}/feedback`, { messageId, value: 1 });
    const rated = () => [live, beside].map(({ kinds }) => kinds.filter((kind) => kind === "feedback").length);
    await expect.poll(rated, patience).toEqual([1, 1]);
    await sleep(200);
    expect(rated()).toEqual([1, 1]);
  });

  // Most of it waits for leases. tests/api/worker-process.test.ts kills a worker in every run of the tests.
  if (process.env.KILLS === undefined) return;
  it("have the runs of a killed worker taken up by another, each answered once", { timeout: 60_000 }, async () => {
    const talks = await Promise.all(range(3).map(() => conversation("demo-chat:ttft=1,tps=60,words=150")));
    for (const { person, sessionId } of talks)
      await post(person, here, `session/${sessionId}/start`, { message: "Survive" });
    await expect.poll(() => talks.every(({ live }) => live.pieces > 0), patience).toBe(true);
    await worker.kill("SIGKILL");
    worker = await muster.worker();
    for (const { person, sessionId, live } of talks) {
      expect(await live.ended).toBe("completed");
      expect(live.seqs).toEqual(range((await viewOf(person, sessionId)).lastSeq));
      expect(live.kinds.filter((kind) => kind === "discard" || kind === "notice")).toEqual(["discard", "notice"]);
      expect(live.kinds.filter((kind) => kind === "message")).toHaveLength(2);
    }
  });
}
