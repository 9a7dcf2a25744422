import { describe, expect, it, onTestFinished } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { bodies } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { at, joinTeam, loseLease, newSession, readLog, say, settled } from "../support/sessions";
import type { Recorded } from "../support/standins/types";
import { newAgent, newModel, newProcess, newTask } from "../support/tasks";
import { answered, asVisitor, setSharing, shareApp, visit, write } from "../support/visitors";

ownDatabase();
const standin = openAiForAll();

const number: EngineTool["parameters"] = {
  type: "object",
  properties: { amount: { type: "number" } },
  required: ["amount"],
};

/** `pay` waits for a person; answers what it was called with. `there`: whether agents have it, and with what schema. */
function payTool() {
  const made: unknown[] = [];
  const there: { parameters: EngineTool["parameters"] | null } = { parameters: number };
  registerToolSource("test", async () =>
    there.parameters
      ? [
          {
            name: "pay",
            description: "Pays",
            repeatable: false,
            requireApproval: true,
            parameters: there.parameters,
            execute: async (input: unknown) => {
              made.push((input as { amount: unknown }).amount);
              return "It is paid.";
            },
          },
        ]
      : [],
  );
  onTestFinished(() => removeToolSource("test"));
  return { made, there };
}

async function team() {
  const person = await newPerson();
  const modelId = await newModel(person, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } });
  return { person, modelId, agentId: await newAgent(person, "Writer", modelId) };
}

const messagesOf = ({ body }: Recorded) => (body as unknown as { messages: { role: string }[] }).messages;
const resultsIn = (request: Recorded): number => messagesOf(request).filter(({ role }) => role === "tool").length;
const told = (request: Recorded): string => JSON.stringify(messagesOf(request));

async function waiting(person: Person, appId: string) {
  const sessionId = await newSession(person, appId);
  await expectOk(say(person, sessionId, {}));
  expect((await settled(person, sessionId)).status).toBe("waiting");
  return { sessionId, requests: bodies(await readLog(person, sessionId), "input_request") };
}

