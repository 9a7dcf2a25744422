import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { upload } from "../support/datasources";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { functionTool, madeTool, readTool } from "../support/tools";
import { exported, imported, preview, undated } from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const secrets = ["planted-env-7781", "planted-bearer-7782", "planted-header-7783"] as const;
const code =
  'export default async ({ n }, { env }) => {\n\tconst text = "a:\\tb # no comment";\n  return { text, n };\n};\n';

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Quay", version: "1" },
  servers: [{ url: "https://quay.example.com" }],
  paths: { "/boats": { get: { operationId: "boats", summary: "Lists boats" } } },
});

/** A tool of each type, by its name. */
async function toolBox(person: Person): Promise<Record<string, string>> {
  const { datasourceId } = await upload(person, { "notes.txt": "The quay closes at ten." });
  const hosts = { allowedHosts: ["api.example.com"] };
  const env = { environmentVariables: { API_KEY: secrets[0], PLACE: "{customer}" } };
  const definitions: Record<string, object> = {
    Counter: functionTool({ code, ...env, ...hosts }, { name: "Counter", requireApproval: true }),
    Quay: {
      type: "http",
      functionName: "the_quay",
      definition: {
        source: "openapi",
        document,
        operations: ["boats"],
        auth: { type: "bearer", token: secrets[1] },
      },
    },
    Ferry: {
      type: "mcp",
      definition: {
        url: "https://ferry.example.com/mcp",
        headers: { "x-key": secrets[2] },
        allowedTools: ["sail"],
        tools: [
          {
            name: "sail",
            title: null,
            description: "Sails",
            parameters: { type: "object", properties: {} },
            readOnly: false,
            destructive: true,
            problems: [],
          },
        ],
      },
    },
    Clock: { type: "builtin", definition: { builtin: "dateTime", settings: { timeZone: "Europe/Berlin" } } },
    Notes: { type: "rag", definition: { datasourceId, retriever: { k: 7 } } },
  };
  const made: Record<string, string> = {};
  for (const [name, body] of Object.entries(definitions)) made[name] = await madeTool(person, { name, ...body });
  return made;
}

const timing = { at: "09:00", weekdays: [1, 5], timeZone: "Europe/Berlin" };

/** A process with something of everything. */
async function furnished(person: Person): Promise<string> {
  const modelId = await newModel(person);
  const customer = await newVariable(person, "customer");
  const { Counter = "", ...others } = await toolBox(person);
  const asks = { assignee: { type: "account", accountId: person.accountId }, minutes: 60 };
  const writer = await newAgent(person, "Writer", modelId, { toolIds: [Counter], goal: "Help {customer}" });
  const reader = await newAgent(person, "Reader", modelId, {
    variableIds: [customer],
    toolIds: Object.values(others),
    backstory: "  Two\n\nlines: 'quoted'  \n",
  });
  const first = await newTask(person, "Read", {
    agentId: reader,
    requiresHumanInput: true,
    outputVariableId: customer,
    asks,
    formFields: [{ name: "who", label: "Who", type: "select", options: ["yes", "no"], variableId: customer }],
    structuredOutput: { type: "object", properties: { zebra: { type: "string" }, a: { type: "number" } } },
  });
  // Of the same name: the file tells them apart.
  const again = await newTask(person, "Read", { agentId: reader, contextTaskIds: [first] });
  const second = await newTask(person, "Write", {
    agentId: writer,
    toolIds: [Counter],
    contextTaskIds: [first, again],
  });
  const schedule = { type: "cron", unit: "week", ...timing, variables: { customer: "Grace" }, message: "Go on." };
  return newProcess(person, [first, again, second], {
    variableIds: [customer],
    tags: ["a"],
    schedule,
    fullOutput: true,
  });
}

