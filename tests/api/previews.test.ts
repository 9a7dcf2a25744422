import { beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { Permission } from "@/lib/permissions/bits";
import "@/lib/server/resources/tools/agent-tools";
import { removeOldTests } from "@/lib/server/resources/sessions/remove-tests";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import {
  expectHidden,
  joinTeam,
  readLog,
  readMessages,
  readSession,
  say,
  settled,
  testWorker,
} from "../support/sessions";
import { newAgent, newModel, newTask, newVariable } from "../support/tasks";
import { functionTool, madeTool } from "../support/tools";

ownDatabase();
beforeAll(() => testWorker());

const to = ({ token }: Person, slug: string) => ({ token, params: { resourceSlug: slug } });
const preview = (person: Person, body: object, slug = person.slug) =>
  callAs("type" in body ? apps.preview : agents.preview, { ...to(person, slug), body: body as never });
const started = async (person: Person, body: object) => String((await expectOk(preview(person, body)))._id);

const unsaved = (modelId: string, more: object = {}) => ({
  name: "Draft",
  role: "a guide",
  goal: "Help",
  backstory: "Knows the way.",
  modelId,
  ...more,
});
const offline = (person: Person) => newModel(person);

describe("the preview of an agent", () => {
  it("answers with the unsaved definition and its tools, and is in no list and no count", async () => {
    const ada = await newPerson();
    const modelId = await offline(ada);
    const toolId = await madeTool(ada, functionTool({}, { functionName: "double" }));
    const sessionId = await started(ada, unsaved(modelId, { toolIds: [toolId] }));
    expect(await readSession(ada, sessionId)).toMatchObject({ name: "Draft", agentName: "Draft", appId: null });
    await expectOk(say(ada, sessionId, { message: "Please double 21." }));
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
    const calls = (await readLog(ada, sessionId)).filter(({ kind }) => kind === "tool_call");
    expect(calls[0]?.body).toMatchObject({ toolId });
    expect((await readMessages(ada, sessionId)).map(({ role }) => role)).toEqual(["user", "assistant"]);
    const list = await expectOk(callAs(sessions.list, to(ada, ada.slug)));
    expect(list.sessions).toEqual([]);
    expect((await expectOk(callAs(agents.list, to(ada, ada.slug)))).agents).toEqual([]);
    expect((await readSession(ada, sessionId)).usage.inputTokens).toBeGreaterThan(0);
  });

  it("asks for the variables of its prompts", async () => {
    const ada = await newPerson();
    await newVariable(ada, "city");
    const agent = unsaved(await offline(ada), { goal: "Help in {city}" });
    const sessionId = await started(ada, agent);
    expect((await readSession(ada, sessionId)).app?.variables).toMatchObject([{ name: "city", required: true }]);
    expect((await say(ada, sessionId, { message: "Hi" })).status).toBe(400);
    await expectOk(say(ada, sessionId, { message: "Hi", variables: { city: "Oslo" } }));
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
  });

  it("refuses what saving would refuse, at the same fields", async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const modelId = await offline(ada);
    const issues = async (agent: object) => {
      const { status, body } = await preview(ada, agent);
      return [status, (body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)];
    };
    expect(await issues(unsaved(modelId, { name: "" }))).toEqual([400, ["name"]]);
    expect(await issues(unsaved(await offline(eve)))).toEqual([400, ["modelId"]]);
    expect(await issues(unsaved(modelId, { toolIds: [await madeTool(eve)] }))).toEqual([400, ["toolIds.0"]]);
    await newVariable(ada, "token", "x-1234", { secret: true });
    expect(await issues(unsaved(modelId, { role: "Knows {token}" }))).toEqual([400, ["role"]]);
    const other = await newAgent(eve, "Eve's", await offline(eve));
    expect((await preview(ada, { ...unsaved(modelId), agentId: other })).status).toBe(404);
  });

  it("needs the permission to save it, and is its creator's alone", async () => {
    const [ada, bob, eve] = [await newPerson(), await newPerson(), await newPerson()];
    const modelId = await offline(ada);
    const agentId = await newAgent(ada, "Stored", modelId);
    const agent = unsaved(modelId);
    await joinTeam(bob, ada.slug, [Permission.EDIT_AGENT]);
    expect((await preview(bob, agent, ada.slug)).status).toBe(403);
    expect((await preview(bob, { ...agent, agentId }, ada.slug)).status).toBe(200);
    expect((await preview(eve, { ...agent, agentId }, ada.slug)).status).toBe(404);
    const sessionId = await started(ada, agent);
    await expectHidden({ ...bob, slug: ada.slug }, sessionId);
  });
});

describe("the preview of an app", () => {
  it("runs an unsaved chat with its starters", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Guide", await offline(ada));
    const app = {
      name: "New chat",
      type: "chat",
      sharingMode: "team",
      agentId,
      conversationStarters: ["Where?"],
      maxMessages: 2,
    };
    const sessionId = await started(ada, app);
    expect((await readSession(ada, sessionId)).app).toMatchObject({ conversationStarters: ["Where?"], maxMessages: 2 });
    await expectOk(say(ada, sessionId, { message: "Hi" }));
    expect((await settled(ada, sessionId)).status).toBe("completed");
    expect((await expectOk(callAs(apps.list, to(ada, ada.slug)))).apps).toEqual([]);
  });

  it("runs an unsaved process", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Writer", await offline(ada));
    const [first, second] = [await newTask(ada, "Read", { agentId }), await newTask(ada, "Write", { agentId })];
    const app = {
      name: "Draft process",
      type: "process",
      sharingMode: "team",
      taskIds: [first, second],
      fullOutput: true,
    };
    const sessionId = await started(ada, app);
    await expectOk(say(ada, sessionId, {}));
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
    const texts = (await readMessages(ada, sessionId)).filter(({ role }) => role === "assistant");
    expect(new Set(texts.map(({ taskId }) => taskId))).toEqual(new Set([first, second]));
    const none = await preview(ada, { ...app, taskIds: [] });
    expect(none.body).toMatchObject({ issues: [{ path: "taskIds" }] });
  });
});

it("tests and previews are deleted after a week", async () => {
  const ada = await newPerson();
  const agent = unsaved(await offline(ada));
  const [old, recent] = [await started(ada, agent), await started(ada, agent)];
  const { db, pool } = await testDatabase();
  await pool.query("update sessions set date_updated = now() - interval '8 days' where id = $1", [old]);
  expect(await removeOldTests(db)).toBe(1);
  await expectHidden(ada, old);
  await readSession(ada, recent);
});
