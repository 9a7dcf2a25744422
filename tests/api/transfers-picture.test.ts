import { expect, it } from "vitest";
import { newPerson } from "../support/client";
import { flowiseSupervisor, flowiseTwo } from "../support/foreign-files";
import { newModel } from "../support/tasks";
import { imported, preview, toolFile } from "../support/transfers";

const text = `muster: 1
kind: app
app: { name: Letters, type: process, tasks: [Read, Sort, Answer], after: [[], [], [1, 2]] }
agents: [{ name: Reader, role: R, goal: G, backstory: B, model: M, tools: [Sum] }]
tasks:
  - { name: Read, description: Read it., expectedOutput: A text., agent: Reader, requiresHumanInput: true,
      formFields: [{ name: letter, label: Letter, type: string, required: true }] }
  - { name: Sort, description: Sort it., expectedOutput: A text., agent: Reader, context: [Read] }
  - { name: Answer, description: Answer it., expectedOutput: A text., agent: Reader, storeTaskOutput: true }
tools: [{ name: Sum, type: builtin, definition: { builtin: calculator } }]
models: [{ name: M, provider: demo, model: "demo-chat:ttft=1,tps=2000" }]
`;

it("a preview has the resulting process with its order, agents, forms and files", async () => {
  const ada = await newPerson();
  const { process } = await preview(ada, { text, mapping: { "model:M": await newModel(ada) } });
  expect(process).toMatchObject({ process: "sequential", manager: null, agents: [] });
  expect(process?.tasks).toMatchObject([
    {
      name: "Read",
      agent: "Reader",
      model: "Model",
      tools: ["Sum"],
      waitsFor: [],
      requiresHumanInput: true,
      fields: ["Letter"],
    },
    { name: "Sort", waitsFor: [0], requiresHumanInput: false },
    { name: "Answer", waitsFor: [0, 1], storeTaskOutput: true, taskOutputFileName: null },
  ]);
});

it("a preview of an update has the process as it is after the update", async () => {
  const ada = await newPerson();
  const model = await newModel(ada);
  const mapping = { "model:M": model };
  await imported(ada, { text, mapping });
  const other = text
    .replace("description: Sort it.", "description: Sort it well.")
    .replace(
      "name: Letters, type: process, tasks: [Read, Sort, Answer], after: [[], [], [1, 2]]",
      "name: Letters, type: process, tasks: [Sort]",
    )
    .replace(", context: [Read]", "");
  const keys = { "app:Letters": "use", "task:Sort": "replace" } as const;
  const kept = await preview(ada, { text: other, mapping, choices: keys });
  expect(kept.process?.tasks.map(({ name, description }) => [name, description])).toEqual([
    ["Read", "Read it."],
    ["Sort", "Sort it well."],
    ["Answer", "Answer it."],
  ]);
  expect(kept.process?.tasks[2]).toMatchObject({ agent: "Reader", waitsFor: [0, 1] });
  const copied = await preview(ada, { text: other, mapping });
  expect(copied.process?.tasks).toMatchObject([{ name: "Sort 2", description: "Sort it well.", waitsFor: [] }]);
});

it("a preview of another team doesn't have tasks of this one", async () => {
  const ada = await newPerson();
  await imported(ada, { text, mapping: { "model:M": await newModel(ada) } });
  const bob = await newPerson();
  const mine = await preview(bob, { text: toolFile("export default () => 1", "null") });
  expect(mine.process?.tasks.map(({ name }) => name)).toEqual(["Write"]);
});

it("a preview of another system's file has its process, with the manager of a hierarchical one", async () => {
  const ada = await newPerson();
  const model = await newModel(ada);
  const mapping = { "model:llama3": model, "model:gpt-4o": model };
  const two = await preview(ada, { text: JSON.stringify(flowiseTwo), mapping });
  expect(two.process?.tasks).toMatchObject([
    { name: "write", agent: "write", model: null, tools: ["Calculator"], waitsFor: [] },
    { name: "check", agent: "check", model: "Model", waitsFor: [0] },
  ]);
  const led = await preview(ada, { text: JSON.stringify(flowiseSupervisor), mapping });
  expect(led.process).toMatchObject({
    process: "hierarchical",
    manager: "Model",
    agents: ["The digger", "The painter"],
    tasks: [{ name: "Boss", agent: null, tools: [] }],
  });
});

it("a preview of a chat has no process", async () => {
  const ada = await newPerson();
  const chat = `muster: 1\nkind: app\napp: { name: C, type: chat, agent: A }\nagents: [{ name: A, role: R, goal: G, backstory: B }]\n`;
  expect((await preview(ada, { text: chat })).process).toBeNull();
});
