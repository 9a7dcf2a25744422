import "@/lib/server/resources/tools/agent-tools";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { demoLabel } from "@/lib/constants/demo";
import { type TemplateId, templateIds, templateKnowledge } from "@/lib/constants/templates";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { samples } from "@/lib/contract/samples/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { Permission } from "@/lib/permissions/bits";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { readTemplates } from "@/lib/templates/read-templates";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ready } from "../support/datasources";
import { loopbackServer } from "../support/loopback-server";
import { newMember, tokenOf } from "../support/people";
import { ownerOn, withEnv } from "../support/plans";
import { newSession, readLog, readMessages, say, settled, testWorker } from "../support/sessions";
import { newModel } from "../support/tasks";
import { editTool, readTool } from "../support/tools";
import { imported, preview } from "../support/transfers";

ownDatabase();
let working: { stop: () => Promise<void> }[] = [];
beforeAll(async () => {
  const { db } = await testDatabase();
  working = [startIngestWorker(db, { pollMs: 100, heartbeatMs: 500 }), await testWorker()];
});
afterAll(() => Promise.all(working.map((one) => one.stop())));

type Body = Record<string, unknown>;
type Mapping = Record<string, string>;
const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const textOf = (id: TemplateId) => readFileSync(`public/templates/${id}.yaml`, "utf8");
const prepare = async (person: Person, template: TemplateId) =>
  (await expectOk(callAs(samples.prepare, { ...to(person), body: { template } }))).mapping as Mapping;
const bodies = async (person: Person, sessionId: string, kind: string) =>
  (await readLog(person, sessionId)).filter((event) => event.kind === kind).map(({ body }) => body as Body);
const list = async (person: Person, kind: "models" | "datasources" | "tools") => {
  const call = { models, datasources, tools }[kind].list;
  return ((await expectOk(callAs(call, to(person)))) as Record<string, { name: string }[]>)[kind] ?? [];
};

/** The template in the team of a new person, as its page adds it: nothing has to be chosen. */
async function added(id: TemplateId) {
  const person = await newPerson();
  const mapping = await prepare(person, id);
  const { problems, parts } = await preview(person, { text: textOf(id), mapping });
  expect([problems, parts.filter(({ status }) => status === "changed")]).toEqual([[], []]);
  const { _id, todo } = await imported(person, { text: textOf(id), mapping });
  const { pool } = await testDatabase();
  await pool.query("update models set model = 'demo-chat:ttft=1,tps=2000' where model = 'demo-chat'");
  const [source] = Object.entries(mapping).flatMap(([key, value]) => (key.startsWith("datasource:") ? [value] : []));
  if (source) expect((await ready(person, source)).status).toBe("ready");
  return { person, todo, mapping, sessionId: await newSession(person, _id), appId: _id };
}

/** The template's process, begun and asked for its form. */
async function begun(id: TemplateId) {
  const { person, sessionId, todo } = await added(id);
  expect(todo).toEqual([]);
  await expectOk(say(person, sessionId, {}));
  expect((await settled(person, sessionId)).status).toBe("waiting");
  const asked = async () => (await bodies(person, sessionId, "input_request")).at(-1) ?? {};
  const answer = async (body: object) => {
    await expectOk(
      say(person, sessionId, { requestId: String((await asked()).requestId), decision: "respond", ...body }),
    );
    return settled(person, sessionId, 60_000);
  };
  return { person, sessionId, asked, answer };
}

const results = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "tool_result")).map(({ name, output, error }) => [name, output ?? error]);
const files = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "task")).flatMap(({ file }) =>
    file ? [(file as { filename: string }).filename] : [],
  );
const lastText = async (person: Person, sessionId: string) =>
  (await readMessages(person, sessionId)).at(-1)?.text ?? "";

async function ask(person: Person, sessionId: string, message: string): Promise<string> {
  await expectOk(say(person, sessionId, { message }));
  await settled(person, sessionId, 60_000);
  return lastText(person, sessionId);
}