describe("an app's file", () => {
  it("goes to another team with a tool of each type, and comes back as it was, without a secret", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    await newModel(bob);
    const { datasourceId } = await upload(bob, { "others.txt": "Another text." });
    const text = await exported(ada, await furnished(ada));
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain("API_KEY: null # secret: enter it after the import");
    expect(text).toContain("token: null # secret");
    expect(text).toContain("x-key: null # secret");
    expect(text).toContain('PLACE: "{customer}"');
    expect(text).toContain("        export default async ({ n }, { env }) => {\n");
    expect(text).not.toMatch(/(account|model|agent|task|tool|variable|datasource|revision)_[0-9a-z]{20}/);
    const looked = await preview(bob, { text });
    expect(looked.problems).toEqual(["Choose the data source to use for “notes”."]);
    const sent = { text, mapping: { "datasource:notes": datasourceId }, schedule: true };
    const { _id, todo } = await imported(bob, sent);
    expect(todo.map(({ message }) => message)).toEqual([
      "Enter the secrets of the tool “Counter”: API_KEY.",
      "Enter the secrets of the tool “Ferry”: x-key.",
      "Enter the secrets of the tool “Quay”: token.",
    ]);
    expect(todo.every(({ href }) => href?.startsWith(`/${bob.slug}/`))).toBe(true);
    const mapped = undated(text)
      .replaceAll("datasource: notes", "datasource: others")
      .replace("- name: notes", "- name: others");
    expect(undated(await exported(bob, _id))).toBe(mapped);
    const params = { resourceSlug: bob.slug, appId: _id };
    const { app } = (await expectOk(callAs(apps.get, { token: bob.token, params }))) as { app: { schedule: object } };
    expect(app.schedule).toMatchObject({ type: "cron", unit: "week", ...timing, principalId: bob.accountId });
  });

  it("changes nothing where all of it is there", async () => {
    const ada = await newPerson();
    const text = await exported(ada, await furnished(ada));
    const { changes, parts, problems } = await preview(ada, { text });
    expect(parts.map(({ key, status, action }) => `${key} ${status} ${action}`)).toEqual(
      [
        "app:Process",
        "task:Read",
        "task:Read (2)",
        "task:Write",
        "agent:Reader",
        "agent:Writer",
        "tool:Clock",
        "tool:Counter",
        "tool:Ferry",
        "tool:Notes",
        "tool:Quay",
      ].map((key) => `${key} same use`),
    );
    expect({ changes, problems }).toEqual({ changes: false, problems: [] });
  });

  it("brings tools along that say what they lack, until it is given", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    await newModel(bob);
    const modelId = await newModel(ada);
    const { Quay = "" } = await toolBox(ada);
    const agentId = await newAgent(ada, "Guide", modelId, { toolIds: [Quay] });
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
    const { _id } = await expectOk(callAs(apps.add, { ...to(ada), body }));
    await imported(bob, { text: await exported(ada, String(_id)) });
    const [listed] = (await expectOk(callAs(tools.list, to(bob)))).tools as { _id: string; state: string }[];
    const { tool, revisions } = await readTool(bob, String(listed?._id));
    expect(tool).toMatchObject({ state: "error", stateMessage: expect.stringContaining("auth.token") });
    expect(tool.definition).toMatchObject({ auth: { type: "bearer", token: "" } });
    expect(revisions).toMatchObject([{ number: 1, note: "From an imported file" }]);
    const edit = (definition: object) =>
      callAs(tools.edit, {
        token: bob.token,
        params: { resourceSlug: bob.slug, toolId: tool._id },
        body: { definition: { ...tool.definition, ...definition } },
      });
    expect((await edit({})).status).toBe(400);
    await expectOk(edit({ auth: { type: "bearer", token: "their-own-token" } }));
    expect((await readTool(bob, tool._id)).tool).toMatchObject({ state: "ready" });
  });
});

