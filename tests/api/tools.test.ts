import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { toolRevisions } from "@/lib/server/platform/db/tables/tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newTask } from "../support/tasks";
import {
  addTool,
  doubling,
  editTool,
  functionTool,
  madeTool,
  ofRevision,
  ofTool,
  parameters,
  readTool,
  testTool,
} from "../support/tools";

const definition = { language: "javascript", code: doubling, parameters };
const tripling = doubling.replace("n * 2", "n * 3");
const apply = (person: Person, id: string) => callAs(tools.applyRevision, ofRevision(person, id));
const removeRevision = (person: Person, id: string, body: object = {}) =>
  callAs(tools.removeRevision, { ...ofRevision(person, id), body: { ...body } });
const numbers = async (person: Person, id: string) =>
  (await readTool(person, id)).revisions.map(({ number, applied }) => (applied ? `${number}*` : `${number}`));

async function agentWith(person: Person, agent: object) {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const model = { name: "M", type: "demo", model: "demo-chat" } as const;
  const { _id: modelId } = await expectOk(callAs(models.add, { ...to, body: model }));
  const words = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." };
  const body = { ...words, modelId: String(modelId), ...agent };
  const agentId = String((await expectOk(callAs(agents.add, { ...to, body })))._id);
  const at = { token: person.token, params: { resourceSlug: person.slug, agentId } };
  return { agentId, edit: (change: object) => callAs(agents.edit, { ...at, body: { ...change } }) };
}

