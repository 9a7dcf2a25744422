import "@/lib/server/resources/tools/agent-tools";
import { describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { setApp } from "../support/budgets";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { answering, bodies, newWriter, type Prompted, started, taskEvents, toldIn } from "../support/process-runs";
import { at, newSession, readMessages, say, settled } from "../support/sessions";
import { newAgent, newProcess, newTask, newVariable } from "../support/tasks";
import { madeTool } from "../support/tools";
import { answered, shareApp, visit, visitorMessages, write } from "../support/visitors";

ownDatabase();

const standin = openAiForAll();
const team = () => newWriter(standin().key);

describe("a sequential process", () => {
  it("gives each task to its agent with the outputs that it needs, and ends as completed", async () => {
    const { person, agentId } = await team();
    const first = await newTask(person, "Research", { agentId, description: "Find facts on {topic}." });
    const second = await newTask(person, "Write", { agentId, description: "Write it up.", contextTaskIds: [first] });
    await newVariable(person, "topic");
    const appId = await newProcess(person, [first, second]);
    const asked: string[] = [];
    standin().behave((request) => {
      asked.push(toldIn(request));
      return answering({ "Find facts": { text: "Ships float." }, "Write it up": { text: "An essay." } })(request);
    });
    const sessionId = await newSession(person, appId);
    const refused = await say(person, sessionId, {});
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "variables.topic" }] } });
    await expectOk(say(person, sessionId, { variables: { topic: "ships" } }));
    const session = await settled(person, sessionId);
    expect(session).toMatchObject({
      status: "completed",
      appType: "process",
      lastRun: { status: "completed", reason: null },
    });
    expect(asked[0]).toContain("Find facts on ships.");
    expect(asked[1]).toContain("Ships float.");
    expect(await taskEvents(person, sessionId)).toEqual([
      `started ${first}`,
      `finished ${first}`,
      `started ${second}`,
      `finished ${second}`,
    ]);
    const messages = await readMessages(person, sessionId);
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ["user", "Start"],
      ["assistant", "An essay."],
    ]);
    expect((await say(person, sessionId, {})).status).toBe(409);
  });

  it("works independent tasks at the same time, and others as soon as what they wait for is done", async () => {
    const { person, agentId } = await team();
    const [one, two] = [
      await newTask(person, "One", { agentId, description: "Do the first." }),
      await newTask(person, "Two", { agentId, description: "Do the second." }),
    ];
    const last = await newTask(person, "Last", { agentId, description: "Join.", contextTaskIds: [one, two] });
    const appId = await newProcess(person, [one, two, last], { fullOutput: true });
    let under = 0;
    let most = 0;
    standin().behave((request) => {
      under += 1;
      most = Math.max(most, under);
      setTimeout(() => {
        under -= 1;
      }, 250);
      return { text: toldIn(request).includes("Join.") ? "Joined." : "Part.", ttftMs: 300 };
    });
    const sessionId = await started(person, appId);
    await settled(person, sessionId);
    expect(most).toBe(2);
    const events = await taskEvents(person, sessionId);
    expect(events.slice(0, 2).sort()).toEqual([`started ${one}`, `started ${two}`].sort());
    expect(events.slice(-2)).toEqual([`started ${last}`, `finished ${last}`]);
    expect((await readMessages(person, sessionId)).map(({ text }) => text)).toEqual([
      "Start",
      "Part.",
      "Part.",
      "Joined.",
    ]);
  });

  it("puts outputs into variables that later tasks read, and into files to download", async () => {
    const { person, agentId } = await team();
    const result = await newVariable(person, "result");
    const first = await newTask(person, "Count", { agentId, description: "Count.", outputVariableId: result });
    const second = await newTask(person, "Tell", {
      agentId,
      description: "Tell about {result}.",
      storeTaskOutput: true,
      taskOutputFileName: "report",
    });
    const appId = await newProcess(person, [first, second]);
    standin().behave(answering({ "Count.": { text: "forty-two" }, "Tell about forty-two": { text: "# Told" } }));
    const sessionId = await started(person, appId);
    expect(await settled(person, sessionId)).toMatchObject({ status: "completed", variables: { result: "forty-two" } });
    const [, answer] = await readMessages(person, sessionId);
    expect(answer).toMatchObject({ text: "# Told", parts: [{ type: "file", filename: "report.md" }] });
    const fileId = answer?.parts[0]?.fileId ?? "";
    const file = await callAs(sessions.file, {
      token: person.token,
      params: { resourceSlug: person.slug, sessionId, fileId },
    });
    expect(await file.response.text()).toBe("# Told");
    const stranger = await newPerson("Mallory");
    const theirs = { token: stranger.token, params: { resourceSlug: person.slug, sessionId, fileId } };
    expect((await callAs(sessions.file, theirs)).status).toBe(404);
  });

  it("wants an output that fits its schema, asks once more, and then fails by name", async () => {
    const { person, agentId } = await team();
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    const taskId = await newTask(person, "Count", { agentId, structuredOutput: schema, storeTaskOutput: true });
    const appId = await newProcess(person, [taskId]);
    standin().behave((request) => ({
      text: toldIn(request).includes("Your response is invalid") ? '```json\n{"n":7}\n```' : "Seven",
    }));
    const good = await started(person, appId);
    expect((await settled(person, good)).status).toBe("completed");
    expect((await taskEvents(person, good)).map((event) => event.split(" ")[0])).toEqual([
      "started",
      "repair",
      "finished",
    ]);
    const messages = await readMessages(person, good);
    expect(messages.map(({ text }) => text)).toEqual(["Start", '```json\n{\n  "n": 7\n}\n```']);
    expect(messages[1]?.parts).toMatchObject([{ filename: "Count.json", mimeType: "application/json" }]);
    standin().behave({ text: '{"n":"seven"}' });
    const bad = await started(person, appId);
    expect((await settled(person, bad)).lastRun).toMatchObject({
      status: "error",
      reason: expect.stringMatching(/^The task “Count” failed\. .*“n” must be number/),
    });
    expect((await bodies(person, bad, "step")).length).toBe(2);
    expect((await taskEvents(person, bad)).at(-1)).toBe(`failed ${taskId}`);
    standin().behave({ text: '{"n":1}' });
    await expectOk(say(person, bad, {}));
    expect((await settled(person, bad)).status).toBe("completed");
  });

  it("asks for input by a form, waits without anything in memory, and goes on with the answer", async () => {
    const { person, agentId } = await team();
    const city = await newVariable(person, "city");
    const formFields = [
      { name: "city", label: "City", type: "select", options: ["Oslo", "Rome"], required: true, variableId: city },
      { name: "days", label: "Days", type: "number", required: false },
    ];
    const ask = await newTask(person, "Plan", {
      agentId,
      description: "Plan a trip.",
      requiresHumanInput: true,
      formFields,
    });
    const other = await newTask(person, "Greet", { agentId, description: "Greet." });
    const last = await newTask(person, "Book", { agentId, description: "Book {city}." });
    const appId = await newProcess(person, [ask, other, last]);
    const asked: string[] = [];
    standin().behave((request) => {
      asked.push(toldIn(request));
      return { text: "Done." };
    });
    const sessionId = await started(person, appId);
    const waiting = await settled(person, sessionId);
    expect(waiting).toMatchObject({ status: "waiting", lastRun: { status: "waiting" } });
    const [request] = await bodies(person, sessionId, "input_request");
    expect(request).toMatchObject({ kind: "form", taskId: ask, form: { fields: formFields } });
    const requestId = String(request?.requestId);
    expect(asked).toHaveLength(1);
    const refuse = async (input: object) => {
      const { status, body } = await say(person, sessionId, { requestId, decision: "respond", input });
      return [status, (body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)];
    };
    expect(await refuse({ city: "Paris" })).toEqual([400, ["input.city"]]);
    expect(await refuse({ days: "x" })).toEqual([400, ["input.city", "input.days"]]);
    expect((await say(person, sessionId, {})).status).toBe(409);
    await expectOk(
      say(person, sessionId, { requestId, decision: "respond", input: { city: "Rome", days: 3, more: "no" } }),
    );
    expect(await settled(person, sessionId)).toMatchObject({ status: "completed", variables: { city: "Rome" } });
    expect(asked.find((text) => text.includes("Plan a trip."))).toContain("City: Rome");
    expect(asked.find((text) => text.includes("Book"))).toContain("Book Rome.");
    expect(asked).toHaveLength(3);
  });

  it("stops its other tasks when one fails, and when somebody stops it", async () => {
    const { person, agentId } = await team();
    const bad = await newTask(person, "Fail", { agentId, description: "Fail now." });
    const slow = await newTask(person, "Slow", { agentId, description: "Take long." });
    const appId = await newProcess(person, [bad, slow]);
    standin().behave(
      answering({
        "Fail now": { fault: { kind: "status", status: 400, message: "No such thing" }, ttftMs: 300 },
        "Take long": { text: "word ".repeat(2000), tps: 20 },
      }),
    );
    const sessionId = await started(person, appId);
    const { lastRun } = await settled(person, sessionId);
    expect(lastRun).toMatchObject({ status: "error", reason: expect.stringMatching(/^The task “Fail” failed\. /) });
    const again = await started(person, await newProcess(person, [slow]));
    await expect.poll(async () => (await taskEvents(person, again)).length).toBe(1);
    await expectOk(callAs(sessions.cancel, at(person, again)));
    expect(await settled(person, again, 3_000)).toMatchObject({ status: "cancelled" });
    standin().behave({ text: "Quick." });
    await expectOk(say(person, again, {}));
    expect((await settled(person, again)).status).toBe("completed");
  });

  it("is asked for what it has no agent for before it costs anything", async () => {
    const { person, agentId } = await team();
    const taskId = await newTask(person, "Write", { agentId });
    const appId = await newProcess(person, [taskId]);
    const { tasks } = await import("@/lib/contract/tasks/schemas");
    await expectOk(
      callAs(tasks.edit, {
        token: person.token,
        params: { resourceSlug: person.slug, taskId },
        body: { agentId: null },
      }),
    );
    const sessionId = await started(person, appId);
    expect((await settled(person, sessionId)).lastRun).toEqual({
      status: "error",
      reason: "The task “Write” failed. The task “Write” has no agent. Choose one for the task.",
    });
  });
});

