import { beforeAll, expect, it } from "vitest";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { branchStep, runWith, taskStep } from "../support/branches";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { addTestSet, evaluate, evaluationWorker, outcomesOf } from "../support/evaluations";
import { openAiForAll } from "../support/open-ai";
import { toldIn } from "../support/process-runs";
import { newSession, say, settled, testWorker } from "../support/sessions";
import { addProcess, newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { exported, exportReply, imported } from "../support/transfers";

ownDatabase();
beforeAll(() => testWorker());
beforeAll(evaluationWorker);
const standin = openAiForAll();

const at = ({ token, slug }: Person, appId: string) => ({ token, params: { resourceSlug: slug, appId } });
const edit = (person: Person, id: string, body: object) => callAs(apps.edit, { ...at(person, id), body: { ...body } });
const within = (...cases: string[]) => ({ branch: "branch_1", cases });
const filled = [{ id: "one", name: "One", operator: "isNotEmpty" }];
const equal = [{ id: "one", name: "One", value: "x" }];

async function listed(person: Person, id: string) {
  const { revisions } = await expectOk(callAs(apps.revisions, at(person, id)));
  return revisions as { _id: string; number: number }[];
}

async function withTasks() {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const agentId = await newAgent(ada, "Writer", modelId);
  const [a, b, c] = [
    await newTask(ada, "First", { agentId }),
    await newTask(ada, "Second", { agentId }),
    await newTask(ada, "Third", { agentId }),
  ];
  return { ada, modelId, agentId, a, b, c };
}

it("an earlier revision is applied with its own branches, and a rename makes none", async () => {
  const { ada, a, b, c } = await withTasks();
  const id = await newProcess(ada, [a]);
  const steps = [
    taskStep(b),
    branchStep("branch_1", { sourceTaskId: b, cases: filled }),
    taskStep(c, [], within("one")),
    branchStep("branch_2", { sourceTaskId: b, cases: filled }),
    branchStep("branch_3", { sourceTaskId: b, cases: filled }),
  ];
  await expectOk(edit(ada, id, { flow: { steps } }));
  await expectOk(edit(ada, id, { name: "Renamed" }));
  const revisions = await listed(ada, id);
  expect(revisions.map(({ number }) => number)).toEqual([2, 1]);
  await expectOk(callAs(apps.apply, { ...at(ada, id), body: { revisionId: revisions[1]?._id ?? "" } }));
  expect((await runWith(ada, id)).steps).toEqual(["First"]);
});

it("a session that failed because a model was deleted continues with the revision that has another one", async () => {
  const { ada, modelId, a } = await withTasks();
  const own = await newModel(ada);
  const flow = (id: string) => {
    const branch = branchStep("branch_1", { modelId: id, instructions: "Classify.", cases: equal });
    return { flow: { steps: [branch, taskStep(a)] } };
  };
  const id = await newProcess(ada, [], flow(own));
  const params = { resourceSlug: ada.slug, modelId: own };
  await expectOk(callAs(models.remove, { token: ada.token, params, body: { force: true } }));
  const { sessionId, status } = await runWith(ada, id);
  expect(status).toBe("error");
  await expectOk(edit(ada, id, flow(modelId)));
  await expectOk(say(ada, sessionId, {}));
  expect(await settled(ada, sessionId)).toMatchObject({ lastRun: { status: "completed" } });
});

it("a session that failed because a task was deleted continues with the revision that reads another one", async () => {
  const { ada, a, b, c } = await withTasks();
  const flow = (id: string) => {
    const cases = [{ ...equal[0], conditions: [{ sourceTaskId: id, operator: "isNotEmpty" }] }];
    return { flow: { steps: [taskStep(id), branchStep("branch_1", { variable: "topic", cases }), taskStep(c)] } };
  };
  const id = await newProcess(ada, [], flow(a));
  const params = { resourceSlug: ada.slug, taskId: a };
  await expectOk(callAs(tasks.remove, { token: ada.token, params, body: { force: true } }));
  const { sessionId, status } = await runWith(ada, id);
  expect(status).toBe("error");
  const { status: refused, response } = await exportReply(ada, id);
  expect([refused, await response.text()]).toEqual([409, expect.stringContaining("Choose the task whose output")]);
  await expectOk(edit(ada, id, flow(b)));
  await expectOk(say(ada, sessionId, {}));
  expect(await settled(ada, sessionId)).toMatchObject({ lastRun: { status: "completed" } });
});

it("a branch waits for the tasks that set what it reads", async () => {
  const { ada, modelId, agentId, b, c } = await withTasks();
  const outputVariableId = await newVariable(ada, "kind");
  const set = await newTask(ada, "Set", { agentId, outputVariableId });
  const steps = [
    taskStep(set),
    branchStep("branch_1", { variable: "kind", cases: filled }),
    taskStep(b, [], within("one")),
    taskStep(c, [], within("default")),
  ];
  const id = await newProcess(ada, [], { flow: { steps } });
  expect((await runWith(ada, id)).steps).toEqual(["Set", "Route branch_1: One", "Second"]);
  const asked = branchStep("branch_1", { modelId, instructions: "Classify {kind}.", cases: equal });
  await expectOk(edit(ada, id, { flow: { steps: [taskStep(set), asked] } }));
  const { steps: ran } = await runWith(ada, id);
  expect(ran[0]).toBe("Set");
});

it("a variable that only a branch reads is asked for, unless the branch asks whether it is empty", async () => {
  const { ada, modelId, a, b } = await withTasks();
  for (const name of ["topic", "tone", "extra", "more"]) await newVariable(ada, name);
  const asked = [{ ...filled[0], conditions: [{ variable: "more", value: "x" }] }];
  const steps = [
    taskStep(a),
    branchStep("branch_1", { variable: "topic", cases: equal }),
    taskStep(b, [], within("one")),
    branchStep("branch_2", { modelId, instructions: "In {tone}.", cases: equal }),
    branchStep("branch_3", { variable: "extra", cases: asked }),
  ];
  const id = await newProcess(ada, [], { flow: { steps } });
  const reply = await say(ada, await newSession(ada, id), { variables: {} });
  expect(reply).toMatchObject({
    status: 400,
    body: { issues: [{ path: "variables.more" }, { path: "variables.tone" }, { path: "variables.topic" }] },
  });
});

it("goes to another team with the variables that its branches read, by their names there", async () => {
  const { ada, modelId, a } = await withTasks();
  for (const name of ["topic", "tone"]) await newVariable(ada, name);
  const conditions = [{ variable: "topic", operator: "contains", value: "y" }];
  const steps = [
    taskStep(a),
    branchStep("branch_1", { variable: "topic", cases: [{ ...equal[0], conditions }] }),
    branchStep("branch_2", { modelId, instructions: "In {tone}.", cases: equal }),
  ];
  const text = await exported(ada, await newProcess(ada, [], { flow: { steps } }));
  const bob = await newPerson();
  await newModel(bob);
  const subject = await newVariable(bob, "subject");
  const { _id } = await imported(bob, { text, mapping: { "variable:topic": subject } });
  const app = (await expectOk(callAs(apps.get, at(bob, _id)))).app as App;
  const [, first, second] = app.processConfig.flow.steps;
  expect([first, second]).toMatchObject([
    { variable: "subject", cases: [{ conditions: [{ variable: "subject" }] }] },
    { instructions: "In {tone}." },
  ]);
  const reply = await say(bob, await newSession(bob, _id), { variables: {} });
  expect(reply).toMatchObject({ body: { issues: [{ path: "variables.subject" }, { path: "variables.tone" }] } });
});

it("refuses tasks whose IDs are names of every object", async () => {
  const { ada, a } = await withTasks();
  for (const id of ["constructor", "__proto__"])
    expect(await addProcess(ada, [], { flow: { steps: [taskStep(id), taskStep(a, [id])] } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "taskIds.0" }] },
    });
});

