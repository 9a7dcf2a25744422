import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { followAsWatcher } from "@/lib/server/engine/runs/log/watchers";
import { startListening } from "@/lib/server/main/listen";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { joined } from "../support/members";
import { startProcess } from "../support/processes";
import {
  at,
  loseLease,
  newApp,
  newSession,
  readLog,
  readMessages,
  readSession,
  say,
  settled,
} from "../support/sessions";
import { setSharing, shareApp, visit, write } from "../support/visitors";

// A database of its own: workers of other test files must not take these runs.
ownDatabase();

let stopListening: () => Promise<void>;
beforeAll(async () => {
  stopListening = startListening((await testDatabase()).pool);
});
afterAll(() => stopListening());

/** `npm run worker`, or another script, beside this process, which works no runs itself. */
async function startWorkerProcess(script = "lib/scripts/worker.ts", more: Record<string, string> = {}) {
  const variables = { DATA_DIR: process.env.DATA_DIR ?? "", UPLOADS_DIR: process.env.UPLOADS_DIR ?? "", ...more };
  const worker = startProcess(script, variables);
  onTestFinished(() => worker.kill("SIGKILL"));
  await expect.poll(worker.output, { timeout: 60_000 }).toContain("Muster has started");
  return worker;
}

function reader(sessionId: string) {
  const events: SessionEvent[] = [];
  const texts = new Map<string, string>();
  let gaps = 0;
  const stop = followAsWatcher(null, sessionId, 0, (event) => {
    events.push(event);
    const { messageId, offset = 0, text } = event.body as { messageId: string; offset?: number; text: string };
    if (event.kind === "discard") texts.delete(messageId);
    if (event.seq !== null) return;
    const have = texts.get(messageId) ?? "";
    if (event.kind === "delta" && have.length !== offset) gaps += 1;
    texts.set(messageId, have.slice(0, offset) + text);
  });
  onTestFinished(stop);
  return { events, texts, gaps: () => gaps, seqs: () => events.flatMap(({ seq }) => seq ?? []) };
}

