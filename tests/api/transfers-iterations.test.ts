import { beforeAll, expect, it } from "vitest";
import { iterationStep, ofItem, runWith, taskStep } from "../support/branches";
import { newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { difyApp, difyLlm, difyNode, inDifyIteration } from "../support/foreign-files";
import { testWorker } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { exported, imported, preview, undated } from "../support/transfers";

ownDatabase();
beforeAll(async () => void (await testWorker()));

const comparison = "conditions: [{ comparison_operator: contains, value: York, variable_selector: [each, item] }]";
const nodes = [
  difyNode("start", "start", "variables: [{ variable: towns, label: Towns }]"),
  difyLlm("plan", "Plan a tour."),
  difyNode(
    "each",
    "iteration",
    "iterator_selector: [start, towns], output_selector: [shorten, text], is_parallel: true",
  ),
  ...inDifyIteration("each", [
    difyNode("begin", "iteration-start"),
    difyLlm("write", "Write about {{#each.item#}}."),
    difyNode("which", "if-else", `cases: [{ case_id: 'true', ${comparison} }]`),
    difyLlm("shorten", "Shorten {{#write.text#}}."),
  ]),
  difyLlm("sum", "Sum up {{#each.output#}}."),
];
const text = difyApp(nodes.join("\n"), [
  ["start", "plan"],
  ["plan", "each"],
  ["begin", "write"],
  ["write", "which"],
  ["which", "shorten", "true"],
  ["each", "sum"],
]);

it("an imported workflow of Dify runs what is in its iteration for each item, and ends", async () => {
  const ada = await newPerson();
  const mapping = { "model:gpt-4o": await newModel(ada) };
  const { process } = await preview(ada, { text, mapping });
  const [each, which] = process?.branches ?? [];
  expect(each).toMatchObject({ name: "each", by: "items", source: "towns", before: 1, within: null });
  expect(which).toMatchObject({ name: "which", by: "value", before: 2, within: ofItem(each?.id ?? "") });
  expect(which?.cases.map(({ condition }) => condition)).toEqual(["Contains “York”", ""]);
  expect(process?.tasks).toMatchObject([
    { name: "plan", within: null },
    { name: "write", waitsFor: [0], within: ofItem(each?.id ?? "") },
    { name: "shorten", waitsFor: [1], within: { branch: which?.id } },
    { name: "sum", waitsFor: [2], within: null },
  ]);
  const { _id } = await imported(ada, { text, mapping });
  const { status, steps } = await runWith(ada, _id, { towns: '["Hull","York"]' });
  expect(status).toBe("completed");
  expect(steps.toSorted()).toEqual([
    "each",
    "plan",
    "shorten (item 2)",
    "sum",
    "which (item 1): Otherwise",
    "which (item 2): contains York",
    "write (item 1)",
    "write (item 2)",
  ]);
  expect(steps.filter((step) => !step.startsWith("which"))[0]).toBe("plan");
  expect(steps.slice(-2)).toEqual(["each", "sum"]);
});

it("an iteration goes to another team in a file, where it runs the same, and comes back as it was", async () => {
  const ada = await newPerson();
  const agentId = await newAgent(ada, "Writer", await newModel(ada));
  await newVariable(ada, "towns");
  const [list = "", write = "", sum = ""] = await Promise.all(
    ["List", "Write", "Sum"].map((name) => newTask(ada, name, { agentId })),
  );
  const appId = await newProcess(ada, [], {
    flow: {
      steps: [
        taskStep(list),
        iterationStep("branch_1", { variable: "towns", concurrency: 3, maxItems: 7 }),
        taskStep(write, [list], ofItem("branch_1")),
        taskStep(sum, [write]),
      ],
    },
  });
  const file = await exported(ada, appId);
  const bob = await newPerson();
  await newModel(bob);
  const { _id } = await imported(bob, { text: file });
  expect(undated(await exported(bob, _id))).toBe(undated(file));
  expect((await runWith(bob, _id, { towns: "Hull" })).steps).toEqual([
    "List",
    "Write (item 1)",
    "Route branch_1",
    "Sum",
  ]);
});
