import { describe, expect, it, onTestFinished } from "vitest";
import { sessions } from "@/lib/contract/sessions";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/runs/tools";
import { makeWorker } from "@/lib/server/runs/worker";
import { bodies } from "../support/approvals";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { at, joinTeam, loseLease, newSession, readLog, readMessages, say, settled } from "../support/sessions";
import type { Recorded } from "../support/standins/types";
import { addTask, newAgent, newModel, newProcess, newTask } from "../support/tasks";

ownDatabase();
const standin = openAiForAll();

const number = { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] } as const;

/** `pay` waits for a person; answers what it was called with. `there`: whether agents have it, and with what schema. */
function payTool() {
  const made: unknown[] = [];
  const there: { parameters: EngineTool["parameters"] | null } = { parameters: number };
  registerToolSource("test", async () =>
    there.parameters
      ? [
          {
            ...{ name: "pay", description: "Pays", repeatable: false, requireApproval: true },
            parameters: there.parameters,
            execute: async (input) => {
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
    const other = makeWorker(db, "worker-second", { pollMs: 20 });
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
    expect([result?.error, made]).toEqual(["There is no tool named pay any more.", []]);
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
    expect([result?.error, made]).toEqual(["The arguments do not fit: amount must be string.", []]);
  });
});

describe("the file of a task's output", () => {
  const names: [task: string, filename: string | undefined][] = [
    ["../../etc/passwd", undefined],
    ['Report"; filename=evil.exe', undefined],
    ["CON", undefined],
    ["…", undefined],
    ["Plan", "page.html"],
    ["Plan", "script.svg"],
  ];
  it.each(names)("of %j, %j is a download by a plain name and nothing that a browser runs", async (name, filename) => {
    const { person, agentId } = await team();
    standin().behave({ text: "<script>alert(1)</script>" });
    const kept = { agentId, storeTaskOutput: true, ...(filename && { taskOutputFileName: filename }) };
    const appId = await newProcess(person, [await newTask(person, name, kept)]);
    const sessionId = await newSession(person, appId);
    await expectOk(say(person, sessionId, {}));
    expect((await settled(person, sessionId)).status).toBe("completed");
    const part = (await readMessages(person, sessionId)).at(-1)?.parts[0];
    expect(part?.filename).toMatch(/^[^/\\\p{Cc}\p{Cf}\p{Zl}"]{1,200}$/u);
    const to = { token: person.token, params: { resourceSlug: person.slug, sessionId, fileId: part?.fileId ?? "" } };
    const { headers } = (await callAs(sessions.file, to)).response;
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("has no name that leads elsewhere", async () => {
    const { person } = await team();
    for (const taskOutputFileName of [
      "../x.md",
      "a/b",
      "a\\b",
      "a\u0000b",
      "a\nb",
      "a\u202Eb",
      "a\uD800b",
      "..",
      ".",
      "x".repeat(300),
    ])
      expect([taskOutputFileName, (await addTask(person, { taskOutputFileName })).status]).toEqual([
        taskOutputFileName,
        400,
      ]);
  });
});
