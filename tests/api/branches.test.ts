import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { taskBody } from "@/lib/contract/session-events/tasks";
import { branchStep, iterationStep, ofItem, runWith, taskStep } from "../support/branches";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { readLog, testWorker } from "../support/sessions";
import { addProcess, newAgent, newModel, newTask, newVariable } from "../support/tasks";
import { exported, imported, previewReply, sentencesOf, undated } from "../support/transfers";

ownDatabase();
beforeAll(() => testWorker());

const byTopic = {
  variable: "topic",
  cases: [
    { id: "ships", name: "Ships", operator: "contains", value: "ship" },
    { id: "long", name: "Long", operator: "greaterThan", value: "100" },
  ],
};
const within = (...cases: string[]) => ({ branch: "branch_1", cases });

async function withTasks() {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const agentId = await newAgent(ada, "Writer", modelId);
  const ids = [];
  for (const name of ["First", "Second", "Third", "Fourth"]) ids.push(await newTask(ada, name, { agentId }));
  const [a = "", b = "", c = "", d = ""] = ids;
  await newVariable(ada, "topic");
  return { ada, modelId, a, b, c, d };
}

/** What a branch has logged as its output. */
const shownBy = async (person: Person, sessionId: string) =>
  (await readLog(person, sessionId))
    .flatMap(({ kind, body }) => (kind === "task" ? taskBody.parse(body) : []))
    .flatMap((event) => (event.state === "finished" && event.taken ? event.output : []))[0];

const addFlow = async (person: Person, steps: object[]): Promise<string> =>
  String((await expectOk(addProcess(person, [], { flow: { steps } })))._id);