describe("on the offline model, a process", () => {
  it("of a research report is worked to its file", async () => {
    const { person, sessionId, answer } = await begun("research-report");
    const input = { subject: "Tides", questions: "Why are there two a day?", page: "", length: "One page" };
    expect((await answer({ input })).status).toBe("completed");
    expect(await results(person, sessionId)).toEqual([
      ["date_and_time", expect.objectContaining({ timeZone: "UTC" })],
      ["calculator", { result: "2.5" }],
    ]);
    expect(await files(person, sessionId)).toEqual(["research-report.md"]);
    const report = await lastText(person, sessionId);
    expect(report).toMatch(/^# Tides\n\n> Why are there two a day\?\n[\s\S]* = 2\.5 minutes per page\n/);
    expect(report).toContain(demoLabel);
  });

  it("of an expense waits for a person, and records it once it is approved", async () => {
    const { person, sessionId, asked, answer } = await begun("expense-approval");
    const input = { purpose: "Train", amount: 80, category: "Travel", date: "2026-01-31", receipt: true };
    expect((await answer({ input })).status).toBe("waiting");
    const call = { purpose: "Train", amount: 80, category: "Travel" };
    expect(await asked()).toMatchObject({ kind: "approval", name: "record_expense", input: call });
    expect((await answer({ decision: "approve" })).status).toBe("completed");
    expect(await results(person, sessionId)).toEqual([
      ["record_expense", expect.objectContaining({ reference: "EXP-TRA-8000", within: true })],
    ]);
    expect(await files(person, sessionId)).toEqual(["expense.md"]);
    expect(await lastText(person, sessionId)).toMatch(
      /^Your expense of 80 for “Train” \(Travel\) was approved and recorded as EXP-TRA-8000\. Within the limit\./,
    );
  });

  it("of meeting notes lists the tasks, and writes the follow-up", async () => {
    const { person, sessionId, answer } = await begun("meeting-notes");
    const notes = "We looked at the figures.\n- Ada: send the offer by Friday\n- Grace: call the printer";
    expect((await answer({ input: { meeting: "Weekly", date: "2026-03-02", notes } })).status).toBe("completed");
    expect(await files(person, sessionId)).toEqual(["tasks.json", "follow-up.md"]);
    expect(await lastText(person, sessionId)).toMatch(
      /^## Weekly, 2026-03-02\n[\s\S]*\| Task \| Owner \| Due \|\n\| --- \| --- \| --- \|\n\| Send the offer \| Ada \| Friday \|\n\| Call the printer \| Grace \| no date \|\n/,
    );
  });

  it("of release notes writes them and the announcement", async () => {
    const { person, sessionId, answer } = await begun("release-notes");
    const changes = "Add a dark theme\nFix the search\nStart in half the time";
    expect((await answer({ input: { product: "Muster", version: "2.1", changes } })).status).toBe("completed");
    expect(await files(person, sessionId)).toEqual(["release-notes.md"]);
    const texts = (await readMessages(person, sessionId)).map((message) => message.text);
    expect(texts.find((one) => one.startsWith("# Muster 2.1"))).toMatch(
      /## New\n\n- Add a dark theme\n\n## Improved\n\n- Start in half the time\n\n## Fixed\n\n- Fix the search\n/,
    );
    expect(texts.find((one) => one.startsWith("**Muster 2.1 is here.**"))).toContain("\n- Add a dark theme\n");
  });

  it("with a manager gives work to its team", async () => {
    const { person, sessionId, answer } = await begun("launch-team");
    expect((await answer({ input: { what: "A new timetable", readers: "Passengers" } })).status).toBe("completed");
    const names = (await results(person, sessionId)).map(([name]) => name);
    expect(names).toEqual(["delegate_work", "delegate_work"]);
    expect(await files(person, sessionId)).toEqual(["announcement.md"]);
    const announcement = await lastText(person, sessionId);
    expect(announcement).toMatch(/^\*\*A new timetable\*\*\n\nTo: Passengers\n/);
    expect(announcement.split(demoLabel)).toEqual([expect.any(String), ""]);
  });
});

describe("on the offline model, a chat", () => {
  const expected: [TemplateId, RegExp[]][] = [
    ["support", [/within 30 days of delivery\*\* \[\d\]/, /2 to 4 business days.*\[\d\]/s, /help@example.*\[\d+\]/s]],
    [
      "contract-questions",
      [/\*\*Clause 6\.2:.*\[\d\]/s, /\*\*220 euros\*\*/, /clause 3\.1\) \[\d\]/, /60 days\*\* \[\d\]/],
    ],
    [
      "onboarding-buddy",
      [/\[\d\]\n\n1\. set up/, /28 vacation days.*\[\d\]/s, /authenticator app \[\d\]/, /trip\*\* \[\d\]/],
    ],
  ];

  it.each(expected)("with the template %s answers its questions from its documents", async (id, answers) => {
    const { person, sessionId, todo } = await added(id);
    expect(todo).toEqual([]);
    const { app } = readTemplates().find((one) => one.id === id)?.file ?? {};
    const questions = app?.type === "chat" ? app.conversationStarters : [];
    expect(questions).toHaveLength(answers.length);
    for (const [i, question] of questions.entries())
      expect(await ask(person, sessionId, question)).toMatch(answers[i] ?? /never/);
    // Its agent has the search tool that comes with the data source.
    expect((await list(person, "tools")).filter(({ name }) => name === templateKnowledge[id]?.name)).toHaveLength(1);
  });

  it("about a database runs one query that reads, once it is connected", async () => {
    const { person, sessionId } = await added("database-questions");
    const received: string[] = [];
    const server = await loopbackServer(async (request, response) => {
      const body = await text(request);
      received.push(`${request.headers.authorization} ${body}`);
      response.end(JSON.stringify({ rows: [{ name: "Ada" }] }));
    });
    onTestFinished(() => server.close());
    withEnv({ OUTBOUND_ALLOW: "127.0.0.1" });
    const [tool] = (await list(person, "tools")) as unknown as { _id: string }[];
    const { definition } = (await readTool(person, tool?._id ?? "")).tool;
    const environmentVariables = { SQL_URL: server.url, SQL_TOKEN: "a-token-that-reads" };
    const connected = { ...definition, environmentVariables, allowedHosts: ["127.0.0.1"] };
    await expectOk(editTool(person, tool?._id ?? "", { definition: connected }));
    expect(await ask(person, sessionId, "SELECT name FROM people;")).toContain('"rows":[{"name":"Ada"}]');
    expect(received).toEqual(['Bearer a-token-that-reads {"query":"SELECT name FROM people"}']);
    for (const query of ["DELETE FROM people", "SELECT 1; DELETE FROM people"])
      expect(await ask(person, sessionId, query)).toContain("Send a single SELECT statement.");
    expect(received).toHaveLength(1);
  });

  it("about a database says what to connect", async () => {
    const { person, sessionId, todo } = await added("database-questions");
    const secrets = "SQL_URL, SQL_TOKEN";
    expect(todo).toMatchObject([{ message: `Enter the secrets of the tool “Query the database”: ${secrets}.` }]);
    expect(await ask(person, sessionId, "Which tables are there?")).toMatch(
      /^No database is connected yet\. Open the “Query the database” tool, enter SQL_URL and SQL_TOKEN under Environment/,
    );
  });
});

