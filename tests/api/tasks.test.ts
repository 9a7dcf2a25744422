import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import {
  addProcess,
  addTask,
  editTask,
  newAgent,
  newModel,
  newProcess,
  newTask,
  newVariable,
  ofTask,
  readTask,
} from "../support/tasks";

ownDatabase();

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const issuesOf = (body: unknown) => (body as { issues?: { path: string; message: string }[] }).issues;

async function team() {
  const person = await newPerson();
  const modelId = await newModel(person);
  return { person, modelId, agentId: await newAgent(person, "Writer", modelId) };
}

describe("a task", () => {
  it("is added, read, listed, found by name, changed, duplicated and deleted", async () => {
    const { person, agentId } = await team();
    const first = await newTask(person, "Research", { agentId });
    const taskId = await newTask(person, "Write", { agentId, contextTaskIds: [first], storeTaskOutput: true });
    expect(await readTask(person, taskId)).toMatchObject({
      name: "Write",
      agent: { _id: agentId, name: "Writer", modelName: "Model" },
      tools: [],
      usedBy: 0,
      context: [{ _id: first, name: "Research" }],
      storeTaskOutput: true,
      requiresHumanInput: false,
      version: 1,
    });
    await expectOk(editTask(person, taskId, { name: "Write it", agentId: null, version: 1 }));
    expect(await readTask(person, taskId)).toMatchObject({
      name: "Write it",
      agent: null,
      version: 2,
      updatedByName: "Ada",
    });
    expect((await editTask(person, taskId, { name: "Late", version: 1 })).status).toBe(409);
    const copy = (await expectOk(callAs(tasks.duplicate, ofTask(person, taskId)))) as { _id: string };
    expect(await readTask(person, copy._id)).toMatchObject({ name: "Copy of Write it", contextTaskIds: [first] });
    const found = await callAs(tasks.find, { ...to(person), query: { name: "Research" } });
    expect(found.body).toMatchObject({ task: { _id: first } });
    expect((await callAs(tasks.find, { ...to(person), query: { name: "Nothing" } })).status).toBe(404);
    const listed = (await expectOk(callAs(tasks.list, { ...to(person), query: { q: "write" } }))) as {
      tasks: object[];
    };
    expect(listed.tasks).toHaveLength(2);
    await expectOk(callAs(tasks.remove, ofTask(person, taskId)));
    expect((await callAs(tasks.get, ofTask(person, taskId))).status).toBe(404);
  });

  it("is hidden from strangers and refuses what is not the team's, at the field", async () => {
    const { person, agentId } = await team();
    const other = await team();
    const taskId = await newTask(person, "Research", { agentId });
    const foreign = { token: other.person.token, params: { resourceSlug: person.slug, taskId } };
    for (const call of [tasks.get, tasks.edit, tasks.duplicate, tasks.remove])
      expect((await callAs(call, foreign)).status, call.name).toBe(404);
    const { body, status } = await addTask(other.person, { agentId, contextTaskIds: [taskId], toolIds: ["tool_none"] });
    expect(status).toBe(400);
    expect(issuesOf(body)?.map(({ path }) => path)).toEqual(["agentId", "toolIds.0", "contextTaskIds.0"]);
    expect(await readTask(person, taskId)).toMatchObject({ name: "Research" });
  });

  it("waits for no circle of tasks, however many changes try at once", async () => {
    const { person } = await team();
    const one = await newTask(person, "One");
    const two = await newTask(person, "Two", { contextTaskIds: [one] });
    const three = await newTask(person, "Three", { contextTaskIds: [two] });
    const refused = await editTask(person, one, { contextTaskIds: [three] });
    expect(refused.status).toBe(400);
    expect(issuesOf(refused.body)).toEqual([
      { path: "contextTaskIds.0", message: "Three already depends on this task." },
    ]);
    expect((await editTask(person, one, { contextTaskIds: [one] })).status).toBe(400);
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => [await newTask(person, "A"), await newTask(person, "B")] as const),
    );
    const both = await Promise.all(
      pairs.map(([a, b]) =>
        Promise.all([editTask(person, a, { contextTaskIds: [b] }), editTask(person, b, { contextTaskIds: [a] })]),
      ),
    );
    for (const edits of both) expect(edits.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("refuses a schema that is none and a form that can't be filled in", async () => {
    const { person } = await team();
    const field = { name: "city", label: "City", type: "select", required: true };
    const refused = async (body: object) => issuesOf((await addTask(person, body)).body)?.[0];
    expect(await refused({ structuredOutput: { type: "nothing" } })).toMatchObject({ path: "structuredOutput" });
    expect(
      await refused({ structuredOutput: { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } } }),
    ).toMatchObject({
      path: "structuredOutput",
      message: expect.stringContaining("circular reference"),
    });
    expect(await refused({ formFields: [field] })).toMatchObject({ path: "formFields.0.options" });
    const good = { ...field, options: ["Oslo", "Rome"] };
    expect(await refused({ formFields: [good, good] })).toMatchObject({ path: "formFields.1.name" });
    expect(await refused({ taskOutputFileName: "../etc" })).toMatchObject({ path: "taskOutputFileName" });
    const taskId = await newTask(person, "Ask", { requiresHumanInput: true, formFields: [good] });
    expect((await readTask(person, taskId)).formFields).toEqual([good]);
  });

  it("keeps variables from being renamed, made secret or deleted under it", async () => {
    const { person } = await team();
    const [topic, result] = [await newVariable(person, "topic", "ships"), await newVariable(person, "result")];
    const hidden = await newVariable(person, "hidden", "s3cret-value", { secret: true });
    const refused = await addTask(person, { description: "Use {hidden}", outputVariableId: hidden });
    expect(issuesOf(refused.body)?.map(({ path }) => path)).toEqual(["outputVariableId", "description"]);
    const taskId = await newTask(person, "Write", { description: "About {topic}", outputVariableId: result });
    const change = (variableId: string, body: object) =>
      callAs(variables.edit, {
        token: person.token,
        params: { resourceSlug: person.slug, variableId },
        body: { ...body },
      });
    expect((await change(topic, { name: "theme" })).body).toMatchObject({ usedBy: [{ type: "task", _id: taskId }] });
    expect((await change(topic, { secret: true, defaultValue: "ships" })).status).toBe(400);
    expect((await change(result, { secret: true })).body).toMatchObject({ error: expect.stringContaining("Write") });
    const at = { token: person.token, params: { resourceSlug: person.slug, variableId: result } };
    expect((await callAs(variables.get, at)).body).toMatchObject({
      variable: { usedBy: 1, usedIn: { agents: [], tasks: [{ _id: taskId, name: "Write" }] } },
    });
    expect((await callAs(variables.remove, at)).status).toBe(409);
    await expectOk(callAs(variables.remove, { ...at, body: { force: true } }));
    expect(await readTask(person, taskId)).toMatchObject({ outputVariableId: null });
  });

  it("is not deleted while a process or a task uses it, nor its agent, unless by force", async () => {
    const { person, agentId } = await team();
    const first = await newTask(person, "Research", { agentId });
    const second = await newTask(person, "Write", { agentId, contextTaskIds: [first] });
    const appId = await newProcess(person, [first, second]);
    const refused = await callAs(tasks.remove, ofTask(person, first));
    expect(refused.body).toMatchObject({
      code: "conflict",
      usedBy: [
        { type: "app", _id: appId },
        { type: "task", _id: second },
      ],
    });
    const agent = { token: person.token, params: { resourceSlug: person.slug, agentId } };
    expect((await callAs(agents.remove, agent)).body).toMatchObject({ usedBy: [{ type: "task" }, { type: "task" }] });
    await expectOk(callAs(tasks.remove, { ...ofTask(person, first), body: { force: true } }));
    expect(await readTask(person, second)).toMatchObject({ contextTaskIds: [], usedBy: 1 });
    const app = await callAs(apps.get, { token: person.token, params: { resourceSlug: person.slug, appId } });
    expect(app.body).toMatchObject({ app: { processConfig: { taskIds: [second] } } });
  });
});

