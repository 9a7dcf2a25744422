import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { inbox } from "@/lib/contract/inbox/schemas";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import { createWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { startClock } from "@/lib/server/main/clock";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { bodies } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { at, joinTeam, newApp, newSession, readLog, readMessages, say, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const formFields = [{ name: "city", label: "City", type: "string", required: true }];
const anyone: InputRequestRules = { assignee: { type: "anyone" }, minutes: null, onDeadline: "end", passTo: null };

async function colleague(of: Person, permissions: number[] = [], name = "Ada"): Promise<Person> {
  const person = await newPerson(name);
  await joinTeam(person, of.slug, permissions);
  return person;
}

/** A process of two tasks of somebody's that waits for a form of the first. */
async function waitingForm(owner: Person, asks: Partial<InputRequestRules>) {
  const agentId = await newAgent(owner, "Writer", await newModel(owner));
  const rules = { ...anyone, ...asks };
  const ask = await newTask(owner, "Plan", { agentId, requiresHumanInput: true, formFields, asks: rules });
  const after = await newTask(owner, "Book", { agentId, contextTaskIds: [ask] });
  const sessionId = await newSession(owner, await newProcess(owner, [ask, after]));
  await expectOk(say(owner, sessionId, {}));
  const { lastRun } = await settled(owner, sessionId);
  const log = await readLog(owner, sessionId);
  const [request] = bodies(log, "input_request");
  return { owner, sessionId, lastRun, request, requestId: String(request?.requestId) };
}

type Waiting = Awaited<ReturnType<typeof waitingForm>>;

const answer = (who: Person, { owner, sessionId, requestId }: Waiting, more: object = {}) =>
  callAs(sessions.start, {
    ...at(owner, sessionId),
    token: who.token,
    body: { requestId, decision: "respond", input: { city: "Rome" }, ...more },
  });

const inboxOf = async (who: Person, slug: string) =>
  (await expectOk(callAs(inbox.list, { token: who.token, params: { resourceSlug: slug } }))) as unknown as {
    count: number;
    inputRequests: { mine: boolean }[];
  };

/** The deadline was a minute ago. */
async function overdue(requestId: string): Promise<void> {
  const { db } = await testDatabase();
  const past = { deadline: new Date(Date.now() - 60_000) };
  await db.update(inputRequests).set(past).where(eq(inputRequests.id, requestId));
}

async function clock(): Promise<void> {
  const { db } = await testDatabase();
  onTestFinished(startClock(db, 20));
}

describe("the form of a task", () => {
  it("is answered by the person whom it is for, and by nobody else of the team but its admins", async () => {
    const owner = await newPerson();
    const [named, other, admin] = [
      await colleague(owner, [], "Grace"),
      await colleague(owner),
      await colleague(owner, [Permission.TEAM_ADMIN]),
    ];
    const asks: Partial<InputRequestRules> = { assignee: { type: "account", accountId: named.accountId } };
    const waiting = await waitingForm(owner, asks);
    expect(waiting.request).toMatchObject({ asks: { assignee: { accountId: named.accountId, name: "Grace" } } });
    expect((await answer(other, waiting)).status).toBe(403);
    expect(await inboxOf(named, owner.slug)).toMatchObject({ count: 1, inputRequests: [{ mine: true }] });
    expect(await inboxOf(other, owner.slug)).toMatchObject({ count: 0, inputRequests: [{ mine: false }] });
    await expectOk(answer(named, waiting));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
    const [said] = bodies(await readLog(owner, waiting.sessionId), "input_answer");
    expect(said).toMatchObject({ by: { id: named.accountId, name: "Grace" }, input: { city: "Rome" } });
    const second = await waitingForm(owner, asks);
    await expectOk(answer(admin, second));
    expect((await settled(owner, second.sessionId)).status).toBe("completed");
  });

  it("is answered by whoever may what the role may", async () => {
    const owner = await newPerson();
    const [admin, other] = [await colleague(owner, [Permission.TEAM_ADMIN]), await colleague(owner)];
    const waiting = await waitingForm(owner, { assignee: { type: "role", role: "Team Admin" } });
    expect((await answer(other, waiting)).status).toBe(403);
    await expectOk(answer(admin, waiting));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
  });

  it("is not answered by whom it was for once they have left the team; an admin does", async () => {
    const owner = await newPerson();
    const named = await colleague(owner);
    const waiting = await waitingForm(owner, { assignee: { type: "account", accountId: named.accountId } });
    const { db } = await testDatabase();
    const gone = and(eq(teamMembers.teamId, owner.slug), eq(teamMembers.accountId, named.accountId));
    await db.delete(teamMembers).where(gone);
    expect((await answer(named, waiting)).status).toBe(404);
    await expectOk(answer(owner, waiting));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
  });

  it("goes on with the answer after another worker has taken over", async () => {
    const owner = await newPerson();
    const waiting = await waitingForm(owner, {});
    await worker.stop();
    const { db } = await testDatabase();
    const next = createWorker(db, "worker-next", { pollMs: 20 });
    onTestFinished(async () => {
      await next.stop();
      worker = await testWorker();
    });
    await expectOk(answer(owner, waiting));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
  });
});

describe("the deadline of a task's form", () => {
  it("ends the run with what nobody has answered, and says so once", async () => {
    const owner = await newPerson();
    const waiting = await waitingForm(owner, { minutes: 5 });
    await clock();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await settled(owner, waiting.sessionId)).status).toBe("waiting");
    await overdue(waiting.requestId);
    const ended = () => settled(owner, waiting.sessionId).then(({ status }) => status);
    await expect.poll(ended).toBe("error");
    const { lastRun } = await settled(owner, waiting.sessionId);
    expect(lastRun?.reason).toBe("No one responded in time. The run ended at its deadline.");
    expect((await answer(owner, waiting)).status).toBe(409);
    expect(await inboxOf(owner, owner.slug)).toMatchObject({ count: 0 });
  });

  it("that passed while no server ran is worked once one does: the process goes on without", async () => {
    const owner = await newPerson();
    const waiting = await waitingForm(owner, { minutes: 5, onDeadline: "reject" });
    await overdue(waiting.requestId);
    await worker.stop();
    const { db } = await testDatabase();
    const next = createWorker(db, "worker-next", { pollMs: 20 });
    onTestFinished(async () => {
      await next.stop();
      worker = await testWorker();
    });
    await clock();
    await expect.poll(async () => (await settled(owner, waiting.sessionId)).status).toBe("completed");
    expect(bodies(await readLog(owner, waiting.sessionId), "input_answer")).toMatchObject([
      { decision: "reject", reason: "No one responded in time.", by: { name: "Muster" } },
    ]);
    expect((await readMessages(owner, waiting.sessionId)).length).toBe(2);
  });

  it("asks the next person by name, who answers; whom it was for first is refused from then on", async () => {
    const owner = await newPerson();
    const [first, second] = [await colleague(owner, [], "Grace"), await colleague(owner, [], "Linus")];
    const waiting = await waitingForm(owner, {
      assignee: { type: "account", accountId: first.accountId },
      minutes: 5,
      onDeadline: "pass",
      passTo: { type: "account", accountId: second.accountId },
    });
    expect((await answer(second, waiting)).status).toBe(403);
    await overdue(waiting.requestId);
    await clock();
    await expect.poll(async () => (await inboxOf(second, owner.slug)).count).toBe(1);
    const passed = bodies(await readLog(owner, waiting.sessionId), "notice").filter(({ code }) => code === "passed_on");
    expect(passed).toMatchObject([{ assignee: { type: "account", accountId: second.accountId, name: "Linus" } }]);
    expect((await answer(first, waiting)).status).toBe(403);
    await expectOk(answer(second, waiting));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
  });
});