describe("what a template needs", () => {
  it("is made once, however often it is asked for, and an app that is there is recognized", async () => {
    const ada = await newPerson();
    const mappings = await Promise.all(Array.from({ length: 3 }, () => prepare(ada, "support")));
    expect(new Set(mappings.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await list(ada, "models")).map(({ name }) => name).sort()).toEqual(["Offline demo", "Offline embeddings"]);
    expect(await list(ada, "datasources")).toMatchObject([{ name: "Help center", sourceType: "file" }]);
    const sent = { text: textOf("support"), mapping: mappings[0] as Mapping };
    const { _id } = await imported(ada, sent);
    const { changes, problems, parts } = await preview(ada, sent);
    expect([changes, problems, parts.find(({ kind }) => kind === "app")?._id]).toEqual([false, [], _id]);
  });

  it("is the team's own model rather than the offline one, and chosen by its user where there are several", async () => {
    const ada = await newPerson();
    const ollama = { provider: "ollama", model: "llama3", config: { base_url: "http://127.0.0.1:9" } };
    const first = await newModel(ada, ollama);
    expect(await prepare(ada, "meeting-notes")).toEqual({ "model:Offline demo": first });
    const second = await newModel(ada, ollama);
    const mapping = await prepare(ada, "meeting-notes");
    expect(mapping).toEqual({ "model:Offline demo": "none" });
    const { problems } = await preview(ada, { text: textOf("meeting-notes"), mapping });
    expect(problems).toEqual(["Choose the model to use for “Offline demo”."]);
    await expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId: second, modelType: "llm" } }));
    expect(await prepare(ada, "meeting-notes")).toEqual({ "model:Offline demo": second });
    expect(await list(ada, "models")).toHaveLength(2);
  });

  it("is left to choose without the permission to create it", async () => {
    const ada = await newPerson();
    const member = async (...teamBits: number[]) => ({
      ...ada,
      token: await tokenOf(await newMember({ orgId: ada.orgId, slug: ada.slug }, { orgBits: [], teamBits })),
    });
    const open = { "model:Offline demo": "none", "datasource:Help center": "none" };
    expect(await prepare(await member(Permission.CREATE_APP), "support")).toEqual(open);
    expect(await prepare(await member(Permission.CREATE_APP, Permission.CREATE_DATASOURCE), "support")).toEqual(open);
    expect(await list(ada, "models")).toEqual([]);
    const refused = await callAs(samples.prepare, { ...to(await member()), body: { template: "support" } });
    expect(refused).toMatchObject({ status: 403, body: { permission: Permission.CREATE_APP } });
  });

  it("is never another team's", async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const mapping = await prepare(ada, "support");
    const theirs = await prepare(eve, "support");
    expect(Object.values(theirs).filter((id) => Object.values(mapping).includes(id))).toEqual([]);
    const foreign = await callAs(samples.prepare, {
      token: eve.token,
      params: { resourceSlug: ada.slug },
      body: { template: "support" },
    });
    expect(foreign.status).toBe(404);
  });
});

it("a plan without function tools says so before the import, of the templates that have one", async () => {
  const free = (await ownerOn("free")) as unknown as Person;
  for (const id of templateIds) {
    const { problems } = await preview(free, { text: textOf(id), mapping: await prepare(free, id) });
    const functionTools = textOf(id).includes("type: function");
    expect([id, problems]).toEqual([
      id,
      functionTools ? [expect.stringMatching(/doesn't include function tools\.$/)] : [],
    ]);
  }
});

it("a team without a model is asked to choose one", async () => {
  const ada = await newPerson();
  const { problems, needs } = await preview(ada, { text: textOf("research-report") });
  expect(problems).toEqual(["Choose the model to use for “Offline demo”."]);
  expect(needs).toMatchObject([{ kind: "model", options: [] }]);
});
