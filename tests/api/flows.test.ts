import { beforeAll, describe, expect, it } from "vitest";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { toStepId } from "@/lib/contract/apps/steps";
import { tasks } from "@/lib/contract/tasks/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { newSession, readLog, say, settled, testWorker } from "../support/sessions";
import { addProcess, newAgent, newModel, newTask, ofTask } from "../support/tasks";

ownDatabase();
beforeAll(() => testWorker());

const ofApp = ({ token, slug }: Person, appId: string) => ({ token, params: { resourceSlug: slug, appId } });
const readApp = async (person: Person, appId: string) =>
  (await expectOk(callAs(apps.get, ofApp(person, appId)))).app as App;
const flowOf = async (person: Person, appId: string) =>
  (await readApp(person, appId)).processConfig.flow.steps.map((one) => [toStepId(one), one.after]);
const step = (taskId: string, after: string[] = []) => ({ kind: "task", taskId, after });

async function withTasks() {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Writer", await newModel(ada));
  const ids = [];
  for (const name of ["First", "Second", "Third"]) ids.push(await newTask(ada, name, { agentId }));
  const [a = "", b = "", c = ""] = ids;
  return { ada, a, b, c };
}

describe("the flow of a process", () => {
  it("says what tasks wait for, whose outputs they receive, besides their own context", async () => {
    const { ada, a, b, c } = await withTasks();
    const flow = { steps: [step(a), step(b), step(c, [a])] };
    const { _id } = await expectOk(addProcess(ada, [], { flow }));
    const appId = String(_id);
    expect(await flowOf(ada, appId)).toEqual([
      [a, []],
      [b, []],
      [c, [a]],
    ]);
    const sessionId = await newSession(ada, appId);
    await expectOk(say(ada, sessionId, {}));
    expect((await settled(ada, sessionId)).lastRun?.status).toBe("completed");
    const log = await readLog(ada, sessionId);
    const [planned] = log.flatMap(({ kind, body }) => (kind === "task" && body.state === "planned" ? [body] : []));
    expect(planned?.tasks.map(({ waitsFor }) => waitsFor)).toEqual([[], [], [a]]);
    const prompts = log.flatMap(({ kind, body }) => (kind === "step" ? [JSON.stringify(body.prompt)] : []));
    expect(prompts.filter((prompt) => prompt.includes("First"))).toHaveLength(1);
  });

  it("keeps what it can when only the tasks are sent, or one is deleted", async () => {
    const { ada, a, b, c } = await withTasks();
    const { _id } = await expectOk(addProcess(ada, [], { flow: { steps: [step(a), step(b, [a]), step(c, [a, b])] } }));
    const appId = String(_id);
    await expectOk(callAs(apps.edit, { ...ofApp(ada, appId), body: { taskIds: [b, a, c] } }));
    expect(await flowOf(ada, appId)).toEqual([
      [b, []],
      [a, []],
      [c, [a, b]],
    ]);
    await expectOk(callAs(tasks.remove, { ...ofTask(ada, a), body: { force: true } }));
    expect(await flowOf(ada, appId)).toEqual([
      [b, []],
      [c, [b]],
    ]);
  });

  it("is refused where a step waits for a later one, itself, or comes twice", async () => {
    const { ada, a, b } = await withTasks();
    const paths = async (steps: object[]) => {
      const { status, body } = await addProcess(ada, [], { flow: { steps } });
      return [status, (body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)];
    };
    expect(await paths([step(a, [b]), step(b)])).toEqual([400, ["flow.steps.0.after"]]);
    expect(await paths([step(a, [a])])).toEqual([400, ["flow.steps.0.after"]]);
    expect(await paths([step(a), step(a)])).toEqual([400, ["flow.steps.1.taskId"]]);
    expect(await paths([{ ...step(a), kind: "loop" }])).toEqual([400, ["flow.steps.0.kind"]]);
    expect(await paths([])).toEqual([400, ["taskIds"]]);
    const stranger = await withTasks();
    expect(await paths([step(stranger.a)])).toEqual([400, ["taskIds.0"]]);
  });
});