describe("a branch on a value", () => {
  it("runs the tasks of the first case that matches, and joins", async () => {
    const { ada, a, b, c, d } = await withTasks();
    const appId = await addFlow(ada, [
      taskStep(a),
      branchStep("branch_1", { ...byTopic, after: [a] }),
      taskStep(b, [a], within("ships")),
      taskStep(c, [a], within("long", "default")),
      taskStep(d, [b, c]),
    ]);
    const run = (topic: string) => runWith(ada, appId, { topic });
    const ships = ["First", "Route branch_1: Ships", "Second", "Fourth"];
    expect(await run("Old SHIPS")).toMatchObject({ status: "completed", steps: ships });
    const long = ["First", "Route branch_1: Long", "Third", "Fourth"];
    expect(await run(" 101 ")).toMatchObject({ status: "completed", steps: long });
    const other = ["First", "Route branch_1: Otherwise", "Third", "Fourth"];
    expect(await run("99")).toMatchObject({ status: "completed", steps: other });
  });

  it("waits for an earlier task that sets the variable that it compares", async () => {
    const { ada, b, c } = await withTasks();
    const variable = await newVariable(ada, "mood");
    const agentId = await newAgent(ada, "Judge", await newModel(ada));
    const judge = await newTask(ada, "Judge", { agentId, outputVariableId: variable });
    const cases = [{ id: "said", name: "Said", operator: "isNotEmpty" }];
    const appId = await addFlow(ada, [
      taskStep(judge),
      branchStep("branch_1", { variable: "mood", cases }),
      taskStep(b, [], within("said")),
      taskStep(c, [], within("default")),
    ]);
    expect((await runWith(ada, appId)).steps).toEqual(["Judge", "Route branch_1: Said", "Second"]);
  });

  it("takes a case if all or any of its conditions match, which compare outputs and variables", async () => {
    const { ada, a, b, c } = await withTasks();
    const schema = { type: "object", properties: { kind: { const: "invoice" } }, required: ["kind"] };
    const agentId = await newAgent(ada, "Reader", await newModel(ada));
    const read = await newTask(ada, "Read", { agentId, structuredOutput: schema });
    const kind = { sourceTaskId: read, field: "kind", operator: "equals", value: "invoice" };
    const filled = { sourceTaskId: a, operator: "isNotEmpty" };
    const short = { ...byTopic.cases[0], conditions: [kind, { operator: "endsWith", value: "t" }] };
    const other = {
      id: "other",
      name: "Other",
      variable: "tone",
      value: "kind",
      conditions: [{ ...filled, operator: "isEmpty" }],
    };
    await newVariable(ada, "tone", "rude");
    const appId = await addFlow(ada, [
      taskStep(a),
      taskStep(read),
      branchStep("branch_1", { variable: "topic", cases: [short, { ...other, match: "any" }] }),
      taskStep(b, [], within("ships")),
      taskStep(c, [], within("other")),
    ]);
    const run = async (topic: string, tone: string) => {
      const { sessionId, steps } = await runWith(ada, appId, { topic, tone });
      return { taken: steps[2], shown: await shownBy(ada, sessionId) };
    };
    expect(await run("a shipment", "")).toEqual({
      taken: "Route branch_1: Ships",
      shown: "topic: a shipment\nRead, kind: invoice",
    });
    expect((await run("shipping", "Kind")).taken).toBe("Route branch_1: Other");
    const { taken, shown } = await run("none", "");
    expect(taken).toBe("Route branch_1: Otherwise");
    expect(shown).toMatch(/^topic: none\ntone: \nFirst: ./);
  });

  it("compares the item and outputs for it in an iteration", async () => {
    const { ada, a, b, c } = await withTasks();
    const conditions = [{ variable: "item", value: "Ships" }];
    const cases = [{ id: "ships", name: "Ships", operator: "isNotEmpty", conditions }];
    const appId = await addFlow(ada, [
      iterationStep("branch_2", { variable: "topic" }),
      taskStep(a, [], ofItem("branch_2")),
      branchStep("branch_1", { variable: "topic", cases: [{ ...cases[0], sourceTaskId: a }] }, ofItem("branch_2")),
      taskStep(b, [a], within("ships")),
      taskStep(c),
    ]);
    expect(
      (await runWith(ada, appId, { topic: "cars\nships" })).steps.filter((one) => !one.startsWith("Third")),
    ).toEqual([
      "First (item 1)",
      "Route branch_1 (item 1): Otherwise",
      "First (item 2)",
      "Route branch_1 (item 2): Ships",
      "Second (item 2)",
      "Route branch_2",
    ]);
  });

  it("reads a field of a task's structured output, and skips branches within what it skips", async () => {
    const { ada, a, b, c } = await withTasks();
    const schema = { type: "object", properties: { kind: { const: "invoice" } }, required: ["kind"] };
    const agentId = await newAgent(ada, "Reader", await newModel(ada));
    const read = await newTask(ada, "Read", { agentId, structuredOutput: schema });
    const cases = [{ id: "invoice", name: "Invoice", value: "Invoice" }];
    const inner = { sourceTaskId: a, cases: [{ id: "empty", name: "Empty", operator: "isEmpty" }] };
    const steps = (field: string) => [
      taskStep(read),
      branchStep("branch_1", { sourceTaskId: read, field, cases }),
      taskStep(a, [], within("default")),
      branchStep("branch_2", inner, within("default")),
      taskStep(b, [], { branch: "branch_2", cases: ["default"] }),
      taskStep(c, [], within("invoice")),
    ];
    const first = await runWith(ada, await addFlow(ada, steps("kind")));
    expect(first).toMatchObject({ status: "completed", steps: ["Read", "Route branch_1: Invoice", "Third"] });
    const second = await runWith(ada, await addFlow(ada, steps("missing.field")));
    expect(second.steps).toEqual(["Read", "Route branch_1: Otherwise", "First", "Route branch_2: Otherwise", "Second"]);
  });
});