describe("what a process is told", () => {
  it("is what was written at its start, in every task, and that somebody declined a form", async () => {
    const { person, agentId } = await team();
    const ask = await newTask(person, "Ask", { agentId, description: "Ask.", requiresHumanInput: true });
    const other = await newTask(person, "Other", { agentId, description: "Other.", requiresHumanInput: true });
    const appId = await newProcess(person, [ask, other]);
    const asked: string[] = [];
    standin().behave((request) => {
      asked.push(toldIn(request));
      return { text: "Done." };
    });
    const sessionId = await started(person, appId, { message: "Be brief, please." });
    expect((await settled(person, sessionId)).status).toBe("waiting");
    // The tasks begin at once, so either may ask first.
    const requests = await bodies(person, sessionId, "input_request");
    const [one, two] = ["Ask", "Other"].map((name) => requests.find((request) => request.name === name));
    expect([one?.kind, two?.kind, asked.length]).toEqual(["form", "form", 0]);
    const first = { requestId: String(one?.requestId), decision: "respond", input: { input: "Blue" } };
    await expectOk(say(person, sessionId, first));
    expect((await say(person, sessionId, first)).status).toBe(409);
    expect((await settled(person, sessionId)).status).toBe("waiting");
    await expectOk(
      say(person, sessionId, { requestId: String(two?.requestId), decision: "reject", reason: "No idea." }),
    );
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(asked.every((text) => text.includes("Be brief, please."))).toBe(true);
    expect(asked.find((text) => text.includes("Your task: Ask."))).toContain("Your input: Blue");
    expect(asked.find((text) => text.includes("Your task: Other."))).toMatch(/declined to fill it in.*No idea\./);
  });

  it("are the tools of its task beside the agent's, and whom it may pass work on to", async () => {
    const { person, modelId, agentId } = await team();
    const tool = await madeTool(person);
    const boss = await newAgent(person, "Boss", modelId, { allowDelegation: true });
    const plain = await newTask(person, "Plain", { agentId, description: "Plain.", toolIds: [tool] });
    const passing = await newTask(person, "Passing", { agentId: boss, description: "Passing." });
    const appId = await newProcess(person, [plain, passing], { agentIds: [agentId, boss] });
    const offered: Record<string, string> = {};
    standin().behave((request) => {
      const what = toldIn(request).includes("Plain.") ? "plain" : "passing";
      offered[what] = JSON.stringify((request.body as { tools?: unknown }).tools ?? []);
      return { text: "Done." };
    });
    await settled(person, await started(person, appId));
    expect(offered.plain).toContain('"doubler"');
    expect(offered.plain).not.toContain("delegate_work");
    expect(offered.passing).toContain('"enum":["Writer"]');
    expect(offered.passing).not.toContain('"doubler"');
  });

  it("stays inside for visitors: they read the answer, not what led to it", async () => {
    const { person, agentId } = await team();
    const first = await newTask(person, "Secret work", { agentId, description: "First." });
    const second = await newTask(person, "Answer", { agentId, description: "Second.", contextTaskIds: [first] });
    const appId = await newProcess(person, [first, second], { sharingMode: "public" });
    standin().behave(answering({ "First.": { text: "inner words" }, "Second.": { text: "outer words" } }));
    const visitor = await visit(await shareApp(person, appId));
    await expectOk(write(visitor, ""));
    expect(await answered(visitor)).toMatchObject({ status: "completed", appType: "process" });
    const messages = await visitorMessages(visitor);
    expect(messages.map(({ text }) => text)).toEqual(["Start", "outer words"]);
    expect(JSON.stringify(messages)).not.toMatch(/inner words|Secret work|Writer|task_/);
  });

  it("waits where a budget is used up, and goes on once somebody lets it", async () => {
    const { person, agentId } = await team();
    const first = await newTask(person, "One", { agentId, description: "One." });
    const second = await newTask(person, "Two", { agentId, description: "Two.", contextTaskIds: [first] });
    const appId = await newProcess(person, [first, second]);
    await expectOk(setApp(person, appId, { tokens: 1 }));
    let asked = 0;
    standin().behave(() => {
      asked += 1;
      return { text: "Done." };
    });
    const sessionId = await started(person, appId);
    expect((await settled(person, sessionId)).status).toBe("waiting");
    expect(asked).toBe(1);
    const [request] = await bodies(person, sessionId, "input_request");
    expect(request).toMatchObject({ kind: "budget" });
    await expectOk(say(person, sessionId, { requestId: String(request?.requestId), decision: "approve" }));
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(asked).toBe(2);
  });
});

