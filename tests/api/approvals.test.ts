import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { appendEvents } from "@/lib/server/engine/runs/log/events";
import { createWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { bodies, guardedTools, waitingApproval } from "../support/approvals";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { listed } from "../support/notifications";
import { at, conversation, joinTeam, readLog, runOf, say, settled, testWorker } from "../support/sessions";
import { answered, asVisitor, sharedApp, visit, write } from "../support/visitors";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const results = async (...of: Parameters<typeof readLog>) => bodies(await readLog(...of), "tool_result");

describe("a call that needs an approval", () => {
  it("waits as a row, with the tool, its arguments, who asks and what they have to fit", async () => {
    const { calls } = guardedTools();
    const { sessionId, session, requests } = await waitingApproval();
    expect(session).toMatchObject({
      status: "waiting",
      lastRun: { status: "waiting", reason: "Guide wants to call pay and is waiting for approval." },
    });
    expect(requests).toMatchObject([
      {
        kind: "approval",
        name: "pay",
        input: { amount: 40 },
        approval: { agentName: "Guide", schema: { type: "object" } },
      },
    ]);
    expect(await runOf(sessionId)).toMatchObject({ status: "waiting", leaseOwner: null, attempt: 0 });
    expect(calls).toEqual([]);
  });

  it("is made once it is approved, with who did so in the log", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    expect((await say(person, sessionId, { requestId, decision: "approve" })).status).toBe(200);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(calls).toEqual([{ name: "pay", input: { amount: 40 } }]);
    const log = await readLog(person, sessionId);
    expect(bodies(log, "input_answer")).toMatchObject([
      { requestId, kind: "approval", decision: "approve", by: { id: person.accountId, name: "Ada" } },
    ]);
    expect(bodies(log, "tool_result")).toMatchObject([{ output: "pay is done" }]);
    expect(bodies(log, "tool_result")[0]).not.toHaveProperty("changedInput");
  });

  it("is made with the arguments that somebody has put in place of the model's, and the model is told", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    const wrong = await say(person, sessionId, { requestId, decision: "approve", args: { amount: "much" } });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "args" }] } });
    expect((await say(person, sessionId, { requestId, decision: "approve", args: { amount: 4 } })).status).toBe(200);
    await settled(person, sessionId);
    expect(calls).toEqual([{ name: "pay", input: { amount: 4 } }]);
    const log = await readLog(person, sessionId);
    expect(bodies(log, "input_answer")).toMatchObject([{ args: { amount: 4 } }]);
    expect(bodies(log, "tool_result")).toMatchObject([{ changedInput: { amount: 4 } }]);
    expect(JSON.stringify(bodies(log, "step")[1]?.prompt)).toContain("A user changed the arguments to");
  });

  it("is not made once it is rejected, and the model reads why", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    await say(person, sessionId, { requestId, decision: "reject", reason: "Too much." });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(calls).toEqual([]);
    expect(await results(person, sessionId)).toMatchObject([
      { error: "This call wasn't approved, so it wasn't made. Reason: Too much." },
    ]);
  });

  it("is answered in its place: what somebody gives is the result", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    expect((await say(person, sessionId, { requestId, decision: "respond" })).status).toBe(400);
    await say(person, sessionId, { requestId, decision: "respond", input: { paid: [40] } });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(calls).toEqual([]);
    expect(await results(person, sessionId)).toMatchObject([{ output: { paid: [40] } }]);
  });

  it("is answered by the first of two at once; the other is told so", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    const both = await Promise.all(
      ["approve", "reject"].map((decision) => say(person, sessionId, { requestId, decision })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      error: "Someone has already responded to this request.",
    });
    await settled(person, sessionId);
    expect(bodies(await readLog(person, sessionId), "input_answer")).toHaveLength(1);
    expect(calls.length).toBeLessThan(2);
  });

  it("is nobody's to answer who is not in the team, and any member's who sees the session", async () => {
    guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    const stranger = await newPerson();
    const as = (who: typeof person) =>
      callAs(sessions.start, { ...at(person, sessionId), token: who.token, body: { requestId, decision: "approve" } });
    expect((await as(stranger)).status).toBe(404);
    await joinTeam(stranger, person.slug);
    expect((await as(stranger)).status).toBe(200);
    await settled(person, sessionId);
  });

  it("with invalid arguments is not asked about", async () => {
    const { calls } = guardedTools({ parameters: { type: "object", required: ["never"], properties: {} } });
    const { requests, session } = await waitingApproval();
    expect([requests, calls, session.lastRun?.status]).toEqual([[], [], "completed"]);
  });
});

