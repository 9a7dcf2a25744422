import "@/lib/server/resources/tools/agent-tools";
import { beforeAll, expect, it } from "vitest";
import { readSteps } from "../support/branches";
import { expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { difyApp, difyLlm, difyNode, flowiseSupervisor } from "../support/foreign-files";
import { bodies } from "../support/process-runs";
import { newSession, readMessages, say, settled, testWorker } from "../support/sessions";
import { newModel } from "../support/tasks";
import { imported, preview } from "../support/transfers";

ownDatabase();
beforeAll(async () => void (await testWorker()));

/** Imports a text with the team's model for each model that it names, and starts it. */
async function begun(text: string, variables: Record<string, string>) {
  const person = await newPerson();
  const model = await newModel(person);
  const { needs } = await preview(person, { text });
  const mapping = Object.fromEntries(needs.filter(({ kind }) => kind === "model").map(({ key }) => [key, model]));
  const { _id } = await imported(person, { text, mapping });
  const sessionId = await newSession(person, _id);
  await expectOk(say(person, sessionId, { variables }));
  return { person, sessionId, session: await settled(person, sessionId, 60_000) };
}

it("an imported supervisor of Flowise delegates to its workers", async () => {
  const { session } = await begun(JSON.stringify(flowiseSupervisor), { message: "Dig a hole." });
  expect(session).toMatchObject({ status: "completed", appType: "process" });
});

it("an imported workflow of Dify with a classifier runs the case that a model chooses, and ends", async () => {
  const model = "model: { provider: openai, name: gpt-4o }";
  const nodes = [
    difyNode("start", "start", "variables: [{ variable: letter, label: Letter }]"),
    difyNode(
      "sort",
      "question-classifier",
      `classes: [{ id: a, name: Complaint }, { id: b, name: Praise }], query_variable_selector: [start, letter], ${model}`,
    ),
    difyLlm("apologize", "Apologize for {{#start.letter#}}."),
    difyLlm("thank", "Thank for {{#start.letter#}}."),
    difyLlm("sign", "Sign {{#apologize.text#}} or {{#thank.text#}}."),
  ];
  const text = difyApp(nodes.join("\n"), [
    ["start", "sort"],
    ["sort", "apologize", "a"],
    ["sort", "thank", "b"],
    ["apologize", "sign"],
    ["thank", "sign"],
  ]);
  const { person, sessionId, session } = await begun(text, { letter: "A complaint about the soup." });
  expect(session).toMatchObject({ status: "completed", appType: "process" });
  const [sort = "", ...tasks] = await readSteps(person, sessionId);
  expect(sort).toMatch(/^sort: (Complaint|Praise)$/);
  expect(tasks).toEqual([sort.endsWith("Praise") ? "thank" : "apologize", "sign"]);
});

it("an imported workflow of Agent Builder waits for its approval, and ends", async () => {
  const text = `import { Agent, Runner } from "@openai/agents";
const reader = new Agent({ name: "Reader", instructions: "You read.", model: "gpt-5.1" });
const sender = new Agent({ name: "Sender", instructions: "You send.", model: "gpt-5.1" });
export const runWorkflow = async (workflow) => {
  await runner.run(reader, []);
  if (approvalRequest("Send it?")) {
    await runner.run(sender, []);
  }
};`;
  const { person, sessionId, session } = await begun(text, { message: "A letter." });
  expect(session.status).toBe("waiting");
  const [request] = await bodies(person, sessionId, "input_request");
  const answer = { requestId: String(request?.requestId), decision: "respond", input: { decision: "Approve" } };
  await expectOk(say(person, sessionId, answer));
  expect((await settled(person, sessionId, 60_000)).status).toBe("completed");
});

it("an imported crew whose agents stand only in crew.py runs its tasks in order", async () => {
  const text = `from crewai import Agent, Crew, Task
cook = Agent(role="Cook", goal="Cook {dish}", backstory="Long.", llm="gpt-4o")
shop = Task(description="Buy for {dish}.", expected_output="A list.", agent=cook)
boil = Task(description="Boil.", expected_output="A meal.", agent=cook)
crew = Crew(agents=[cook], tasks=[shop, boil])
`;
  const { person, sessionId, session } = await begun(text, { dish: "soup" });
  expect(session.status).toBe("completed");
  const states = (await bodies(person, sessionId, "task")).map(({ state }) => state);
  expect(states.slice(-4)).toEqual(["started", "finished", "started", "finished"]);
  expect((await readMessages(person, sessionId)).at(-1)?.role).toBe("assistant");
});