describe("function tools", () => {
  it("are added, read with their revision, and called", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, functionTool({}, { note: "First" }));
    const { tool, revisions, operations } = await readTool(ada, id);
    expect(tool).toMatchObject({
      type: "function",
      functionName: "doubler",
      state: "ready",
      stateMessage: null,
      repeatable: false,
      revision: 1,
      summary: "JavaScript",
      definition: { ...definition, allowedHosts: [], timeoutMs: 10_000 },
    });
    expect(revisions).toMatchObject([{ number: 1, note: "First", applied: true, createdByName: "Ada", pinnedBy: [] }]);
    expect(operations).toMatchObject([{ operation: null, functionName: "doubler", parameters }]);
    const outcome = await testTool(ada, id, { args: { n: 21 } });
    expect(outcome).toMatchObject({ ok: true, result: { doubled: 42 }, logs: ["got 21"] });
    expect(await testTool(ada, id, { args: { n: "x" } })).toMatchObject({
      ok: false,
      error: "The arguments were rejected: “n” must be number.",
    });
  });

  it("can be tried before they are added, by nobody else", async () => {
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const attempt = (more: object) =>
      callAs(tools.tryOut, { ...to, body: { type: "function", definition, args: { n: 21 }, ...more } as never });
    expect(await expectOk(attempt({}))).toMatchObject({ ok: true, result: { doubled: 42 }, logs: ["got 21"] });
    const broken = await attempt({ definition: { ...definition, code: "export default (" } });
    expect(broken).toMatchObject({ status: 400, body: { issues: [{ path: "definition.code" }] } });
    const masked = { ...definition, environmentVariables: { KEY: "••••4711" } };
    expect((await attempt({ definition: masked })).status).toBe(400);
    const formula = { type: "builtin", definition: { builtin: "calculator" }, args: { formula: "6 * 7" } };
    expect(await expectOk(attempt(formula))).toMatchObject({ ok: true });
    expect(await expectOk(callAs(tools.list, to))).toMatchObject({ tools: [] });
    const bob = await newPerson();
    const theirs = { token: bob.token, params: to.params, body: { type: "function", definition, args: {} } as never };
    expect((await callAs(tools.tryOut, theirs)).status).toBe(404);
  });

  it("with code or parameters that can't be used are refused at the field, and nothing is saved", async () => {
    const ada = await newPerson();
    const cases: [object, string, RegExp][] = [
      [{ code: "export default async (args => {" }, "definition.code", /Line \d+/],
      [{ code: "" }, "definition.code", /Enter the code/],
      [{ parameters: { type: "array" } }, "definition.parameters", /must be “object”/],
      [
        { parameters: { type: "object", properties: { a: { type: "nothing" } } } },
        "definition.parameters",
        /JSON Schema/,
      ],
      [
        { parameters: { type: "object", properties: { a: { $ref: "#" } } } },
        "definition.parameters",
        /circular reference/,
      ],
      [
        { parameters: { type: "object", properties: { a: { $ref: "https://example.com/a.json" } } } },
        "definition.parameters",
        /external reference/,
      ],
      [{ timeoutMs: 30_001 }, "definition.timeoutMs", /or less/],
      [{ allowedHosts: ["https://example.com"] }, "definition.allowedHosts.0", /Enter a host/],
    ];
    for (const [wrong, path, message] of cases) {
      const reply = await addTool(ada, functionTool(wrong));
      expect(reply.status, path).toBe(400);
      const [issue] = (reply.body as { issues?: { path: string; message: string }[] }).issues ?? [];
      expect(issue?.path).toBe(path);
      expect(issue?.message).toMatch(message);
    }
    const id = await madeTool(ada);
    expect((await editTool(ada, id, { definition: { ...definition, code: "export default (" } })).status).toBe(400);
    expect(await numbers(ada, id)).toEqual(["1*"]);
    const listed = await expectOk(callAs(tools.list, { token: ada.token, params: { resourceSlug: ada.slug } }));
    expect(listed.tools).toHaveLength(1);
    expect((listed.tools as object[])[0]).not.toHaveProperty("definition");
  });

  it("a pattern in the parameters can't hold the server up", async () => {
    const ada = await newPerson();
    const slow = { type: "object", properties: { n: { type: "string", pattern: "^(a+)+$" } } };
    const id = await madeTool(ada, functionTool({ parameters: slow, code: "export default () => 1" }));
    const started = performance.now();
    expect(await testTool(ada, id, { args: { n: `${"a".repeat(60)}b` } })).toMatchObject({ ok: true });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("revisions", () => {
  it("are made by every save that changes something, applied, and deleted", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada);
    expect((await expectOk(editTool(ada, id, { definition }))).revisionId).toBe(
      (await readTool(ada, id)).tool.revisionId,
    );
    expect(await numbers(ada, id)).toEqual(["1*"]);
    await expectOk(editTool(ada, id, { definition: { ...definition, code: tripling }, note: "Three", apply: false }));
    expect(await numbers(ada, id)).toEqual(["2", "1*"]);
    expect(await testTool(ada, id, { args: { n: 1 } })).toMatchObject({ result: { doubled: 2 } });
    const [second, first] = (await readTool(ada, id)).revisions;
    expect(await testTool(ada, id, { args: { n: 1 }, revisionId: second?._id })).toMatchObject({
      result: { doubled: 3 },
    });
    // The newest once more is the same one; applied it is this one.
    await expectOk(editTool(ada, id, { definition: { ...definition, code: tripling } }));
    expect(await numbers(ada, id)).toEqual(["2*", "1"]);
    await expectOk(apply(ada, String(first?._id)));
    expect(await numbers(ada, id)).toEqual(["2", "1*"]);
    expect((await readTool(ada, id)).tool.definition).toMatchObject({ code: doubling });
    expect((await removeRevision(ada, String(first?._id), { force: true })).status).toBe(409);
    await expectOk(removeRevision(ada, String(second?._id)));
    await expectOk(editTool(ada, id, { definition: { ...definition, timeoutMs: 500 } }));
    expect(await numbers(ada, id)).toEqual(["3*", "1"]);
  });

  it("that agents are pinned to stay, and say by whom", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada);
    await expectOk(editTool(ada, id, { definition: { ...definition, code: tripling } }));
    const first = String((await readTool(ada, id)).revisions[1]?._id);
    const { agentId, edit } = await agentWith(ada, { toolIds: [id], toolRevisions: { [id]: first } });
    const taskId = await newTask(ada, "Double", { toolIds: [id] });
    expect(await readTool(ada, id)).toMatchObject({
      tool: { usedBy: 2, usedIn: { agents: [{ _id: agentId }], tasks: [{ _id: taskId, name: "Double" }] } },
      agents: [{ _id: agentId, revisionId: first }],
      revisions: [{ pinnedBy: [] }, { pinnedBy: [{ _id: agentId }] }],
    });
    const refused = await removeRevision(ada, first, { force: true });
    expect(refused).toMatchObject({ status: 409, body: { usedBy: [{ type: "agent", _id: agentId }] } });
    await expectOk(edit({ toolRevisions: {} }));
    await expectOk(removeRevision(ada, first));
    const pin = (await readTool(ada, id)).tool.revisionId;
    await expectOk(edit({ toolRevisions: { [id]: pin } }));
    await expectOk(edit({ toolIds: [] }));
    const agent = await expectOk(callAs(agents.get, { token: ada.token, params: { resourceSlug: ada.slug, agentId } }));
    expect(agent.agent).toMatchObject({ toolRevisions: {} });
  });

  it("of another tool or another team can be pinned, applied, read and deleted by nobody", async () => {
    const [ada, eve] = [await newPerson(), await newPerson("Eve")];
    const [id, other] = [await madeTool(ada), await madeTool(ada, functionTool({}, { name: "Other" }))];
    const theirs = (await readTool(ada, other)).tool.revisionId;
    const { edit } = await agentWith(ada, { toolIds: [id] });
    expect(await edit({ toolRevisions: { [id]: theirs } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: `toolRevisions.${id}` }] },
    });
    const stolen = { token: eve.token, params: { resourceSlug: eve.slug, revisionId: theirs } };
    for (const call of [tools.applyRevision, tools.removeRevision, tools.revision])
      expect((await callAs(call, { ...stolen, body: call === tools.revision ? undefined : {} } as never)).status).toBe(
        404,
      );
    const beside = { args: { n: 1 }, revisionId: theirs };
    expect((await callAs(tools.test, { ...ofTool(ada, id), body: beside })).status).toBe(404);
    expect((await callAs(tools.compare, { ...ofTool(ada, id), body: { revisionId: theirs } })).status).toBe(404);
    expect((await editTool(ada, id, { definition, basedOn: theirs })).status).toBe(404);
  });

  it("are compared on saved inputs, after a confirmation where a call may change something", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada);
    const save = (name: string, n: number) =>
      expectOk(callAs(tools.addInput, { ...ofTool(ada, id), body: { name, args: { n } } }));
    await save("zero", 0);
    const { _id: inputId } = await save("two", 2);
    const { revisionId } = await expectOk(
      editTool(ada, id, { definition: { ...definition, code: tripling }, apply: false }),
    );
    const compare = (body: object) =>
      callAs(tools.compare, { ...ofTool(ada, id), body: { revisionId: String(revisionId), ...body } });
    expect(await compare({})).toMatchObject({ status: 409, body: { confirm: true, calls: 4 } });
    const { body } = await compare({ confirm: true });
    expect(body).toMatchObject({
      left: 0,
      results: [
        { name: "zero", same: true },
        { name: "two", same: false, before: { result: { doubled: 4 } }, after: { result: { doubled: 6 } } },
      ],
    });
    const input = { token: ada.token, params: { resourceSlug: ada.slug, toolId: id, inputId: String(inputId) } };
    await expectOk(callAs(tools.removeInput, input));
    expect((await readTool(ada, id)).inputs.map(({ name }) => name)).toEqual(["zero"]);
    await expectOk(editTool(ada, id, { repeatable: true }));
    expect(await compare({})).toMatchObject({ status: 200, body: { results: [{ same: true }] } });
  });
});