describe("several calls of one step", () => {
  it("wait together, while those that need no approval are made, once", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requests } = await waitingApproval("pay 40, refund and note");
    expect(requests.map(({ name }) => name)).toEqual(["pay", "refund"]);
    expect(calls.map(({ name }) => name)).toEqual(["note"]);
    await say(person, sessionId, { requestId: requests[1]?.requestId, decision: "reject" });
    expect((await runOf(sessionId)).status).toBe("waiting");
    await say(person, sessionId, { requestId: requests[0]?.requestId, decision: "approve" });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(calls.map(({ name }) => name)).toEqual(["note", "pay"]);
    const log = await readLog(person, sessionId);
    expect(
      bodies(log, "tool_result")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["note", "pay", "refund"]);
    expect(bodies(log, "input_request")).toHaveLength(2);
  });
});

describe("in a visitor's session", () => {
  it("is the team's to give: whoever made the app is told, the visitor reads and decides nothing of it", async () => {
    const { calls } = guardedTools();
    const link = await sharedApp({ model: "demo-chat:ttft=1,tps=2000" });
    const visitor = await visit(link);
    await expectOk(write(visitor, "pay 40"));
    expect((await answered(visitor)).lastRun?.reason).toBe(
      "The answer will continue once someone on the team has reviewed the next step.",
    );
    const { person } = link;
    const request = bodies(await readLog(person, visitor.sessionId), "input_request")[0];
    const decided = { requestId: request?.requestId, decision: "approve" };
    const own = await callAs(sessions.start, { ...asVisitor(visitor), body: decided });
    expect([own.status, calls]).toEqual([403, []]);
    expect(await listed(person)).toMatchObject([{ type: "input_request" }]);
    expect((await say(person, visitor.sessionId, decided)).status).toBe(200);
    await answered(visitor);
    expect(calls).toEqual([{ name: "pay", input: { amount: 40 } }]);
  });
});

describe("after a crash", () => {
  it("before the question was written, it is asked, and nothing was called", async () => {
    const { calls } = guardedTools();
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=2000");
    const { db } = await testDatabase();
    await worker.stop();
    await say(person, sessionId, { message: "Hello" });
    const { id } = await runOf(sessionId);
    const call = { callId: "call_1", name: "pay", input: { amount: 1 }, approval: true };
    await db.transaction((tx) => appendEvents(tx, sessionId, id, [{ kind: "tool_call", body: call }]));
    await db
      .update(runs)
      .set({ status: "running", leaseOwner: "lost", leaseUntil: new Date(0), attempt: 1 })
      .where(eq(runs.id, id));
    worker = await testWorker();
    const session = await settled(person, sessionId);
    expect([session.status, calls]).toEqual(["waiting", []]);
    expect(bodies(await readLog(person, sessionId), "input_request")).toMatchObject([
      { kind: "approval", callId: "call_1" },
    ]);
  });

  it("between the answer and the call, it is made once, by whoever takes the run up", async () => {
    const { calls } = guardedTools();
    const { person, sessionId, requestId } = await waitingApproval();
    await worker.stop();
    expect((await say(person, sessionId, { requestId, decision: "approve", args: { amount: 7 } })).status).toBe(200);
    expect((await runOf(sessionId)).status).toBe("queued");
    const { db } = await testDatabase();
    const others = ["one", "two"].map((name) => createWorker(db, `worker-${name}`, { pollMs: 10 }));
    await settled(person, sessionId);
    await Promise.all(others.map((one) => one.stop()));
    worker = await testWorker();
    expect(calls).toEqual([{ name: "pay", input: { amount: 7 } }]);
  });

  it("in the call itself, somebody is asked whether to repeat it, with the arguments that were approved", async () => {
    let began = 0;
    guardedTools({
      execute: async () => {
        began += 1;
        if (began === 1) await new Promise(() => {});
        return "done";
      },
    });
    const { person, sessionId, requestId } = await waitingApproval();
    await say(person, sessionId, { requestId, decision: "approve", args: { amount: 7 } });
    await expect.poll(() => began).toBe(1);
    const { db } = await testDatabase();
    await db
      .update(runs)
      .set({ leaseOwner: "lost", leaseUntil: new Date(0) })
      .where(eq(runs.sessionId, sessionId));
    await settled(person, sessionId);
    const asked = bodies(await readLog(person, sessionId), "input_request");
    expect(asked.map(({ kind }) => kind)).toEqual(["approval", "repeat"]);
    expect(asked[1]).toMatchObject({ input: { amount: 7 } });
    expect(began).toBe(1);
  });

  it("a run that is stopped while it waits says that the call was not made", async () => {
    guardedTools();
    const { person, sessionId } = await waitingApproval();
    await callAs(sessions.cancel, at(person, sessionId));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
    expect(await results(person, sessionId)).toMatchObject([
      { error: "The run ended before this call was approved. It wasn't made." },
    ]);
  });
});
