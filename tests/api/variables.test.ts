import { describe, expect, it } from "vitest";
import { type Agent, agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type Variable, variables } from "@/lib/contract/variables/schemas";
import { registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { variables as table } from "@/lib/server/platform/db/tables/variables";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { at, joinTeam, newSession, readLog, readMessages, readSession, say, settled } from "../support/sessions";

const standin = openAiForAll();

const secretValue = "planted-magnolia-4711";
const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const of = (person: Person, variableId: string, slug = person.slug) => ({
  token: person.token,
  params: { resourceSlug: slug, variableId },
});
const add = (person: Person, body: object) =>
  callAs(variables.add, { ...to(person), body: { defaultValue: "", ...body } });
const made = async (person: Person, body: object) => String((await expectOk(add(person, body)))._id);
async function read(person: Person, id: string): Promise<Variable> {
  return ((await expectOk(callAs(variables.get, of(person, id)))) as { variable: Variable }).variable;
}
const edit = (person: Person, id: string, body: object) =>
  callAs(variables.edit, { ...of(person, id), body: { ...body } });
const remove = (person: Person, id: string, body: object = {}) =>
  callAs(variables.remove, { ...of(person, id), body: { ...body } });
async function names(person: Person, query: Record<string, unknown> = {}): Promise<string[]> {
  const answer = await expectOk(callAs(variables.list, { ...to(person), query: query as never }));
  return (answer as { variables: Variable[] }).variables.map(({ name }) => name);
}

/** An app on a stand-in, whose agent has these prompts and variables. */
async function appWith(person: Person, agent: object = {}, app: object = {}) {
  const model = { name: "M", type: "open_ai", model: "gpt-4o", config: { api_key: standin().key }, force: true };
  const { _id: modelId } = await expectOk(callAs(models.add, { ...to(person), body: model }));
  const words = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." };
  const { _id: agentId } = await expectOk(callAs(agents.add, { ...to(person), body: { ...words, modelId, ...agent } }));
  const chat = { name: "Chat", type: "chat", sharingMode: "team", agentId, ...app };
  const { _id: appId } = await expectOk(callAs(apps.add, { ...to(person), body: chat }));
  return { agentId: String(agentId), appId: String(appId) };
}
const editAgent = (person: Person, agentId: string, body: object) =>
  callAs(agents.edit, { token: person.token, params: { resourceSlug: person.slug, agentId }, body: { ...body } });

describe("variables", () => {
  it("are added, listed, found by name, edited, duplicated and deleted", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: " customer ", defaultValue: "Grace", description: "Who asks" });
    expect(await read(ada, id)).toMatchObject({
      name: "customer",
      defaultValue: "Grace",
      description: "Who asks",
      secret: false,
      usedBy: 0,
      usedIn: { agents: [], tasks: [], apps: [] },
      version: 1,
      createdBy: ada.accountId,
    });
    await made(ada, { name: "city", secret: true });
    expect(await names(ada)).toEqual(["city", "customer"]);
    expect(await names(ada, { q: "WHO" })).toEqual(["customer"]);
    expect(await names(ada, { secret: true })).toEqual(["city"]);
    expect(await names(ada, { names: "customer nobody" })).toEqual(["customer"]);
    expect(await names(ada, { names: "" })).toEqual([]);
    expect(await names(ada, { ids: `${id} variable_none` })).toEqual(["customer"]);
    await expectOk(edit(ada, id, { defaultValue: "Joan", version: 1 }));
    expect(await edit(ada, id, { defaultValue: "Mary", version: 1 })).toMatchObject({
      status: 409,
      body: { variable: { defaultValue: "Joan", version: 2 } },
    });
    const copy = (await expectOk(callAs(variables.duplicate, of(ada, id)))) as { _id: string };
    const again = (await expectOk(callAs(variables.duplicate, of(ada, id)))) as { _id: string };
    expect(await read(ada, copy._id)).toMatchObject({ name: "customer_copy", defaultValue: "Joan" });
    expect((await read(ada, again._id)).name).toBe("customer_copy2");
    await expectOk(remove(ada, id));
    expect((await callAs(variables.get, of(ada, id))).status).toBe(404);
  });

  it("have a name without spaces and braces that is theirs alone in the team", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const id = await made(ada, { name: "customer" });
    for (const name of ["", "two words", "{x}", "a}b", "x".repeat(101), "__proto__"])
      expect(await add(ada, { name }), name).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
    expect(await add(ada, { name: "customer" })).toMatchObject({ status: 409, body: { issues: [{ path: "name" }] } });
    const other = await made(ada, { name: "Customer" });
    expect(await edit(ada, other, { name: "customer" })).toMatchObject({ status: 409 });
    await expectOk(edit(ada, id, { name: "customer" }));
    await made(bob, { name: "customer" });
  });

  it("are another team's to nobody", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const id = await made(ada, { name: "customer", defaultValue: "Grace" });
    for (const slug of [ada.slug, bob.slug]) {
      const there = of(bob, id, slug);
      expect((await callAs(variables.get, there)).status).toBe(404);
      expect((await callAs(variables.edit, { ...there, body: { defaultValue: "Eve" } })).status).toBe(404);
      expect((await callAs(variables.duplicate, there)).status).toBe(404);
      expect((await callAs(variables.remove, { ...there, body: { force: true } })).status).toBe(404);
    }
    expect((await read(ada, id)).defaultValue).toBe("Grace");
    const { agentId } = await appWith(bob);
    expect(await editAgent(bob, agentId, { variableIds: [id] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "variableIds.0" }] },
    });
  });
});

