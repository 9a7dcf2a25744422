import { expect, it } from "vitest";
import { providers } from "@/lib/contract/providers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { newMember, tokenOf } from "../support/people";
import { newModel } from "../support/tasks";
import { exported, imported, preview, toolFile } from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const naming = (provider: string, model: string) =>
  toolFile("export default () => 1", "null").replace(
    'provider: demo, model: "demo-chat:ttft=1,tps=2000"',
    `provider: ${provider}, model: "${model}"`,
  );
const modelNeed = async (person: Person, provider: string, model: string) => {
  const { needs } = await preview(person, { text: naming(provider, model) });
  const need = needs.find(({ kind }) => kind === "model");
  if (!need) throw new Error("The file names no model.");
  return need;
};
const keys = { config: { api_key: "planted-key-0123456789" } };
const openAi = (person: Person, model: string) => newModel(person, { provider: "open_ai", model, ...keys });

it("a model that the team lacks gets the nearest ones first, and a link to add it", async () => {
  const ada = await newPerson();
  await newModel(ada);
  await openAi(ada, "o3");
  await openAi(ada, "gpt-4o");
  const need = await modelNeed(ada, "open_ai", "gpt-4o-mini");
  expect(need.chosen).toBe("none");
  expect(need.options.map(({ label, closest }) => [label.includes("gpt-4o"), label.includes("o3"), closest])).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ]);
  const list = (await expectOk(callAs(providers.list, to(ada)))) as {
    providers: { _id: string; name: string; type: string }[];
  };
  const openAiProvider = list.providers.find(({ type }) => type === "open_ai");
  expect(need.addModel).toEqual({
    providerId: openAiProvider?._id,
    provider: openAiProvider?.name,
    model: "gpt-4o-mini",
    modelType: "llm",
  });
});

it("a model that the team has needs no link, also at an OpenAI-compatible provider", async () => {
  const ada = await newPerson();
  const id = await openAi(ada, "gpt-4o-mini");
  expect(await modelNeed(ada, "open_ai", "gpt-4o-mini")).toMatchObject({ chosen: id, addModel: null });
  const bob = await newPerson();
  const config = { base_url: "http://127.0.0.1:9/v1" };
  const _id = await newModel(bob, { provider: "openai_compatible", model: "llama3", config });
  expect(await modelNeed(bob, "ollama", "llama3")).toMatchObject({ chosen: _id, addModel: null });
});

it("connections of other teams, or for members who can't add models, are not offered", async () => {
  const ada = await newPerson();
  await openAi(ada, "gpt-4o");
  expect(await modelNeed(ada, "open_ai", "gpt-4o-mini")).toMatchObject({ addModel: { model: "gpt-4o-mini" } });
  expect(await modelNeed(await newPerson(), "open_ai", "gpt-4o-mini")).toMatchObject({ options: [], addModel: null });
  const token = await tokenOf(await newMember(ada, { teamBits: [Permission.CREATE_APP] }));
  expect(await modelNeed({ ...ada, token }, "open_ai", "gpt-4o-mini")).toMatchObject({ addModel: null });
});

const bare = `muster: 1
kind: app
app: { name: Chat, type: chat, agent: Writer }
agents: [{ name: Writer, role: a writer, goal: Write, backstory: None. }]
`;

it("agents without a model can be given one, or left without", async () => {
  const ada = await newPerson();
  const first = await preview(ada, { text: bare });
  expect(first.problems).toEqual([]);
  expect(first.needs).toMatchObject([
    { key: "model:", kind: "model", detail: "", usedBy: ["Writer"], chosen: "none", options: [], addModel: null },
  ]);
  expect(first.todo).toEqual([{ message: "Choose a model for “Writer”.", href: null }]);
  const model = await newModel(ada);
  const again = await preview(ada, { text: bare });
  expect(again.needs[0]?.options.map(({ value }) => value)).toEqual(["none", model]);
  const sent = { text: bare, mapping: { "model:": model } };
  const { todo, _id } = await imported(ada, sent);
  expect(todo).toEqual([]);
  expect(await exported(ada, _id)).toContain("    model: ");
  // Again, the import chooses what was chosen before.
  expect(await preview(ada, { text: bare })).toMatchObject({ needs: [{ chosen: model }], changes: false });
});

it("a model that the team lacks is mapped as before when the same file is imported again", async () => {
  const ada = await newPerson();
  await newModel(ada);
  const other = await openAi(ada, "o3");
  const text = naming("anthropic", "claude-opus");
  const mapping = { "model:M": other };
  const { needs } = await preview(ada, { text, mapping });
  expect(needs.find(({ kind }) => kind === "model")).toMatchObject({ key: "model:M", chosen: other });
  await imported(ada, { text, mapping });
  expect(await modelNeed(ada, "anthropic", "claude-opus")).toMatchObject({ chosen: other });
});