async function conversation(model: string) {
  const person = await newPerson();
  const sessionId = await newSession(person, await newApp(person, { model }));
  return { person, sessionId, live: reader(sessionId) };
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe("a run on another process", () => {
  it("waits in the queue for it, is read here as it is written, and is stopped from here within a second", async () => {
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=60,words=600");
    await say(person, sessionId, { message: "Talk for long" });
    expect((await readSession(person, sessionId)).status).toBe("queued");
    await startWorkerProcess();
    await expect.poll(() => [...live.texts.values()].join("").length, { timeout: 10_000 }).toBeGreaterThan(60);
    expect((await readSession(person, sessionId)).status).toBe("running");
    const asked = Date.now();
    await callAs(sessions.cancel, at(person, sessionId));
    const session = await settled(person, sessionId);
    expect(Date.now() - asked).toBeLessThan(1_000);
    expect(session.lastRun?.status).toBe("cancelled");
    await expect.poll(live.seqs).toEqual(range(session.lastSeq));
    expect(live.gaps()).toBe(0);
  });

  it("is stopped within a second once its principal is out of the team, or its visitor's link is revoked", {
    timeout: 30_000,
  }, async () => {
    const ada = await newPerson();
    const [of, bob] = [{ resourceSlug: ada.slug }, await joined(ada)];
    const appId = await newApp(ada, { model: "demo-chat:ttft=1,tps=60,words=2000" });
    await expectOk(setSharing(ada, appId, { sharingMode: "public" }));
    const { shareId, ...link } = await shareApp(ada, appId);
    const visitor = await visit({ ...link, shareId });
    const sessionId = await newSession(bob, appId);
    const lives = [reader(sessionId), reader(visitor.sessionId)];
    await startWorkerProcess();
    await Promise.all([expectOk(say(bob, sessionId, { message: "Talk" })), expectOk(write(visitor, "Talk"))]);
    await expect.poll(() => lives.every(({ texts }) => texts.size > 0), { timeout: 10_000 }).toBe(true);
    const from = Date.now();
    const { token } = ada;
    await expectOk(callAs(teams.removeMember, { token, params: of, body: { memberId: bob.accountId } }));
    await expectOk(callAs(shares.remove, { token, params: { ...of, shareId }, body: {} }));
    const ends = [await settled(ada, sessionId), await settled(ada, visitor.sessionId)];
    expect(Date.now() - from).toBeLessThan(1_000);
    expect(ends.map(({ lastRun }) => lastRun?.status)).toEqual(["error", "cancelled"]);
  });

  it("survives SIGKILL of its worker: another makes the answer anew, once", { timeout: 60_000 }, async () => {
    const first = await startWorkerProcess();
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=80,words=160");
    await say(person, sessionId, { message: "Survive this" });
    await expect.poll(() => live.texts.size, { timeout: 10_000 }).toBe(1);
    await first.kill("SIGKILL");
    await startWorkerProcess();
    const session = await settled(person, sessionId, 30_000);
    expect(session.lastRun?.status).toBe("completed");
    const messages = await readMessages(person, sessionId);
    expect(messages.map(({ role, completed }) => [role, completed])).toEqual([
      ["user", true],
      ["assistant", true],
    ]);
    await expect.poll(live.seqs).toEqual(range(session.lastSeq));
    const kinds = (await readLog(person, sessionId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "discard" || kind === "notice")).toEqual(["discard", "notice"]);
    expect([...live.texts.keys()].filter((id) => id !== messages[1]?._id)).toEqual([]);
  });

  it("is given back at once by a worker that is told to end", { timeout: 30_000 }, async () => {
    const [first] = [await startWorkerProcess()];
    const { person, sessionId, live } = await conversation("demo-chat:ttft=1,tps=80,words=160");
    await say(person, sessionId, { message: "Carry on" });
    await expect.poll(() => live.texts.size, { timeout: 10_000 }).toBe(1);
    const told = Date.now();
    await first.kill("SIGTERM");
    expect(await first.exit()).toBe(0);
    expect(Date.now() - told).toBeLessThan(3_000);
    await startWorkerProcess();
    expect((await settled(person, sessionId, 8_000)).lastRun?.status).toBe("completed");
    expect(await readMessages(person, sessionId)).toHaveLength(2);
  });
});

describe("a call that must not be made twice", () => {
  const model = "demo-chat:ttft=1,tps=2000,tools=1";
  const results = async (person: Person, sessionId: string) =>
    (await readLog(person, sessionId)).filter(({ kind }) => kind === "tool_result").map(({ body }) => body);

  /** Worker processes with the tool `pay`, and a run that is in the middle of its call. */
  async function paying() {
    const folder = process.env.DATA_DIR ?? "";
    const files = { PAID: join(folder, `paid-${randomUUID()}`), GO: join(folder, `go-${randomUUID()}`) };
    const paid = () => (existsSync(files.PAID) ? readFileSync(files.PAID, "utf8").trim().split("\n").length : 0);
    const start = () => startWorkerProcess("tests/support/tool-worker.ts", files);
    const letGo = () => writeFileSync(files.GO, "");
    const first = await start();
    const { person, sessionId } = await conversation(model);
    await say(person, sessionId, { message: "pay" });
    await expect.poll(paid, { timeout: 10_000 }).toBe(1);
    return { person, sessionId, first, start, paid, letGo };
  }

  it("is a question after SIGKILL between call and result; the answer starts the run again", {
    timeout: 60_000,
  }, async () => {
    const { person, sessionId, first, start, paid, letGo } = await paying();
    await first.kill("SIGKILL");
    // That a lease runs out by itself is seen above.
    await loseLease(sessionId);
    const second = await start();
    const session = await settled(person, sessionId, 30_000);
    expect([session.status, session.lastRun?.status, paid()]).toEqual(["waiting", "waiting", 1]);
    // A week later, on another machine.
    await second.kill("SIGTERM");
    const request = (await readLog(person, sessionId)).find(({ kind }) => kind === "input_request");
    const { requestId } = (request?.body ?? {}) as { requestId?: string };
    expect((await say(person, sessionId, { requestId, decision: "approve" })).status).toBe(200);
    letGo();
    await start();
    expect((await settled(person, sessionId, 30_000)).lastRun?.status).toBe("completed");
    expect(paid()).toBe(2);
    expect(await results(person, sessionId)).toMatchObject([{ output: "paid at last" }]);
  });

  it("comes to its end when the worker is told to stop", { timeout: 60_000 }, async () => {
    const { person, sessionId, first, start, paid, letGo } = await paying();
    setTimeout(letGo, 1_000);
    await first.kill("SIGTERM");
    expect(await results(person, sessionId)).toMatchObject([{ output: "paid at last" }]);
    await start();
    expect((await settled(person, sessionId, 30_000)).lastRun?.status).toBe("completed");
    expect(paid()).toBe(1);
  });

  it("waits for its approval across SIGKILL, and is made once by whoever takes the run up after the answer", {
    timeout: 60_000,
  }, async () => {
    const folder = process.env.DATA_DIR ?? "";
    const files = { PAID: join(folder, `paid-${randomUUID()}`), GO: join(folder, `go-${randomUUID()}`), APPROVE: "1" };
    const paid = () => (existsSync(files.PAID) ? readFileSync(files.PAID, "utf8").trim().split("\n").length : 0);
    const start = () => startWorkerProcess("tests/support/tool-worker.ts", files);
    const first = await start();
    const { person, sessionId } = await conversation(model);
    await say(person, sessionId, { message: "pay" });
    expect((await settled(person, sessionId, 30_000)).lastRun?.status).toBe("waiting");
    await first.kill("SIGKILL");
    const request = (await readLog(person, sessionId)).find(({ kind }) => kind === "input_request");
    const { requestId } = (request?.body ?? {}) as { requestId?: string };
    // Nobody works runs between the answer and the call.
    expect((await say(person, sessionId, { requestId, decision: "approve" })).status).toBe(200);
    expect([(await readSession(person, sessionId)).status, paid()]).toEqual(["queued", 0]);
    writeFileSync(files.GO, "");
    await Promise.all([start(), start()]);
    expect((await settled(person, sessionId, 30_000)).lastRun?.status).toBe("completed");
    expect(paid()).toBe(1);
    expect(await results(person, sessionId)).toMatchObject([{ output: "paid at last" }]);
  });
});