describe("parts that the team has", () => {
  const simple = async (person: Person) => {
    const modelId = await newModel(person);
    const definition = { environmentVariables: { API_KEY: secrets[0] }, allowedHosts: ["api.example.com"] };
    const toolId = await madeTool(person, functionTool(definition, { name: "Counter" }));
    const agentId = await newAgent(person, "Writer", modelId, { toolIds: [toolId] });
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
    const { _id } = await expectOk(callAs(apps.add, { ...to(person), body }));
    return { toolId, agentId, appId: String(_id), text: await exported(person, String(_id)) };
  };
  const tripled = (text: string) => text.replace("n * 2", "n * 3");
  const statuses = async (person: Person, sent: Parameters<typeof preview>[1]) =>
    (await preview(person, sent)).parts.map(({ key, status, action, as }) => `${key} ${status} ${action} ${as}`);

  it("are added beside them under other names unless somebody says otherwise", async () => {
    const ada = await newPerson();
    const { text, toolId } = await simple(ada);
    expect(await statuses(ada, { text: tripled(text) })).toEqual([
      "app:Chat changed new Chat 2",
      "agent:Writer changed new Writer 2",
      "tool:Counter changed new Counter 2",
    ]);
    const { _id } = await imported(ada, { text: tripled(text) });
    expect(await exported(ada, _id)).toContain("functionName: counter_2");
    expect((await readTool(ada, toolId)).revisions).toHaveLength(1);
  });

  it("are replaced with their secrets, a tool by a new revision, and what names them stays the same", async () => {
    const ada = await newPerson();
    const { text, toolId, appId } = await simple(ada);
    const sent = { text: tripled(text), choices: { "tool:Counter": "replace" } };
    expect(await statuses(ada, sent)).toEqual([
      "app:Chat same use Chat",
      "agent:Writer same use Writer",
      "tool:Counter changed replace Counter",
    ]);
    const looked = await preview(ada, sent);
    const tool = looked.parts.find(({ kind }) => kind === "tool");
    expect([tool?.before?.includes("n * 2"), tool?.after.includes("n * 3"), looked.todo]).toEqual([true, true, []]);
    const answer = await imported(ada, sent);
    expect(answer._id).toBe(appId);
    const after = await readTool(ada, toolId);
    expect(after.revisions.map(({ number, applied }) => [number, applied])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(after.tool).toMatchObject({ state: "ready", definition: { environmentVariables: { API_KEY: "••••7781" } } });
  });

  it("can be given a revision that is not applied", async () => {
    const ada = await newPerson();
    const { text, toolId } = await simple(ada);
    const { todo } = await imported(ada, { text: tripled(text), choices: { "tool:Counter": "revision" } });
    expect(todo).toEqual([
      { message: "Compare revision 2 of the tool “Counter” and apply it.", href: `/${ada.slug}/tool/${toolId}` },
    ]);
    expect((await readTool(ada, toolId)).revisions.map(({ number, applied }) => [number, applied])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it("lose their secrets where these could go to a new address", async () => {
    const ada = await newPerson();
    const { text, toolId } = await simple(ada);
    const moved = text.replace("- api.example.com", "- evil.example.com");
    const { todo } = await imported(ada, { text: moved, choices: { "tool:Counter": "replace" } });
    expect(todo).toMatchObject([{ message: expect.stringContaining("API_KEY") }]);
    const { tool } = await readTool(ada, toolId);
    expect(tool).toMatchObject({ state: "error", definition: { environmentVariables: { API_KEY: "" } } });
  });

  it("are used as they are, and tools left out", async () => {
    const ada = await newPerson();
    const { text, agentId } = await simple(ada);
    const used = await preview(ada, { text: tripled(text), choices: { "tool:Counter": "use" } });
    expect(used.changes).toBe(false);
    await imported(ada, { text, choices: { "tool:Counter": "leave", "agent:Writer": "replace" } });
    const params = { resourceSlug: ada.slug, agentId };
    const { agent } = (await expectOk(callAs(agents.get, { token: ada.token, params }))) as { agent: object };
    expect(agent).toMatchObject({ toolIds: [] });
  });

  it("are each noted in the audit log, without a secret", async () => {
    const ada = await newPerson();
    const { text } = await simple(ada);
    const given = tripled(text).replace("API_KEY: null", "API_KEY: planted-given-7784");
    const looked = await preview(ada, { text: given, choices: { "tool:Counter": "replace" } });
    expect(JSON.stringify(looked)).not.toContain("planted-given");
    await imported(ada, { text: given, choices: { "tool:Counter": "replace", "app:Chat": "new" } });
    const page = await expectOk(callAs(audit.list, { ...to(ada), query: { limit: 2 } as never }));
    expect(page.entries).toMatchObject([
      { action: "transfers.import", kind: "app", targetName: "Chat 2", before: null },
      {
        action: "transfers.import",
        kind: "tool",
        targetName: "Counter",
        before: { revision: 1 },
        after: { revision: 2 },
      },
    ]);
    expect(JSON.stringify(page)).not.toContain("planted-given");
  });
});

it("a file with other variables and models is fitted to the team", async () => {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const client = await newVariable(ada, "client");
  const text = `muster: 1
kind: app
app: { name: Chat, type: chat, agent: Guide, variables: [customer] }
agents: [{ name: Guide, role: a guide, goal: "Help {customer}, {customer } and {other}", backstory: None., model: Big, variables: [customer] }]
models: [{ name: Big, provider: groq, model: big-one }]
variables: [{ name: customer }, { name: spare, secret: true, description: A key }]
`;
  const mapping = { "model:Big": modelId, "variable:customer": client };
  const { _id, todo } = await imported(ada, { text, mapping });
  expect(todo).toMatchObject([{ message: "Enter a value for the variable spare." }]);
  const again = await exported(ada, _id);
  expect(again).toContain("goal: Help {client}, {customer } and {other}");
  expect(again).toContain("variables:\n  - name: client");
  const leftOut = await preview(ada, { text, mapping: { ...mapping, "variable:customer": "none" } });
  expect(leftOut.parts.find(({ kind }) => kind === "agent")?.after).not.toContain("variables:");
});