describe("several questions of one process", () => {
  it("answered at the same moment are each taken, and the run goes on once with all of them", async () => {
    const { person, agentId } = await team();
    const { made } = payTool();
    const form = await newTask(person, "Ask", { agentId, description: "Ask them.", requiresHumanInput: true });
    const pay = await newTask(person, "Pay", { agentId, description: "Pay twice." });
    const end = await newTask(person, "End", { agentId, description: "End it.", contextTaskIds: [form, pay] });
    const appId = await newProcess(person, [form, pay, end]);
    standin().behave((request) => {
      const step = resultsIn(request) === 0 && told(request).includes("Your task: Pay");
      return step ? { tools: [1, 2].map((amount) => ({ name: "pay", input: { amount } })) } : { text: "Done." };
    });
    const { sessionId, requests } = await waiting(person, appId);
    expect(requests.map(({ kind }) => kind).sort()).toEqual(["approval", "approval", "form"]);
    const colleagues = await Promise.all(requests.map(() => newPerson()));
    for (const one of colleagues) await joinTeam(one, person.slug);
    const replies = await Promise.all(
      requests.map(({ requestId, kind }, i) => {
        const said = kind === "form" ? { decision: "respond", input: { input: "Blue" } } : { decision: "approve" };
        const who = { ...at(person, sessionId), token: colleagues[i]?.token ?? "" };
        return callAs(sessions.start, { ...who, body: { requestId, ...said } });
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(made.sort()).toEqual([1, 2]);
    const log = await readLog(person, sessionId);
    const finished = bodies(log, "task").filter(({ state }) => state === "finished");
    expect([finished.length, bodies(log, "input_answer").length]).toEqual([3, 3]);
  });
});

describe("a question within delegated work", () => {
  it("is answered after another worker has taken over, with other arguments, and the call is made once", async () => {
    const { person, modelId, agentId } = await team();
    const { made } = payTool();
    const taskId = await newTask(person, "Launch", { description: "Launch it." });
    const led = { process: "hierarchical", managerModelId: modelId, agentIds: [agentId] };
    const appId = await newProcess(person, [taskId], led);
    standin().behave((request) => {
      const done = resultsIn(request) > 0;
      if (!told(request).includes("You are Manager"))
        return done ? { text: "It is paid for." } : { tools: [{ name: "pay", input: { amount: 40 } }] };
      return done
        ? { text: "Launched." }
        : { tools: [{ name: "delegate_work", input: { agent: "Writer", work: "Pay." } }] };
    });
    const { sessionId, requests } = await waiting(person, appId);
    expect(requests).toMatchObject([{ kind: "approval", name: "pay", taskId, delegation: expect.any(String) }]);
    const { db } = await testDatabase();
    const other = createWorker(db, "worker-second", { pollMs: 20 });
    onTestFinished(() => other.stop());
    const requestId = String(requests[0]?.requestId);
    await expectOk(say(person, sessionId, { requestId, decision: "approve", args: { amount: 4 } }));
    await loseLease(sessionId);
    await expect.poll(async () => (await settled(person, sessionId)).status).toMatch(/completed|waiting/);
    const now = await settled(person, sessionId);
    // Lost before the call was written as begun it is made, once; after that a person is asked.
    if (now.status === "completed") expect(made).toEqual([4]);
    else expect(bodies(await readLog(person, sessionId), "input_request").at(-1)).toMatchObject({ kind: "repeat" });
    expect(made.length).toBeLessThan(2);
  });
});

describe("an approval", () => {
  it("of a tool that the agent has no more says so to the model, and the run goes on", async () => {
    const { person, agentId } = await team();
    const { made, there } = payTool();
    const appId = await newProcess(person, [await newTask(person, "Pay", { agentId })]);
    standin().behave((request) =>
      resultsIn(request) > 0 ? { text: "So be it." } : { tools: [{ name: "pay", input: { amount: 1 } }] },
    );
    const { sessionId, requests } = await waiting(person, appId);
    there.parameters = null;
    await expectOk(say(person, sessionId, { requestId: requests[0]?.requestId, decision: "approve" }));
    expect((await settled(person, sessionId)).status).toBe("completed");
    const [result] = bodies(await readLog(person, sessionId), "tool_result");
    expect([result?.error, made]).toEqual(["There is no tool named pay anymore.", []]);
  });

  it("of arguments that the tool takes no more is not made, and the model reads why", async () => {
    const { person, agentId } = await team();
    const { made, there } = payTool();
    const appId = await newProcess(person, [await newTask(person, "Pay", { agentId })]);
    standin().behave((request) =>
      resultsIn(request) > 0 ? { text: "So be it." } : { tools: [{ name: "pay", input: { amount: 1 } }] },
    );
    const { sessionId, requests } = await waiting(person, appId);
    there.parameters = { type: "object", properties: { amount: { type: "string" } } };
    await expectOk(say(person, sessionId, { requestId: requests[0]?.requestId, decision: "approve" }));
    expect((await settled(person, sessionId)).status).toBe("completed");
    const [result] = bodies(await readLog(person, sessionId), "tool_result");
    expect([result?.error, made]).toEqual(["The arguments were rejected: “amount” must be string.", []]);
  });
});

describe("a call that was broken off", () => {
  it("is repeated by nobody but whom its approval was for", async () => {
    const { person, modelId } = await team();
    const [grace, other] = [await newPerson("Grace"), await newPerson()];
    for (const one of [grace, other]) await joinTeam(one, person.slug);
    const agentId = await newAgent(person, "Payer", modelId);
    const made: unknown[] = [];
    const free: (() => void)[] = [];
    registerToolSource("test", async () => [
      {
        name: "pay",
        description: "Pays",
        repeatable: false,
        requireApproval: true,
        parameters: number,
        asks: {
          assignee: { type: "account", accountId: grace.accountId },
          minutes: null,
          onDeadline: "end",
          passTo: null,
        },
        execute: async (input) => {
          made.push(input);
          if (made.length === 1) await new Promise<void>((resolve) => free.push(resolve));
          return "It is paid.";
        },
      },
    ]);
    onTestFinished(() => {
      removeToolSource("test");
      for (const resolve of free) resolve();
    });
    const appId = await newProcess(person, [await newTask(person, "Pay", { agentId })]);
    await expectOk(setSharing(person, appId, { sharingMode: "public" }));
    standin().behave((request) =>
      resultsIn(request) > 0 ? { text: "So be it." } : { tools: [{ name: "pay", input: { amount: 1 } }] },
    );
    const visitor = await visit(await shareApp(person, appId));
    await expectOk(write(visitor, ""));
    expect((await answered(visitor)).status).toBe("waiting");
    const { sessionId } = visitor;
    const asked = async () => bodies(await readLog(person, sessionId), "input_request").at(-1) ?? {};
    const answer = async (who: { token: string }, requestId: unknown) =>
      (
        await callAs(sessions.start, {
          ...at(person, sessionId),
          token: who.token,
          body: { requestId, decision: "approve" },
        })
      ).status;
    expect(await answer(grace, (await asked()).requestId)).toBe(200);
    await expect.poll(() => made.length).toBe(1);
    await loseLease(sessionId);
    const { db } = await testDatabase();
    const next = createWorker(db, "worker-fourth", { pollMs: 20 });
    onTestFinished(() => next.stop());
    expect((await settled(person, sessionId)).status).toBe("waiting");
    const request = await asked();
    expect(request).toMatchObject({
      kind: "repeat",
      asks: { assignee: { accountId: grace.accountId, name: "Grace" } },
    });
    const { requestId } = request;
    const asVisitors = callAs(sessions.start, { ...asVisitor(visitor), body: { requestId, decision: "approve" } });
    expect([await answer(other, requestId), (await asVisitors).status]).toEqual([403, 403]);
    expect(made).toHaveLength(1);
    expect(await answer(grace, requestId)).toBe(200);
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(made).toHaveLength(2);
  });

  it("and that the tool would not take any more is not called unmade: the model reads that it may have happened", async () => {
    const { person, agentId } = await team();
    const made: unknown[] = [];
    let revision = 1;
    let free: () => void = () => undefined;
    registerToolSource("test", async () => [
      {
        name: "pay",
        description: "Pays",
        repeatable: false,
        origin: { toolId: "tool_pay", revisionId: `revision_${revision}`, revision, operation: null },
        parameters: { type: "object", properties: { amount: { type: revision === 1 ? "number" : "string" } } },
        execute: async (input) => {
          made.push(input);
          await new Promise<void>((resolve) => {
            free = resolve;
          });
        },
      },
    ]);
    onTestFinished(() => {
      removeToolSource("test");
      free();
    });
    const appId = await newProcess(person, [await newTask(person, "Pay", { agentId })]);
    standin().behave((request) =>
      resultsIn(request) > 0 ? { text: "So be it." } : { tools: [{ name: "pay", input: { amount: 1 } }] },
    );
    const sessionId = await newSession(person, appId);
    await expectOk(say(person, sessionId, {}));
    await expect.poll(() => made.length).toBe(1);
    revision = 2;
    await loseLease(sessionId);
    const { db } = await testDatabase();
    const other = createWorker(db, "worker-third", { pollMs: 20 });
    onTestFinished(() => other.stop());
    expect((await settled(person, sessionId)).status).toBe("completed");
    const [result] = bodies(await readLog(person, sessionId), "tool_result");
    expect(result?.error).toBe(
      "The server was interrupted during this call. It may have completed. pay has changed and takes different arguments.",
    );
    expect(made).toHaveLength(1);
  });
});
