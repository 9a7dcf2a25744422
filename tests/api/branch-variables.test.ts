import { expect, it } from "vitest";
import { variables } from "@/lib/contract/variables/schemas";
import { branchStep, iterationStep, ofItem, taskStep } from "../support/branches";
import { callAs, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { difyApp, difyLlm, difyNode } from "../support/foreign-files";
import { addProcess, newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { preview } from "../support/transfers";

ownDatabase();

it("a variable that a branch or an iteration reads can't be renamed, deleted or made secret", async () => {
  const person = await newPerson();
  const modelId = await newModel(person);
  const taskId = await newTask(person, "Write", { agentId: await newAgent(person, "Writer", modelId) });
  const cases = [{ id: "one", name: "One", value: "1" }];
  const kinds: [string, object[]][] = [
    ["mood", [taskStep(taskId), branchStep("branch_1", { variable: "mood", cases })]],
    ["list", [iterationStep("branch_1", { variable: "list" }), taskStep(taskId, [], ofItem("branch_1"))]],
    [
      "tone",
      [taskStep(taskId), branchStep("branch_1", { modelId, instructions: "Mind {tone}.", after: [taskId], cases })],
    ],
  ];
  for (const [name, steps] of kinds) {
    const variableId = await newVariable(person, name, "x");
    await newProcess(person, [], { flow: { steps } });
    const to = { token: person.token, params: { resourceSlug: person.slug, variableId } };
    const edit = (body: object) => callAs(variables.edit, { ...to, body });
    expect(await edit({ name: "other" })).toMatchObject({
      status: 409,
      body: { usedBy: [{ type: "app", name: "Process" }] },
    });
    expect(await callAs(variables.remove, { ...to, body: {} })).toMatchObject({ status: 409 });
    expect(await edit({ secret: true })).toMatchObject({ status: 400, body: { issues: [{ path: "secret" }] } });
  }
});

it("an import says before that a branch of the file would read a secret variable", async () => {
  const person = await newPerson();
  const mapping = { "model:gpt-4o": await newModel(person) };
  await newVariable(person, "code", "12345678", { secret: true });
  const condition = "{ comparison_operator: is, value: x, variable_selector: [start, code] }";
  const nodes = [
    difyNode("start", "start", "variables: [{ variable: code }]"),
    difyNode("which", "if-else", `cases: [{ case_id: 'true', conditions: [${condition}] }]`),
    difyLlm("write", "Write."),
  ];
  const text = difyApp(nodes.join("\n"), [
    ["start", "which"],
    ["which", "write", "true"],
  ]);
  const { problems } = await preview(person, { text, mapping });
  expect(JSON.stringify(problems)).toContain("The variable code is secret, so a branch can't read it.");
});

it("a branch can't read a secret variable", async () => {
  const person = await newPerson();
  const taskId = await newTask(person, "Write", { agentId: await newAgent(person, "Writer", await newModel(person)) });
  await newVariable(person, "code", "12345678", { secret: true });
  const cases = [{ id: "one", name: "One", value: "1" }];
  const steps = [taskStep(taskId), branchStep("branch_1", { variable: "code", cases })];
  expect(await addProcess(person, [], { flow: { steps } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "flow.steps.1.variable", message: expect.stringContaining("secret") }] },
  });
});