it("a change of the model that classifies passes the required tests of the process, which run with it", async () => {
  const ada = await newPerson();
  const config = { api_key: standin().key };
  const modelId = await newModel(ada, { provider: "open_ai", model: "gpt-4o", config });
  const agentId = await newAgent(ada, "Writer", await newModel(ada, { provider: "open_ai", model: "gpt-4o", config }));
  standin().behave((request) => {
    const told = toldIn(request);
    if (told.includes("You are Classifier"))
      return { text: `{"case": "${request.body.model === "gpt-4o" ? "One" : "Otherwise"}"}` };
    return { text: told.includes("Say 42") ? "It is 42." : "It is 41." };
  });
  const steps = [
    branchStep("branch_1", { modelId, instructions: "Classify.", cases: equal }),
    taskStep(await newTask(ada, "One", { agentId, description: "Say 42." }), [], within("one")),
    taskStep(await newTask(ada, "Other", { agentId }), [], within("default")),
  ];
  const appId = await newProcess(ada, [], { flow: { steps } });
  const checks = [{ type: "contains", value: "42" }];
  const setId = await addTestSet(ada, { appId, required: true, repeat: 1, cases: [{ input: "Go.", checks }] });
  expect(outcomesOf(await evaluate(ada, setId))).toEqual([["passed"]]);
  const params = { resourceSlug: ada.slug, modelId };
  const reply = await callAs(models.edit, { token: ada.token, params, body: { model: "gpt-4o-mini" } });
  expect(reply).toMatchObject({ status: 409, body: { failed: [{ input: "Go." }] } });
});
