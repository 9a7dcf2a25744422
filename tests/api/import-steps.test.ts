import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import type { ImportStepView } from "@/lib/contract/transfers/import-steps";
import { transfers } from "@/lib/contract/transfers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { flowiseTwo } from "../support/foreign-files";
import { joinTeam } from "../support/sessions";
import { newModel } from "../support/tasks";
import { imported, preview, toolFile } from "../support/transfers";

const { CREATE_AGENT, EDIT_APP } = Permission;
const of = ({ token, slug }: Person, appId: string) => ({ token, params: { resourceSlug: slug, appId } });
const readSteps = async (person: Person, appId: string) =>
  ((await expectOk(callAs(transfers.steps, of(person, appId)))) as { steps: ImportStepView[] }).steps;
const tick = (person: Person, appId: string, stepId: string, done = true) =>
  callAs(transfers.tickStep, { ...of(person, appId), body: { step: stepId, done } });
const dismiss = (person: Person, appId: string) => callAs(transfers.dismissSteps, of(person, appId));

const idOf = (steps: ImportStepView[], type: string): string =>
  steps.find(({ id }) => id.startsWith(type))?.path?.split("/")[1] ?? "";
const doneOf = (steps: ImportStepView[], type: string): boolean[] =>
  steps.filter(({ id }) => id.startsWith(type)).map(({ done }) => done);

const define = ({ token, slug }: Person, toolId: string, definition: object) =>
  expectOk(
    callAs(tools.edit, {
      token,
      params: { resourceSlug: slug, toolId },
      body: { definition, apply: true, force: true },
    }),
  );
const choose = ({ token, slug }: Person, agentId: string, modelId: string) =>
  expectOk(callAs(agents.edit, { token, params: { resourceSlug: slug, agentId }, body: { modelId } }));

/** A crew with code, a key in clear text, and an agent without a model. */
const crew = `from crewai import Agent, Crew, Task
from crewai.tools import tool
@tool
def lookup(query):
    return query
cook = Agent(role="Cook", goal="Cook", backstory="Long.", tools=[Mine()])
boil = Task(description="Boil.", expected_output="A meal.", agent=cook, api_key="sk-plantedABCDEFGHIJ0123456789")
crew = Crew(agents=[cook], tasks=[boil])
`;

it("what an import leaves to be done is known from the resources, and a person ticks the rest", async () => {
  const ada = await newPerson();
  const { _id, todo } = await imported(ada, { text: crew });
  const first = await readSteps(ada, _id);
  expect(todo).toEqual(first.map(({ message, path }) => ({ message, href: path && `/${ada.slug}/${path}` })));
  expect(first[3]?.path).toBe(first[1]?.path);
  expect(first.map(({ message, manual, done }) => [message, manual, done])).toEqual([
    ["Read and adapt the code of the tool “lookup”, which is switched off, and apply it.", false, false],
    ["Choose a model for “cook”.", false, false],
    ["Revoke the secrets that the file contained in clear text: code.", true, false],
    ["cook: Mine: It's code of your project, which isn't run. Add a tool that does the same.", true, false],
  ]);
  expect(JSON.stringify(first)).not.toContain("planted");
  await choose(ada, idOf(first, "model"), await newModel(ada));
  await define(ada, idOf(first, "code"), { language: "python", code: "def main(args, env):\n    return 1\n" });
  expect((await readSteps(ada, _id)).map(({ done }) => done)).toEqual([true, true, false, false]);
  for (const { id, manual } of first) expect((await tick(ada, _id, id)).status).toBe(manual ? 200 : 404);
  expect((await readSteps(ada, _id)).map(({ done }) => done)).toEqual([true, true, true, true]);
  await expectOk(tick(ada, _id, first[2]?.id ?? "", false));
  expect((await readSteps(ada, _id)).map(({ done }) => done)).toEqual([true, true, false, true]);
});

it("variables that the app asks for when it starts are no steps, before and after the import", async () => {
  const ada = await newPerson();
  const text = JSON.stringify({
    Variable: [{ name: "message" }],
    AgentFlowV2: [{ name: "Two towns", flowData: JSON.stringify(flowiseTwo) }],
  });
  const model = await newModel(ada);
  const mapping = { "model:llama3": model, "model:gpt-4o-mini": model };
  const looked = await preview(ada, { text, mapping });
  expect(looked.needs.find(({ kind }) => kind === "variable")).toMatchObject({ name: "message", chosen: "add" });
  const { _id, todo } = await imported(ada, { text, mapping });
  expect(JSON.stringify([looked.todo, todo, await readSteps(ada, _id)])).not.toContain("message.");
});