describe("a branch by classification", () => {
  it("asks a model, whose call is counted like a task's", async () => {
    const { ada, modelId, a, b, c } = await withTasks();
    const cases = [
      { id: "one", name: "Complaint", description: "The customer is angry." },
      { id: "two", name: "Praise" },
    ];
    const appId = await addFlow(ada, [
      taskStep(a),
      branchStep("branch_1", { modelId, instructions: "Answer for {topic}.", cases, after: [a] }),
      taskStep(b, [], within("one")),
      taskStep(c, [], within("two", "default")),
    ]);
    const { status, steps } = await runWith(ada, appId, { topic: "Complaint" });
    expect(status).toBe("completed");
    const [, decision = "", task] = steps;
    expect(decision).toMatch(/^Route branch_1: (Complaint|Praise|Otherwise)$/);
    expect(task).toBe(decision.endsWith("Complaint") ? "Second" : "Third");
  });

  it("fails with a sentence once its model was deleted, and can't be saved without one", async () => {
    const { ada, modelId, a, b } = await withTasks();
    const own = await newModel(ada);
    const cases = [{ id: "one", name: "Complaint" }];
    const steps = (id: string | null) => [
      taskStep(a),
      branchStep("branch_1", { modelId: id, cases, after: [a] }),
      taskStep(b, [], within("one")),
    ];
    const appId = await addFlow(ada, steps(own));
    const params = { resourceSlug: ada.slug };
    await expectOk(
      callAs(models.remove, { token: ada.token, params: { ...params, modelId: own }, body: { force: true } }),
    );
    const { status, reason } = await runWith(ada, appId);
    expect(status).toBe("error");
    expect(reason).toBe("The branch “Route branch_1” failed. Its model was deleted. Choose another one in the app.");
    const edit = (id: string | null) =>
      callAs(apps.edit, { token: ada.token, params: { ...params, appId }, body: { flow: { steps: steps(id) } } });
    expect(await edit(null)).toMatchObject({ status: 400, body: { issues: [{ path: "flow.steps.1.modelId" }] } });
    await expectOk(edit(modelId));
    expect(await runWith(ada, appId)).toMatchObject({ status: "completed" });
  });
});

