import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { appendEvents } from "@/lib/server/engine/runs/log/events";
import { createWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { partialMessages } from "@/lib/server/platform/db/tables/sessions";
import { callAs, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import {
  at,
  conversation,
  loseLease,
  readLog,
  readMessages,
  readSession,
  runOf,
  say,
  settled,
  testWorker,
} from "../support/sessions";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

/** A tool that must not be called twice: its first call hangs until it is let go, later ones answer at once. */
function payTool() {
  let [times, letGo] = [0, () => {}];
  const first = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const tool: EngineTool = {
    name: "pay",
    description: "Pays",
    parameters: { type: "object", properties: { amount: { type: "number" } } },
    repeatable: false,
    execute: async () => {
      times += 1;
      const call = times;
      if (call === 1) await first;
      return `paid by call ${call}`;
    },
  };
  registerToolSource("test", async () => [tool]);
  onTestFinished(() => removeToolSource("test"));
  return { times: () => times, letGo };
}

const bodies = (log: SessionEvent[], kind: string) =>
  log.filter((event) => event.kind === kind).map(({ body }) => body as Record<string, string>);

/** A run whose worker is lost after the call of `pay` and before its result, taken up by another, which asks. */
async function interrupted() {
  const pay = payTool();
  const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=2000,tools=1");
  const { db } = await testDatabase();
  await say(person, sessionId, { message: "pay 40" });
  await expect.poll(pay.times).toBe(1);
  await loseLease(sessionId);
  const other = createWorker(db, "worker-other", { pollMs: 20 });
  const session = await settled(person, sessionId);
  await other.stop();
  const [request] = bodies(await readLog(person, sessionId), "input_request");
  return { pay, person, sessionId, session, requestId: request?.requestId ?? "", request };
}

const answer = (person: Person, sessionId: string, body: Record<string, unknown>) => say(person, sessionId, body);

describe("a call that may have happened", () => {
  it("is a question to a person: the run waits as a row, with nothing of it in memory", async () => {
    const { pay, person, sessionId, session, request } = await interrupted();
    expect(session).toMatchObject({
      status: "waiting",
      lastRun: { status: "waiting", reason: expect.stringContaining("pay") },
    });
    expect(request).toMatchObject({ kind: "repeat", name: "pay", input: { amount: 40 }, deadline: null });
    expect(Date.parse(request?.startedAt ?? "")).toBeGreaterThan(Date.now() - 20_000);
    expect(await runOf(sessionId)).toMatchObject({ status: "waiting", leaseOwner: null, leaseUntil: null, attempt: 1 });
    const { db } = await testDatabase();
    expect(await db.select().from(partialMessages).where(eq(partialMessages.sessionId, sessionId))).toEqual([]);
    // The lost worker's call ends late: nothing of it is written.
    const before = await readLog(person, sessionId);
    pay.letGo();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readLog(person, sessionId)).toEqual(before);
    expect(pay.times()).toBe(1);
  });

  it("is made again when they say so, once, and the run goes on to its end", async () => {
    const { pay, person, sessionId, requestId } = await interrupted();
    const [question] = await readMessages(person, sessionId);
    const reply = await answer(person, sessionId, { requestId, decision: "approve" });
    expect([reply.status, reply.body]).toEqual([200, { runId: (await runOf(sessionId)).id, messageId: question?._id }]);
    expect((await settled(person, sessionId)).lastRun).toEqual({ status: "completed", reason: null });
    expect(pay.times()).toBe(2);
    const log = await readLog(person, sessionId);
    expect(bodies(log, "tool_result")).toMatchObject([{ output: "paid by call 2" }]);
    expect(bodies(log, "input_answer")).toMatchObject([
      { requestId, decision: "approve", by: { id: person.accountId, name: "Ada" } },
    ]);
    expect(log.map(({ kind }) => kind)).toEqual([
      "message",
      "status",
      "step",
      "tool_call",
      "notice",
      "input_request",
      "status",
      "input_answer",
      "status",
      "notice",
      "tool_result",
      "step",
      "message",
      "status",
    ]);
    expect((await readMessages(person, sessionId)).at(-1)?.text).toContain("paid by call 2");
  });

  it("is skipped when they say so, and the model is told why", async () => {
    const { pay, person, sessionId, requestId } = await interrupted();
    await answer(person, sessionId, { requestId, decision: "reject", reason: "The bank shows it." });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(pay.times()).toBe(1);
    const [result] = bodies(await readLog(person, sessionId), "tool_result");
    expect(result?.error).toMatch(/may have completed.*wasn't retried.*The bank shows it\./);
  });

  it("is asked about again when the server is lost in the repeated call, too", async () => {
    const { pay, person, sessionId, requestId } = await interrupted();
    const { db } = await testDatabase();
    let hanging = 0;
    registerToolSource("test", async () => [
      {
        name: "pay",
        description: "Pays",
        parameters: { type: "object" },
        repeatable: false,
        execute: async () => {
          hanging += 1;
          await new Promise(() => {});
        },
      },
    ]);
    await answer(person, sessionId, { requestId, decision: "approve" });
    await expect.poll(() => hanging).toBe(1);
    await loseLease(sessionId);
    const other = createWorker(db, "worker-third", { pollMs: 20 });
    await settled(person, sessionId);
    await other.stop();
    const requests = bodies(await readLog(person, sessionId), "input_request");
    expect(requests.map(({ name }) => name)).toEqual(["pay", "pay"]);
    expect(Date.parse(requests[1]?.startedAt ?? "")).toBeGreaterThan(Date.parse(requests[0]?.startedAt ?? ""));
    expect([pay.times(), hanging]).toEqual([1, 1]);
    await callAs(sessions.cancel, at(person, sessionId));
  });

  it("that never began, because its arguments do not fit, is nobody's question", async () => {
    const { person, sessionId, requestId } = await interrupted();
    registerToolSource("test", async () => [
      {
        name: "pay",
        description: "Pays",
        parameters: { type: "object", required: ["account"] },
        repeatable: false,
        execute: async () => "never",
      },
    ]);
    await answer(person, sessionId, { requestId, decision: "approve" });
    await settled(person, sessionId);
    const [result] = bodies(await readLog(person, sessionId), "tool_result");
    expect(result?.error).toMatch(/arguments were rejected/);
  });
});

describe("an answer", () => {
  it("is refused twice, from strangers, to unknown requests and with what the kind does not take", async () => {
    const { person, sessionId, requestId } = await interrupted();
    const mallory = await newPerson("Mallory");
    const other = await conversation();
    const ask = async (by: Person, to: string, body: Record<string, unknown>) => {
      const { status, body: got } = await answer(by, to, body);
      return [status, (got as { code: string }).code];
    };
    const decision = "approve";
    expect(await ask(mallory, sessionId, { requestId, decision })).toEqual([404, "not_found"]);
    expect(await ask(other.person, other.sessionId, { requestId, decision })).toEqual([404, "not_found"]);
    expect(await ask(person, sessionId, { requestId: "request_none", decision })).toEqual([404, "not_found"]);
    expect(await ask(person, sessionId, { requestId, decision: "respond" })).toEqual([400, "invalid"]);
    expect(await ask(person, sessionId, { requestId })).toEqual([400, "invalid"]);
    expect(await ask(person, sessionId, { decision })).toEqual([400, "invalid"]);
    expect(await ask(person, sessionId, { requestId, decision, message: "Hi" })).toEqual([400, "invalid"]);
    const both = await Promise.all(
      ["approve", "reject"].map((one) => ask(person, sessionId, { requestId, decision: one })),
    );
    expect(both.map(([status]) => status).sort()).toEqual([200, 409]);
    await settled(person, sessionId);
    expect(await ask(person, sessionId, { requestId, decision })).toEqual([409, "conflict"]);
    expect(bodies(await readLog(person, sessionId), "input_answer")).toHaveLength(1);
  });

  it("is refused a second time while the run waits for another", async () => {
    const { person, sessionId, requestId } = await interrupted();
    const { db } = await testDatabase();
    const { id } = await runOf(sessionId);
    const request = (await readLog(person, sessionId)).find((event) => event.kind === "input_request");
    if (!request) throw new Error("Nobody was asked.");
    const { kind, body } = request;
    const second = { kind, body: { ...body, requestId: "request_second", callId: "second" } };
    await db.transaction((tx) => appendEvents(tx, sessionId, id, [second]));
    const [first, again] = [
      await answer(person, sessionId, { requestId, decision: "reject" }),
      await answer(person, sessionId, { requestId, decision: "reject" }),
    ];
    expect([first.status, again.status, (await runOf(sessionId)).status]).toEqual([200, 409, "waiting"]);
    expect(bodies(await readLog(person, sessionId), "input_answer")).toHaveLength(1);
    await callAs(sessions.cancel, at(person, sessionId));
  });

  it("must come before the next message: a new one, an edit and a retry are refused and name the request", async () => {
    const { person, sessionId, requestId } = await interrupted();
    const [question] = await readMessages(person, sessionId);
    for (const body of [
      { message: "Hello?" },
      { replaces: question?._id },
      { replaces: question?._id, message: "No" },
    ]) {
      const { status, body: got } = await say(person, sessionId, body);
      expect([status, got]).toMatchObject([
        409,
        { code: "conflict", error: expect.stringContaining("pay"), inputRequests: [{ requestId, name: "pay" }] },
      ]);
    }
    expect(await readMessages(person, sessionId)).toHaveLength(1);
  });

  it("starts the run on any worker when this process works none", async () => {
    const { pay, person, sessionId, requestId } = await interrupted();
    const { db } = await testDatabase();
    await worker.stop();
    await answer(person, sessionId, { requestId, decision: "approve" });
    expect((await readSession(person, sessionId)).status).toBe("queued");
    const other = createWorker(db, "worker-elsewhere", { pollMs: 20 });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    await other.stop();
    worker = await testWorker();
    expect(pay.times()).toBe(2);
    const notices = bodies(await readLog(person, sessionId), "notice");
    expect(notices.map(({ code }) => code)).toEqual(["resumed", "repeating"]);
  });
});

describe("cancel", () => {
  it("ends a waiting run at once, and the request with it", async () => {
    const { person, sessionId, requestId } = await interrupted();
    await callAs(sessions.cancel, at(person, sessionId));
    const session = await readSession(person, sessionId);
    expect(session).toMatchObject({ status: "waiting", lastRun: { status: "cancelled" } });
    const late = await answer(person, sessionId, { requestId, decision: "approve" });
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, "conflict"]);
    const log = await readLog(person, sessionId);
    expect(bodies(log, "tool_result")).toMatchObject([{ error: expect.stringMatching(/may have completed/) }]);
    removeToolSource("test");
    expect((await say(person, sessionId, { message: "Go on" })).status).toBe(200);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  });

  it("and an answer at the same moment leave one ending", async () => {
    const { person, sessionId, requestId } = await interrupted();
    await Promise.all([
      callAs(sessions.cancel, at(person, sessionId)),
      answer(person, sessionId, { requestId, decision: "approve" }),
    ]);
    const session = await settled(person, sessionId);
    expect(session.lastRun?.status).toBe("cancelled");
    expect((await runOf(sessionId)).status).toBe("cancelled");
  });
});