it("secrets are done when all are set, and what was deleted is not listed", async () => {
  const ada = await newPerson();
  const model = await newModel(ada);
  const text = toolFile("export default () => 1", "null");
  const { _id } = await imported(ada, { text, mapping: { "model:M": model } });
  const first = await readSteps(ada, _id);
  expect(first.map(({ message }) => message)).toEqual(["Enter the secrets of the tool “Doubler”: KEY."]);
  const toolId = idOf(first, "secrets");
  const code = { language: "javascript", code: "export default () => 2", parameters: { type: "object" } };
  await define(ada, toolId, { ...code, environmentVariables: { KEY: "" } });
  expect(doneOf(await readSteps(ada, _id), "secrets")).toEqual([false]);
  await define(ada, toolId, { ...code, environmentVariables: { KEY: "planted-secret" } });
  const next = await readSteps(ada, _id);
  expect(doneOf(next, "secrets")).toEqual([true]);
  expect(JSON.stringify(next)).not.toContain("planted");
  const params = { resourceSlug: ada.slug, toolId };
  await expectOk(callAs(tools.remove, { token: ada.token, params, body: { force: true } }));
  expect(await readSteps(ada, _id)).toEqual([]);
});

it("an import as an update adds its steps to the open ones, and one that leaves nothing has none", async () => {
  const ada = await newPerson();
  const sent = { mapping: { "model:M": await newModel(ada) } };
  const complete = await imported(ada, { ...sent, text: toolFile("export default () => 1", "a") });
  expect(await readSteps(ada, complete._id)).toEqual([]);
  const first = await imported(ada, { ...sent, text: toolFile("export default () => 2", "null") });
  expect(first._id).not.toBe(complete._id);
  const steps = await readSteps(ada, first._id);
  expect(steps.map(({ id }) => id.split(":")[0])).toEqual(["secrets"]);
  const choices = { "tool:Doubler": "revision", "agent:Writer": "use", "task:Write": "use", "app:Process": "use" };
  const again = await imported(ada, { ...sent, text: toolFile("export default () => 3", "null"), choices });
  const open = await readSteps(ada, again._id);
  expect(open.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^Compare revision 2 of the tool “Doubler/),
  );
});

it("the steps of a private app, or of another team, are hidden, and only who edits apps changes them", async () => {
  const [ada, bob, eve] = [await newPerson(), await newPerson("Bob"), await newPerson("Eve")];
  await joinTeam(bob, ada.slug, [CREATE_AGENT]);
  const { _id } = await imported(ada, { text: crew });
  const other = { ...bob, slug: ada.slug };
  const [first] = await readSteps(other, _id);
  const manual = (await readSteps(other, _id)).find((step) => step.manual)?.id ?? "";
  expect(first?.done).toBe(false);
  expect((await tick(other, _id, manual)).status).toBe(403);
  expect((await dismiss(other, _id)).status).toBe(403);
  for (const stranger of [eve, { ...eve, slug: ada.slug }]) {
    expect((await callAs(transfers.steps, of(stranger, _id))).status).toBe(404);
    expect((await tick(stranger, _id, manual)).status).toBe(404);
    expect((await dismiss(stranger, _id)).status).toBe(404);
  }
  await expectOk(callAs(apps.edit, { ...of(ada, _id), body: { sharingMode: "private" } }));
  const carol = await newPerson("Carol");
  await joinTeam(carol, ada.slug, [EDIT_APP]);
  const editor = { ...carol, slug: ada.slug };
  expect((await callAs(transfers.steps, of(editor, _id))).status).toBe(404);
  expect((await tick(editor, _id, manual)).status).toBe(404);
  expect((await dismiss(editor, _id)).status).toBe(404);
  expect(await readSteps(ada, _id)).toHaveLength(4);
  await expectOk(dismiss(ada, _id));
  expect(await readSteps(ada, _id)).toEqual([]);
  expect((await tick(ada, _id, manual)).status).toBe(404);
});