describe("a process app", () => {
  it("is made of tasks that have agents, each after those whose outputs it is given", async () => {
    const { person, agentId, modelId } = await team();
    const first = await newTask(person, "Research", { agentId });
    const second = await newTask(person, "Write", { agentId, contextTaskIds: [first] });
    const nobody = await newTask(person, "Nobody's");
    const issues = async (taskIds: string[], more?: object) => issuesOf((await addProcess(person, taskIds, more)).body);
    expect(await issues([])).toEqual([{ path: "taskIds", message: "Add at least one task." }]);
    expect(await issues([second, first])).toEqual([
      {
        path: "taskIds.0",
        message: "The task “Write” uses the output of “Research”, which comes later. Move that task before it.",
      },
    ]);
    expect(await issues([second])).toMatchObject([
      { path: "taskIds.0", message: expect.stringContaining("isn't in this process") },
    ]);
    expect(await issues([first, first])).toMatchObject([{ path: "taskIds.1" }]);
    expect(await issues([first, nobody])).toEqual([
      { path: "taskIds.1", message: "The task “Nobody's” has no agent. Choose one for the task." },
    ]);
    expect(await issues([nobody], { process: "hierarchical" })).toMatchObject([
      { path: "managerModelId" },
      { path: "agentIds" },
    ]);
    const led = { process: "hierarchical", managerModelId: modelId, agentIds: [agentId] };
    const appId = await newProcess(person, [nobody], led);
    const at = { token: person.token, params: { resourceSlug: person.slug, appId } };
    expect((await callAs(apps.get, at)).body).toMatchObject({
      app: { type: "process", processConfig: { ...led, taskIds: [nobody], fullOutput: false } },
    });
    const edit = (body: object) => callAs(apps.edit, { ...at, body: { ...body } });
    expect((await edit({ process: "sequential" })).status).toBe(400);
    expect((await edit({ type: "chat" })).status).toBe(400);
    await expectOk(edit({ process: "sequential", taskIds: [first, second], fullOutput: true }));
    expect((await edit({ taskIds: [second, first] })).status).toBe(400);
    // As the form of a process sends it, and as a chat cannot be.
    await expectOk(edit({ agentId: "", name: "Renamed" }));
    const chat = { name: "Chat", type: "chat", sharingMode: "team", agentId };
    const made = (await expectOk(callAs(apps.add, { ...to(person), body: chat }))) as { _id: string };
    const itself = { token: person.token, params: { resourceSlug: person.slug, appId: made._id } };
    expect((await callAs(apps.edit, { ...itself, body: { agentId: "" } })).body).toMatchObject({
      issues: [{ path: "agentId", message: "Choose an agent." }],
    });
    expect((await callAs(apps.get, at)).body).toMatchObject({
      app: { processConfig: { process: "sequential", taskIds: [first, second], fullOutput: true } },
    });
  });
});