describe("who uses a variable", () => {
  it("is named, keeps it from being renamed and deleted, and loses it by force", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const id = await made(ada, { name: "customer", defaultValue: "Grace" });
    const { agentId, appId } = await appWith(ada, { name: "By list", variableIds: [id] }, { variableIds: [id] });
    await appWith(ada, { name: "By prompt", goal: "Help {customer}" });
    await appWith(bob, { name: "Elsewhere", goal: "Help {customer}" });
    expect(await read(ada, id)).toMatchObject({
      usedBy: 3,
      usedIn: {
        agents: [{ _id: agentId, name: "By list" }, { name: "By prompt" }],
        apps: [{ _id: appId, name: "Chat" }],
      },
    });
    const users = ["By list", "By prompt", "Chat"];
    const refused = await remove(ada, id);
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((refused.body as unknown as { usedBy: { name: string }[] }).usedBy.map(({ name }) => name)).toEqual(users);
    expect(await edit(ada, id, { name: "client" })).toMatchObject({
      status: 409,
      body: { usedBy: [{ _id: agentId }, {}, {}] },
    });
    await expectOk(edit(ada, id, { name: "customer", defaultValue: "Joan" }));

    // A private app's name and id are for those who may see it.
    const hide = { sharingMode: "private", name: "Merger" };
    await expectOk(callAs(apps.edit, { token: ada.token, params: { resourceSlug: ada.slug, appId }, body: hide }));
    await joinTeam(bob, ada.slug, [215]);
    expect(await read(ada, id)).toMatchObject({ usedBy: 3, usedIn: { apps: [] } });
    const told = await callAs(variables.remove, of(bob, id, ada.slug));
    expect(JSON.stringify(told.body)).toContain("Private app");
    expect(JSON.stringify(told.body)).not.toMatch(new RegExp(`Merger|${appId}`));

    await expectOk(remove(ada, id, { force: true }));
    const agentAt = { token: ada.token, params: { resourceSlug: ada.slug, agentId } };
    const { agent } = (await expectOk(callAs(agents.get, agentAt))) as { agent: Agent };
    expect(agent.variableIds).toEqual([]);
  });

  it("is known again after each edit of an agent", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: "customer" });
    const { agentId } = await appWith(ada);
    await expectOk(editAgent(ada, agentId, { backstory: "Knows {customer}." }));
    expect((await read(ada, id)).usedBy).toBe(1);
    await expectOk(editAgent(ada, agentId, { role: "a {customer}" }));
    await expectOk(editAgent(ada, agentId, { backstory: "Knows nobody." }));
    expect((await read(ada, id)).usedBy).toBe(1);
    await expectOk(editAgent(ada, agentId, { role: "a guide" }));
    expect((await read(ada, id)).usedBy).toBe(0);
  });
});