describe("the environment of a function", () => {
  const secret = "planted-orchid-4711";
  const code =
    "export default async (args, { env }) => { console.log(env.KEY); return { key: env.KEY, extra: env.EXTRA }; };";
  const parameters = { type: "object" };
  const own = {
    language: "javascript",
    code,
    parameters,
    environmentVariables: { KEY: secret },
    allowedHosts: ["api.example.com"],
  };
  const masked = { ...own, environmentVariables: { KEY: "••••4711" } };

  it("is sealed, masked in reads, and cut out of what the tool says", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, functionTool(own));
    const read = await readTool(ada, id);
    expect(read.tool.definition).toMatchObject({ environmentVariables: { KEY: "••••4711" } });
    expect(JSON.stringify(read)).not.toContain(secret);
    const { db } = await testDatabase();
    const rows = await db.select().from(toolRevisions).where(eq(toolRevisions.toolId, id));
    expect(JSON.stringify(rows)).not.toContain(secret);
    const outcome = await testTool(ada, id, { args: {} });
    expect(outcome).toMatchObject({ ok: true, result: { key: "[secret]" }, logs: ["[secret]"] });
  });

  it("keeps what its mask stands for, unless it could then go to a new host", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, functionTool(own));
    const seen = "export default async (args, { env }) => env.KEY.length";
    await expectOk(editTool(ada, id, { definition: { ...masked, code: seen, allowedHosts: [] } }));
    expect(await testTool(ada, id, { args: {} })).toMatchObject({ result: secret.length });
    const moved = { ...masked, allowedHosts: ["evil.example.com"] };
    const at = [{ path: "definition.environmentVariables.KEY" }];
    expect(await editTool(ada, id, { definition: moved })).toMatchObject({ status: 400, body: { issues: at } });
    const tried = await callAs(tools.test, { ...ofTool(ada, id), body: { args: {}, definition: moved } });
    expect(tried).toMatchObject({ status: 400, body: { issues: at } });
    const unknown = { ...own, environmentVariables: { OTHER: "••••4711" } };
    expect(await editTool(ada, id, { definition: unknown })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "definition.environmentVariables.OTHER" }] },
    });
    const { _id: copy } = await expectOk(callAs(tools.duplicate, ofTool(ada, id)));
    expect(await testTool(ada, String(copy), { args: {} })).toMatchObject({ result: secret.length });
  });

  it("takes the team's variables by their names, secret ones too", async () => {
    const ada = await newPerson();
    const variable = { name: "token", defaultValue: "planted-tulip-2244", secret: true };
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const { _id: variableId } = await expectOk(callAs(variables.add, { ...to, body: variable }));
    const environmentVariables = { KEY: "Bearer {token}", EXTRA: "{unknown}" };
    const id = await madeTool(ada, functionTool({ ...own, environmentVariables }));
    expect(await testTool(ada, id, { args: {} })).toMatchObject({ result: { key: "[secret]", extra: "[secret]" } });
    const renamed = {
      token: ada.token,
      params: { ...to.params, variableId: String(variableId) },
      body: { name: "key" },
    };
    expect(await callAs(variables.edit, renamed)).toMatchObject({
      status: 409,
      body: { usedBy: [{ type: "tool", _id: id }] },
    });
  });
});