describe("an answer", () => {
  it("of two people at once is one of them; the other is told", async () => {
    const owner = await newPerson();
    const people = [owner, ...(await Promise.all([colleague(owner), colleague(owner), colleague(owner)]))];
    const waiting = await waitingForm(owner, {});
    const replies = await Promise.all(people.map((who, i) => answer(who, waiting, { input: { city: `City ${i}` } })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const late = replies.find(({ status }) => status === 409)?.body as { error: string } | undefined;
    expect(late?.error).toBe("Someone has already responded to this request.");
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
    expect(bodies(await readLog(owner, waiting.sessionId), "input_answer")).toHaveLength(1);
  });

  it("after the run was stopped, or its app deleted and with it the plan's tasks, says what is the matter", async () => {
    const owner = await newPerson();
    const stopped = await waitingForm(owner, {});
    await expectOk(callAs(sessions.cancel, at(owner, stopped.sessionId)));
    expect(await answer(owner, stopped)).toMatchObject({
      status: 409,
      body: { error: "The run is no longer waiting for this response." },
    });
    const gone = await waitingForm(owner, {});
    const { appId } = await settled(owner, gone.sessionId);
    await expectOk(
      callAs(apps.remove, { token: owner.token, params: { resourceSlug: owner.slug, appId: String(appId) }, body: {} }),
    );
    await expectOk(answer(owner, gone));
    expect((await settled(owner, gone.sessionId)).status).toBe("completed");
  });

  it("by an API key counts as far as the key's permissions go", async () => {
    const owner = await newPerson();
    const [grace, admin] = [await colleague(owner), await colleague(owner, [Permission.TEAM_ADMIN])];
    const waiting = await waitingForm(owner, { assignee: { type: "account", accountId: grace.accountId } });
    const asKey = async (permissions: number[]) => {
      const { secret } = await newKey(admin, { permissions });
      return (await answer({ ...admin, token: secret }, waiting)).status;
    };
    expect(await asKey([])).toBe(403);
    expect(await asKey([Permission.EDIT_TASK, Permission.EDIT_APP])).toBe(403);
    expect((await settled(owner, waiting.sessionId)).status).toBe("waiting");
    expect(await asKey([Permission.TEAM_ADMIN])).toBe(200);
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
  });

  it("that is hostile is refused at its field and leaves the question open", async () => {
    const owner = await newPerson();
    const waiting = await waitingForm(owner, {});
    const tries: [body: object, status: number][] = [
      [{ input: { city: "x".repeat(10_001) } }, 400],
      [{ input: { city: { $ne: 1 } } }, 400],
      [{ input: { city: ["Rome"] } }, 400],
      [{ input: { city: 7 } }, 400],
      [{ input: { city: null } }, 400],
      [{ input: { city: "   " } }, 400],
      [{ input: [] }, 400],
      [{ input: "Rome" }, 400],
      [{ input: { constructor: "Rome" } }, 400],
      [{ decision: "approve", input: undefined }, 400],
      [{ decision: "raised" }, 400],
      [{ requestId: "request_none" }, 404],
    ];
    for (const [body, status] of tries)
      expect([JSON.stringify(body).slice(0, 60), (await answer(owner, waiting, body)).status]).toEqual([
        JSON.stringify(body).slice(0, 60),
        status,
      ]);
    const raw = `{"requestId":"${waiting.requestId}","decision":"respond","input":{"city":"Rome","__proto__":{"a":1}}}`;
    const proto = await callAs(sessions.start, { ...at(owner, waiting.sessionId), body: raw as never });
    expect(proto.status).toBe(400);
    const stranger = await newPerson();
    expect((await answer(stranger, waiting)).status).toBe(404);
    const elsewhere = await newSession(stranger, await newApp(stranger));
    const foreign = callAs(sessions.start, {
      ...at(stranger, elsewhere),
      body: { requestId: waiting.requestId, decision: "respond", input: { city: "x" } },
    });
    expect((await foreign).status).toBe(404);
    expect((await settled(owner, waiting.sessionId)).status).toBe("waiting");
    await expectOk(answer(owner, waiting, { input: { city: "Rome", toString: "no", more: 1 } }));
    expect((await settled(owner, waiting.sessionId)).status).toBe("completed");
    const [said] = bodies(await readLog(owner, waiting.sessionId), "input_answer");
    expect(said?.input).toEqual({ city: "Rome" });
  });
});
