import { expect, it } from "vitest";
import { variables } from "@/lib/contract/variables/schemas";
import { branchStep, iterationStep, ofItem, taskStep } from "../support/branches";
import { callAs, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { addProcess, newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";

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