describe("a secret variable", () => {
  it("is sealed, shown as its mask and kept when that comes back", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: "token", defaultValue: secretValue, secret: true });
    expect(await read(ada, id)).toMatchObject({ secret: true, defaultValue: "••••4711" });
    const { db } = await testDatabase();
    const stored = async () => (await db.select().from(table)).find((row) => row.id === id)?.defaultValue ?? "";
    const before = await stored();
    expect(before).not.toContain("magnolia");
    await expectOk(edit(ada, id, { description: "For tools", defaultValue: "••••4711" }));
    expect((await read(ada, id)).defaultValue).toBe("••••4711");
    const { _id } = (await expectOk(callAs(variables.duplicate, of(ada, id)))) as { _id: string };
    expect((await read(ada, _id)).defaultValue).toBe("••••4711");
    expect(await edit(ada, id, { defaultValue: "abc" })).toMatchObject({ status: 400 });
  });

  it("is not shown by an edit that makes it plain", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: "token", defaultValue: secretValue, secret: true });
    for (const body of [{ secret: false }, { secret: false, defaultValue: "••••4711" }])
      expect(await edit(ada, id, body)).toMatchObject({ status: 400, body: { issues: [{ path: "defaultValue" }] } });
    await expectOk(edit(ada, id, { secret: false, defaultValue: "open" }));
    expect(await read(ada, id)).toMatchObject({ secret: false, defaultValue: "open" });
    await expectOk(edit(ada, id, { secret: true }));
    expect(await read(ada, id)).toMatchObject({ secret: true, defaultValue: "••••" });
  });

  it("stands in no prompt, whichever came first", async () => {
    const ada = await newPerson();
    await made(ada, { name: "token", defaultValue: secretValue, secret: true });
    const { agentId } = await appWith(ada);
    expect(await editAgent(ada, agentId, { goal: "Use {token}" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "goal" }] },
    });
    await expectOk(editAgent(ada, agentId, { goal: "Use {later} and {plain}" }));
    const later = { name: "later", defaultValue: secretValue, secret: true };
    expect(await add(ada, later)).toMatchObject({ status: 400, body: { issues: [{ path: "secret" }] } });
    const plain = await made(ada, { name: "plain", defaultValue: "text" });
    expect(await edit(ada, plain, { secret: true })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "secret" }] },
    });
  });
});