describe("a flow with branches", () => {
  it("goes to another team in a file, where it runs the same, and comes back as it was", async () => {
    const { ada, modelId, a, b, c, d } = await withTasks();
    const conditions = [
      { sourceTaskId: a, field: "kind", value: "x" },
      { variable: "tone", operator: "isNotEmpty" },
    ];
    const ships = { ...byTopic.cases[0], sourceTaskId: a, conditions, match: "any" };
    const gone = { sourceTaskId: "task_gone", conditions: [{ sourceTaskId: "task_gone", value: "x" }] };
    await newVariable(ada, "tone");
    const appId = await addFlow(ada, [
      taskStep(a),
      branchStep("branch_1", { ...byTopic, cases: [ships, byTopic.cases[1]], after: [a] }),
      taskStep(b, [], within("ships", "long")),
      branchStep("branch_2", { modelId, after: [b], cases: [{ id: "one", name: "One", ...gone }] }, within("ships")),
      taskStep(c, [b], { branch: "branch_2", cases: ["one"] }),
      taskStep(d, [], within("default")),
    ]);
    const text = await exported(ada, appId);
    expect(text).not.toMatch(/^ {6}asks:/m);
    const bob = await newPerson();
    await newModel(bob);
    const { _id } = await imported(bob, { text });
    expect(undated(await exported(bob, _id))).toBe(undated(text));
    expect((await runWith(bob, _id, { topic: "none" })).steps).toEqual([
      "First",
      "Route branch_1: Otherwise",
      "Fourth",
    ]);
    const unread = sentencesOf(await previewReply(bob, { text: text.replaceAll("source: First", "source: None") }));
    expect(unread.filter((one) => one.includes("no task with this name"))).toEqual([
      expect.stringContaining("cases[0].source"),
      expect.stringContaining("cases[0].conditions[0].source"),
    ]);
    const lost = text.replace("- Second", "- Nobody");
    expect(sentencesOf(await previewReply(bob, { text: lost })).join(" ")).toContain("no task with this name");
  });

  it("keeps places when tasks are reordered, and asks to move a branch behind what it reads", async () => {
    const { ada, a, b, c } = await withTasks();
    const cases = [{ id: "one", name: "One", operator: "isNotEmpty" }];
    const appId = await addFlow(ada, [
      taskStep(a),
      branchStep("branch_1", { sourceTaskId: a, cases }),
      taskStep(b, [], within("one")),
      taskStep(c, [], within("default")),
    ]);
    const edit = (taskIds: string[]) =>
      callAs(apps.edit, { token: ada.token, params: { resourceSlug: ada.slug, appId }, body: { taskIds } });
    await expectOk(edit([a, c, b]));
    expect((await runWith(ada, appId)).steps).toEqual(["First", "Route branch_1: One", "Second"]);
    expect(await edit([b, a, c])).toMatchObject({
      status: 400,
      body: { issues: [{ path: "flow.steps.0.sourceTaskId" }] },
    });
  });

  it("is refused with a sentence at the field", async () => {
    const { ada, modelId, a, b } = await withTasks();
    const stranger = await withTasks();
    const paths = async (...steps: object[]) => {
      const { status, body } = await addProcess(ada, [], { flow: { steps } });
      return [status, ...((body as { issues?: { path: string }[] }).issues ?? []).map(({ path }) => path)];
    };
    const one = [{ id: "one", name: "One", value: "1" }];
    const branch = (more: object) => branchStep("branch_1", { cases: one, ...more });
    expect(await paths(taskStep(a), branch({}))).toEqual([400, "flow.steps.1.sourceTaskId"]);
    expect(await paths(branch({ sourceTaskId: a }), taskStep(a))).toEqual([400, "flow.steps.0.sourceTaskId"]);
    expect(await paths(taskStep(a), branch({ variable: "x", cases: [] }))).toEqual([400, "flow.steps.1.cases"]);
    const twice = [...one, { id: "one", name: "Two", value: "2" }];
    expect(await paths(taskStep(a), branch({ variable: "x", cases: twice }))).toEqual([400, "flow.steps.1.cases"]);
    const named = [{ id: "one", name: "Otherwise", value: "1" }];
    expect(await paths(taskStep(a), branch({ variable: "x", cases: named }))).toEqual([400, "flow.steps.1.cases"]);
    const reserved = [{ id: "default", name: "One", value: "1" }];
    expect(await paths(taskStep(a), branch({ variable: "x", cases: reserved }))).toEqual([
      400,
      "flow.steps.1.cases.0.id",
    ]);
    expect(await paths(taskStep(a, [], within("one")), branch({ variable: "x" }))).toEqual([
      400,
      "flow.steps.0.within",
    ]);
    expect(await paths(branch({ variable: "x" }), taskStep(a, [], within("two")))).toEqual([
      400,
      "flow.steps.1.within",
    ]);
    const open = [{ id: "one", name: "One" }];
    expect(await paths(taskStep(a), branch({ variable: "x", cases: open }))).toEqual([
      400,
      "flow.steps.1.cases.0.value",
    ]);
    const issueAt = async (condition: object) =>
      (
        await paths(
          taskStep(a),
          branch({ variable: "x", cases: [{ ...one[0], conditions: [{ value: "1" }, condition] }] }),
        )
      )[1];
    expect(await issueAt({ variable: "y" })).toBe("flow.steps.1.cases.0.conditions.1.value");
    expect(await issueAt({ value: "1", sourceTaskId: b })).toBe("flow.steps.1.cases.0.conditions.1.sourceTaskId");
    expect(await issueAt({ value: "1", field: "kind" })).toBe("flow.steps.1.cases.0.conditions.1.sourceTaskId");
    const many = branch({ variable: "x", cases: [{ ...one[0], conditions: Array(11).fill({ value: "1" }) }] });
    expect(await paths(taskStep(a), many)).toEqual([400, "flow.steps.1.cases.0.conditions"]);
    const braced = branch({ modelId, after: [a], cases: [{ id: "one", name: "{x}" }] });
    expect(await paths(taskStep(a), braced)).toEqual([400, "flow.steps.1.cases.0.name"]);
    expect(await paths(taskStep(a), branch({ modelId }))).toEqual([400, "flow.steps.1.after"]);
    const foreign = branch({ modelId: stranger.modelId, after: [a] });
    expect(await paths(taskStep(a), foreign, taskStep(b))).toEqual([400, "branches.0.modelId"]);
    expect(await paths(branch({ variable: "x" }))).toEqual([400, "taskIds"]);
  });
});
