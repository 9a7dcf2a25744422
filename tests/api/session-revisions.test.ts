import { beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { newSession, readLog, readMessages, readSession, say, settled, testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { deleted } from "../support/trash";

beforeAll(testWorker);

const edit = (person: Person, agentId: string, body: object) =>
  expectOk(
    callAs(agents.edit, { token: person.token, params: { resourceSlug: person.slug, agentId }, body: { ...body } }),
  );
const editApp = (person: Person, appId: string, body: object) =>
  expectOk(callAs(apps.edit, { token: person.token, params: { resourceSlug: person.slug, appId }, body: { ...body } }));

async function withChat(more: object = {}) {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const agentId = await newAgent(ada, "Guide", modelId, more);
  const to = { token: ada.token, params: { resourceSlug: ada.slug } };
  const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
  const { _id } = await expectOk(callAs(apps.add, { ...to, body }));
  return { ada, modelId, agentId, appId: String(_id) };
}

async function ask(person: Person, sessionId: string, body: Record<string, unknown> = { message: "Hello" }) {
  await expectOk(say(person, sessionId, body));
  return settled(person, sessionId);
}

const answered = async (person: Person, sessionId: string) =>
  (await readMessages(person, sessionId)).flatMap(({ role, agentRevision }) =>
    role === "assistant" ? [agentRevision] : [],
  );

/** What the last model call was told, and the model. */
async function lastCall(person: Person, sessionId: string): Promise<string> {
  const steps = (await readLog(person, sessionId)).filter(({ kind }) => kind === "step");
  return JSON.stringify(steps.at(-1)?.body);
}

describe("a chat", () => {
  it("stays on the revision with which it began, and says so", async () => {
    const { ada, agentId, appId } = await withChat({ goal: "Speak of boats" });
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId);
    expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([]);
    await edit(ada, agentId, { goal: "Speak of trains", name: "Conductor" });
    await edit(ada, agentId, { role: "a conductor" });
    await ask(ada, sessionId);
    expect(await answered(ada, sessionId)).toEqual([1, 1]);
    expect(await lastCall(ada, sessionId)).toContain("Speak of boats");
    const earlier = { type: "agent", _id: agentId, name: "Conductor", revision: 1, applied: 3 };
    expect((await readSession(ada, sessionId)).earlierRevisions).toEqual([earlier]);
    const listed = await expectOk(callAs(sessions.list, { token: ada.token, params: { resourceSlug: ada.slug } }));
    expect(JSON.stringify(listed)).not.toContain("evisions");

    const next = await newSession(ada, appId);
    await ask(ada, next);
    expect(await answered(ada, next)).toEqual([3]);
    expect(await lastCall(ada, next)).toContain("Speak of trains");
  });

  it("begins with its first message: one that was only opened uses what is applied then", async () => {
    const { ada, agentId, appId } = await withChat();
    const sessionId = await newSession(ada, appId);
    await edit(ada, agentId, { goal: "Another" });
    await ask(ada, sessionId);
    expect(await answered(ada, sessionId)).toEqual([2]);
  });

  it("that is a test follows what is applied", async () => {
    const { ada, agentId, appId } = await withChat();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const { _id } = await expectOk(callAs(sessions.add, { ...to, body: { id: appId, test: true } }));
    await ask(ada, String(_id));
    await edit(ada, agentId, { goal: "Another" });
    await ask(ada, String(_id));
    expect(await answered(ada, String(_id))).toEqual([1, 2]);
  });

  it("keeps the earlier revision's model, and continues with the applied one once that model is deleted", async () => {
    const { ada, agentId, appId, modelId } = await withChat();
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId);
    await edit(ada, agentId, { modelId: await newModel(ada, { model: "demo-chat:ttft=2,tps=2000" }) });
    await ask(ada, sessionId);
    expect(await lastCall(ada, sessionId)).toContain(modelId);
    const params = { resourceSlug: ada.slug, modelId };
    await expectOk(callAs(models.remove, { token: ada.token, params, body: { force: true } }));
    expect((await ask(ada, sessionId)).lastRun?.status).toBe("completed");
    expect(await answered(ada, sessionId)).toEqual([1, 1, 2]);
  });

  it("leaves out tools and variables of the earlier revision that were deleted since", async () => {
    const { ada, agentId, appId } = await withChat();
    const variableId = await newVariable(ada, "city", "Ulm");
    await edit(ada, agentId, { goal: "Speak of {city}", variableIds: [variableId] });
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId);
    await edit(ada, agentId, { goal: "Speak of towns", variableIds: [] });
    await ask(ada, sessionId);
    expect(await lastCall(ada, sessionId)).toContain("Speak of Ulm");
    await deleted(ada, "variable", variableId);
    expect((await ask(ada, sessionId)).lastRun?.status).toBe("completed");
    expect(await answered(ada, sessionId)).toEqual([2, 2, 2]);
  });
});

describe("a process", () => {
  it("stays on its revision and its agents' when it is started again", async () => {
    const ada = await newPerson();
    const failing = await newModel(ada, { model: "demo-chat:fail=401" });
    const agentId = await newAgent(ada, "Writer", failing, { goal: "Write of boats" });
    const first = await newTask(ada, "First", { agentId });
    const second = await newTask(ada, "Second", { agentId });
    const appId = await newProcess(ada, [first, second]);
    const sessionId = await newSession(ada, appId);
    expect((await ask(ada, sessionId, {})).lastRun?.status).toBe("error");
    await editApp(ada, appId, { taskIds: [first] });
    await edit(ada, agentId, { goal: "Write of trains" });
    await deleted(ada, "task", second);
    await ask(ada, sessionId, {});
    const bodies = (await readLog(ada, sessionId)).map(({ body }) => body as { state?: string; appRevision?: number });
    const planned = bodies.filter(({ state }) => state === "planned");
    expect(planned).toMatchObject([
      { appRevision: 1, tasks: [{ taskId: first }, { taskId: second }] },
      { appRevision: 1, tasks: [{ taskId: first }] },
    ]);
    expect(await lastCall(ada, sessionId)).toMatch(/"agentRevision":1.+Write of boats/);
    expect((await readSession(ada, sessionId)).earlierRevisions).toMatchObject([
      { type: "app", _id: appId, name: "Process", revision: 1 },
      { type: "agent", _id: agentId, name: "Writer", revision: 1, applied: 2 },
    ]);
  });

  it("asks for what its own revision requires", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Writer", await newModel(ada, { model: "demo-chat:fail=401" }));
    const appId = await newProcess(ada, [await newTask(ada, "First", { agentId })]);
    const sessionId = await newSession(ada, appId);
    await ask(ada, sessionId, {});
    const variableId = await newVariable(ada, "city");
    await editApp(ada, appId, { variableIds: [variableId] });
    expect((await readSession(ada, sessionId)).app?.variables).toEqual([]);
    const next = await newSession(ada, appId);
    expect((await readSession(ada, next)).app?.variables).toMatchObject([{ name: "city" }]);
  });
});