describe("a session", () => {
  const prompt = () => JSON.stringify(standin().requests.at(-1)?.body.messages);

  it("fills prompts with its own values before the team's", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await made(bob, { name: "nothing", defaultValue: "another team's" });
    await made(ada, { name: "city", defaultValue: "Bern" });
    await made(ada, { name: "customer", defaultValue: "Grace" });
    const { appId } = await appWith(ada, { goal: "Help {customer} in {city} with {nothing}" });
    const sessionId = await newSession(ada, appId);
    await expectOk(say(ada, sessionId, { message: "Hi", variables: { customer: "Joan {city}" } }));
    await settled(ada, sessionId);
    expect(prompt()).toContain("Help Joan {city} in Bern with {nothing}");
    await expectOk(callAs(sessions.edit, { ...at(ada, sessionId), body: { variables: { city: "Rome" } } }));
    await expectOk(say(ada, sessionId, { message: "And now?" }));
    await settled(ada, sessionId);
    expect(prompt()).toContain("Help Joan {city} in Rome with {nothing}");
    expect((await readSession(ada, sessionId)).variables).toEqual({ customer: "Joan {city}", city: "Rome" });
  });

  it("is asked for what its app and agent need, and does not begin without it", async () => {
    const ada = await newPerson();
    const city = await made(ada, { name: "city", defaultValue: "Bern", description: "Where" });
    await made(ada, { name: "customer" });
    const token = await made(ada, { name: "token", secret: true });
    await made(ada, { name: "quiet", defaultValue: "known" });
    const { appId } = await appWith(
      ada,
      { goal: "Help {customer}, {quiet}", variableIds: [token] },
      { variableIds: [city] },
    );
    const sessionId = await newSession(ada, appId);
    expect((await readSession(ada, sessionId)).app?.variables).toEqual([
      { name: "city", description: "Where", secret: false, defaultValue: "Bern", required: false, given: false },
      { name: "token", description: "", secret: true, defaultValue: "", required: true, given: false },
      { name: "customer", description: "", secret: false, defaultValue: "", required: true, given: false },
    ]);
    expect(await say(ada, sessionId, { message: "Hi" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "variables.token" }, { path: "variables.customer" }] },
    });
    expect(await readMessages(ada, sessionId)).toEqual([]);
    const values = { variables: { token: secretValue, customer: "" } };
    await expectOk(callAs(sessions.edit, { ...at(ada, sessionId), body: values }));
    expect(await say(ada, sessionId, { message: "Hi" })).toMatchObject({
      body: { issues: [{ path: "variables.customer" }] },
    });
    await expectOk(say(ada, sessionId, { message: "Hi", variables: { customer: "Grace" } }));
    expect(
      (await settled(ada, sessionId)).app?.variables.filter(({ given }) => !given).map(({ name }) => name),
    ).toEqual(["city"]);
    expect(prompt()).toContain("Help Grace, known");
  });

  it("seals the values of secret ones and cuts them from what is said", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: "token", secret: true });
    const { appId } = await appWith(ada, { variableIds: [id] });
    const body = { id: appId, variables: { token: secretValue } };
    const { _id } = await expectOk(callAs(sessions.add, { ...to(ada), body }));
    const sessionId = String(_id);
    expect((await readSession(ada, sessionId)).variables).toEqual({ token: "••••4711" });
    await expectOk(say(ada, sessionId, { message: `My token is ${secretValue}.`, variables: { token: "••••4711" } }));
    const session = await settled(ada, sessionId);
    expect((await readMessages(ada, sessionId))[0]?.text).toBe("My token is [secret].");
    expect(JSON.stringify([session, await readLog(ada, sessionId), prompt()])).not.toContain("magnolia");
    const { pool } = await testDatabase();
    for (const name of ["sessions", "session_events", "variables", "idempotency_keys"]) {
      const { rows } = await pool.query<{ row: string }>(`select x::text as row from ${name} x`);
      expect(
        rows.filter(({ row }) => row.includes("magnolia")),
        name,
      ).toEqual([]);
    }
  });

  it("hears nothing of them from a tool", async () => {
    const ada = await newPerson();
    const team = await made(ada, { name: "team-token", defaultValue: "planted-tulip-0815", secret: true });
    const own = await made(ada, { name: "token", secret: true });
    const { agentId, appId } = await appWith(ada, { variableIds: [team, own] });
    const demo = { name: "Demo", type: "demo", model: "demo-chat:ttft=1,tps=5000,tools=1" };
    const { _id: modelId } = await expectOk(callAs(models.add, { ...to(ada), body: demo }));
    await expectOk(editAgent(ada, agentId, { modelId }));
    const sessionId = await newSession(ada, appId);
    const said = { said: `${secretValue} and planted-tulip-0815` };
    const parameters = { type: "object" as const, properties: {} };
    const look = { name: "look", description: "Looks", parameters, repeatable: true, execute: async () => said };
    registerToolSource("test", async ({ teamId }) => (teamId === ada.slug ? [look] : []));
    try {
      await expectOk(say(ada, sessionId, { message: "Look", variables: { token: secretValue } }));
      await settled(ada, sessionId);
    } finally {
      removeToolSource("test");
    }
    const log = await readLog(ada, sessionId);
    const [result] = log.filter(({ kind }) => kind === "tool_result");
    expect(result?.body).toMatchObject({ output: { said: "[secret] and [secret]" } });
    expect(JSON.stringify(log)).not.toMatch(/magnolia|tulip/);
  });

  it("forgets a value in clear once its variable is secret", async () => {
    const ada = await newPerson();
    const { appId } = await appWith(ada);
    const body = { id: appId, variables: { token: secretValue, city: "Bern" } };
    const sessionId = String((await expectOk(callAs(sessions.add, { ...to(ada), body })))._id);
    expect((await readSession(ada, sessionId)).variables).toEqual({ token: secretValue, city: "Bern" });
    await made(ada, { name: "token", secret: true });
    expect((await readSession(ada, sessionId)).variables).toEqual({ city: "Bern" });
  });
});