describe("a hierarchical process", () => {
  it("lets its manager give work to the listed agents and to nobody else", async () => {
    const { person, modelId, agentId } = await team();
    await newAgent(person, "Outsider", modelId);
    const taskId = await newTask(person, "Launch", { description: "Launch it." });
    const appId = await newProcess(person, [taskId], {
      process: "hierarchical",
      managerModelId: modelId,
      agentIds: [agentId],
    });
    const offered: unknown[] = [];
    standin().behave((request) => {
      const { messages } = request.body as unknown as Prompted;
      const text = toldIn(request);
      if (!text.includes("You are Manager")) return { text: "I wrote it." };
      offered.push((request.body as { tools?: unknown }).tools);
      const results = messages.filter(({ role }) => role === "tool");
      if (results.length === 0)
        return { tools: [{ name: "delegate_work", input: { agent: "Outsider", work: "Write." } }] };
      if (results.length === 1)
        return { tools: [{ name: "delegate_work", input: { agent: "Writer", work: "Write." } }] };
      return { text: "Launched." };
    });
    const sessionId = await started(person, appId);
    expect((await settled(person, sessionId)).status).toBe("completed");
    const results = await bodies(person, sessionId, "tool_result");
    expect(results).toMatchObject([
      { name: "delegate_work", error: expect.stringContaining("were rejected"), taskId },
      { name: "delegate_work", output: "I wrote it.", taskId },
    ]);
    expect(JSON.stringify(offered[0])).not.toContain("Outsider");
    const [inner] = (await bodies(person, sessionId, "message")).filter(({ delegation }) => delegation);
    expect(inner).toMatchObject({ authorName: "Writer", inner: true, text: "I wrote it.", taskId });
    expect((await readMessages(person, sessionId)).map(({ text }) => text)).toEqual(["Start", "Launched."]);
  });
});
