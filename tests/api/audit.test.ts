import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { isAudited } from "@/lib/contract/base/audit-targets";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { models } from "@/lib/contract/models/schemas";
import { providers } from "@/lib/contract/providers/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { toAuditFields } from "@/lib/server/access/audit/fields";
import { createAuditRecorder } from "@/lib/server/access/audit/record";
import type { Work } from "@/lib/server/access/calls/implement";
import { toSubjects } from "@/lib/server/api/audit/targets";
import { sealSecret } from "@/lib/server/platform/crypto/secrets";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { upload } from "../support/datasources";
import { newKey, removeKey } from "../support/keys";
import { mailServer } from "../support/mail-server";
import type { Furnished, Ids } from "../support/matrix/furnished-team";
import { names, requestsOf, sendAs } from "../support/matrix/requests";
import { reuseTeam } from "../support/matrix/reuse-team";
import { newAccount, newMember, newTeam, stand, tokenOf } from "../support/people";
import { endpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

interface Entry {
  [name: string]: unknown;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
interface Page {
  entries: Entry[];
  next: string | null;
  people: { _id: string; name: string }[];
  kinds: string[];
  names: Record<string, string>;
}

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const read = async (person: Person, query: object = {}) =>
  (await expectOk(callAs(audit.list, { ...to(person), query: { limit: 100, ...query } as never }))) as unknown as Page;
const newest = async (person: Person) => (await read(person)).entries[0];
const count = async (orgId: string, accountId = "") => {
  const { db } = await testDatabase();
  return db.$count(auditEntries, within(orgId, accountId));
};
/** In the organisation's log, and what the account has done in others. */
const within = (orgId: string, accountId: string) =>
  sql`(${auditEntries.orgId} = ${orgId} or ${auditEntries.accountId} = ${accountId})`;

const words = { role: "a guide", goal: "Help", backstory: "Knows the way." };
const demo = { name: "Demo", type: "demo", model: "demo-chat" };
async function newAgent(person: Person, name = "Guide"): Promise<string> {
  const { _id: modelId } = await expectOk(callAs(models.add, { ...to(person), body: demo }));
  return String((await expectOk(callAs(agents.add, { ...to(person), body: { ...words, name, modelId } })))._id);
}

/** What has to be so before a call changes anything. */
async function ready(name: string, { accountId, runId, datasourceId, resourceSlug }: Ids): Promise<void> {
  const { pool } = await testDatabase();
  // A sample uses the team's own demo models.
  if (name === "samples.add") await pool.query("update models set type = 'ollama' where team_id = $1", [resourceSlug]);
  // A template uses the team's own chat model.
  if (name === "samples.prepare")
    await pool.query("update models set type = 'ollama', model_type = 'embedding' where team_id = $1", [resourceSlug]);
  // Only a data source without an app gets one.
  if (name === "samples.ask") await pool.query("update agents set tool_ids = '{}' where team_id = $1", [resourceSlug]);
  if (name === "admin.reopen") await pool.query("update accounts set date_closed = now() where id = $1", [accountId]);
  if (name === "admin.requeueRun")
    await pool.query("update runs set status = 'running', lease_owner = 'gone' where id = $1", [runId]);
  const found = [{ name: "articles", fields: [], primaryKeys: [], cursorFields: [], modes: ["full"] }];
  if (["datasources.add", "datasources.streams", "datasources.schedule"].includes(name))
    await pool.query(
      "update datasources set source_type = 'website', status = $2, discovered_schema = $3, schedule_unit = 'day' where id = $1",
      [datasourceId, name === "datasources.add" ? "draft" : "ready", JSON.stringify(found)],
    );
  if (name === "trials.start") {
    await pool.query("delete from datasources where trial_of = $1", [datasourceId]);
    await pool.query("update datasources set documents_stored = 1 where id = $1", [datasourceId]);
    await pool.query("update datasource_jobs set date_ended = now() where datasource_id = $1", [datasourceId]);
  }
  if (name === "admin.resendMail") await mailServer();
  // The first revision is no longer the applied one, and differs from it.
  if (name.endsWith(".setRollout")) {
    for (const table of ["agents", "apps"])
      await pool.query(`update ${table} set revision = 2 where team_id = $1`, [resourceSlug]);
    await pool.query('update agent_revisions set definition = definition || \'{"goal": "Another"}\'');
    await pool.query("update app_revisions set definition = definition || '{\"fullOutput\": true}'");
  }
  const ways = {
    "publications.rotateSecret": { webhook: { preset: "standard" } },
    "publications.rotateIdentity": { embed: {} },
    "oauthServer.authorize": { mcp: {} },
  }[name];
  if (ways) await pool.query("update publications set ways = $2 where team_id = $1", [resourceSlug, ways]);
}

/** Sends the call, and expects what the contract says of its entries. */
async function expectEntries(endpoint: ShapedEndpoint, team: Furnished): Promise<void> {
  const { name } = endpoint;
  const declared = endpoint.audit && isAudited(endpoint.audit) ? toSubjects(endpoint.audit) : [];
  const subjects = declared.filter(({ isOptional }) => !isOptional);
  const noted = subjects.length > 0;
  // A key is its owner's alone, and an owner cannot leave.
  const own = /^apikeys|leave$|editKey$/.test(name) ? { accountId: team.ids.memberId } : team.owner;
  const account = endpoint.access === "root" ? await newMember(team, { root: true }) : own;
  const { pool } = await testDatabase();
  // What already is as the request wants it would be no change; a deletion wants the name.
  await pool.query("update teams set default_models = default, name = 'another name' where id = $1", [team.slug]);
  await pool.query("update orgs set name = 'another name' where id = $1", [team.orgId]);
  await ready(name, team.ids);
  const [sent] = requestsOf(endpoint, team.ids);
  if (!sent) throw new Error("There is no request.");
  const before = await count(team.orgId, account.accountId);
  const token = await tokenOf(account);
  const got = await sendAs(sent, { token, headers: { [CLIENT_ADDRESS_HEADER]: "192.0.2.7" } });
  if (noted) expect(got.status).toBe(200);
  expect([name, (await count(team.orgId, account.accountId)) - before]).toEqual([name, subjects.length]);
  if (!noted) return;
  const { db } = await testDatabase();
  const found = await db
    .select()
    .from(auditEntries)
    .where(within(team.orgId, account.accountId))
    .orderBy(sql`date_created desc, id desc`)
    .limit(subjects.length);
  for (const { kind, change } of subjects) {
    // A deleted item keeps its kind.
    const itemKind = ["trash.restore", "trash.remove"].includes(name) ? "variable" : kind;
    const entry = found.find((one) => one.kind === itemKind);
    expect(entry).toMatchObject({ action: name, kind: itemKind, accountId: account.accountId, via: "session" });
    expect(entry).toMatchObject({ address: "192.0.2.7", requestId: expect.stringMatching(/^[\w-]{8,}$/) });
    expect([entry?.before !== null, entry?.after !== null]).toEqual([change !== "add", change !== "remove"]);
  }
  expect(team.secrets.filter((secret) => JSON.stringify(found).includes(secret))).toEqual([]);
  if (!names(sent, team.ids)) return;
  const refused = await sendAs(sent, { token: await tokenOf(await newAccount()) });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await count(team.orgId, account.accountId)) - before).toBe(subjects.length);
}

const writes = endpoints.filter(({ method }) => method !== "GET");

describe("the registry", () => {
  it("has every write, noted or with the reason why not", () => {
    const decided = endpoints.filter(({ audit }) => audit !== undefined);
    expect(decided.map(({ name }) => name).sort()).toEqual(writes.map(({ name }) => name).sort());
    for (const { name, audit } of decided)
      if (audit && "none" in audit) expect([name, audit.none.length > 10]).toEqual([name, true]);
  });

  // Where billing is not set up nothing is bought: tests/api/billing-choose.test.ts looks for that entry.
  // No provider and no name server answers here: tests/api/sso.test.ts looks for those entries.
  const elsewhere = ["billing.planConfirm", "identity.edit", "identity.verifyDomain"];
  const here = writes.filter(({ name }) => !elsewhere.includes(name));

  const withTeam = reuseTeam();
  it.each(here.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) =>
    withTeam((team) => expectEntries(endpoint, team)),
  );
});

describe("an entry", () => {
  it("names the files that a datasource is given, and not those that change nothing", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "one.txt": "One." });
    expect(await newest(ada)).toMatchObject({
      action: "datasources.upload",
      after: { name: "one", sourceType: "file" },
    });
    await upload(ada, { "two.txt": "Two.", "three.txt": "Three." }, { datasourceId });
    expect(await newest(ada)).toMatchObject({
      action: "datasources.upload",
      kind: "datasource",
      targetId: datasourceId,
      targetName: "one",
      before: null,
      after: { files: ["three.txt", "two.txt"] },
    });
    const { pool } = await testDatabase();
    await pool.query("update documents set stage = 'stored' where datasource_id = $1", [datasourceId]);
    const before = (await read(ada)).entries.length;
    await upload(ada, { "two.txt": "Two." }, { datasourceId });
    expect((await read(ada)).entries).toHaveLength(before);
  });

  it("says who, from where, by what, and what differs", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada);
    const params = { resourceSlug: ada.slug, agentId };
    const edited = await callAs(agents.edit, { token: ada.token, params, body: { name: "Renamed", goal: "Help" } });
    expect(await newest(ada)).toMatchObject({
      action: "agents.edit",
      kind: "agent",
      targetId: agentId,
      targetName: "Renamed",
      accountId: ada.accountId,
      accountName: "Ada",
      accountEmail: ada.email,
      via: "session",
      keyName: null,
      teamId: ada.slug,
      before: { name: "Guide" },
      after: { name: "Renamed" },
      requestId: edited.response.headers.get("x-request-id"),
    });
    const key = await newKey(ada, { permissions: [Permission.DELETE_AGENT] });
    await expectOk(callAs(agents.remove, { token: key.secret, params }));
    const gone = await newest(ada);
    const { names } = await read(ada, { targetId: agentId });
    expect(names).toEqual({ [String(gone?.before?.modelId)]: "Demo" });
    expect(gone).toMatchObject({ action: "agents.remove", via: "key", viaId: key.id, keyName: "Key", after: null });
    expect(gone?.before).toMatchObject({ name: "Renamed", goal: "Help" });
  });

  it("is written with the change or not at all", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada);
    const before = await count(ada.orgId);
    const params = { resourceSlug: ada.slug, agentId };
    expect((await callAs(agents.edit, { token: ada.token, params, body: { version: 99 } })).status).toBe(409);
    expect((await callAs(agents.edit, { token: ada.token, params, body: { modelId: "none" } })).status).toBe(400);
    expect(await count(ada.orgId)).toBe(before);
    const { pool } = await testDatabase();
    await pool.query("alter table audit_entries add constraint refused check (target_name <> 'Unnoted') not valid");
    try {
      const answer = await callAs(agents.edit, { token: ada.token, params, body: { name: "Unnoted" } });
      expect(answer.status).toBe(500);
    } finally {
      await pool.query("alter table audit_entries drop constraint refused");
    }
    const { agent } = (await expectOk(callAs(agents.get, { token: ada.token, params }))) as never as {
      agent: { name: string };
    };
    expect(agent.name).toBe("Guide");
  });

  it("is not written for what changes nothing", async () => {
    const ada = await newPerson();
    const { _id: modelId } = await expectOk(callAs(models.add, { ...to(ada), body: demo }));
    const choose = () =>
      expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId: String(modelId), modelType: "llm" } }));
    await choose();
    const before = await count(ada.orgId);
    await choose();
    expect(await count(ada.orgId)).toBe(before);
  });

  it("can't be come round: what writes in no transaction, or does not say what it has created, fails", async () => {
    const { db } = await testDatabase();
    const ada = await newPerson();
    const agentId = await newAgent(ada);
    const noted = agents.add.audit;
    if (!isAudited(noted)) throw new Error("It is not noted any more.");
    const author = { accountId: "a", accountName: "A", accountEmail: "a@example.test", via: "session" as const };
    const made = createAuditRecorder(
      toSubjects(noted),
      { accountId: "a", teamId: ada.slug, params: {}, body: {} },
      { ...author, viaId: "t", address: "192.0.2.1", requestId: "request-1", action: "agents.add" },
    );
    expect(made.check).toThrow("nothing that the audit log can see");
    const write = (work: Work<string, unknown>) => db.transaction((tx) => made.around(tx, work));
    await expect(write(async () => undefined)).rejects.toThrow("did not tell the audit log what it created");
    await expect(write(async (_tx, log) => log.record("model", "model_1"))).rejects.toThrow(
      "its policy does not declare",
    );
    await expect(write(async (_tx, log) => log.record("agent", "agent_none"))).rejects.toThrow("can't read");
    expect(made.check).toThrow("nothing that the audit log can see");
    await write(async (_tx, log) => log.record("agent", agentId));
    made.check();
  });

  it("masks secrets by their name, and what is sealed by its look, however deep", () => {
    const sealed = sealSecret("variable", { teamId: "team", rowId: "row" }, "a secret that nobody may read");
    const row = { id: "x", name: "X", value: sealed, config: [{ password: "plain", hidden: { deep: sealed } }] };
    expect(toAuditFields({ ...row, text: "a".repeat(5_000), dateCreated: new Date() })).toEqual({
      name: "X",
      value: "••••",
      config: [{ password: "••••", hidden: { deep: "••••" } }],
      text: `${"a".repeat(4_000)}… (5,000 characters)`,
    });
  });

  it("notes what comes at once one after the other, each from what the one before left", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Name 0");
    const params = { resourceSlug: ada.slug, agentId };
    const edit = (i: number) => callAs(agents.edit, { token: ada.token, params, body: { name: `Name ${i}` } });
    await Promise.all(Array.from({ length: 10 }, (_, i) => edit(i + 1)));
    const { entries } = await read(ada, { targetId: agentId });
    const steps = new Map(entries.map(({ before, after }) => [before?.name, after?.name]));
    let name: unknown = "Name 0";
    for (let i = 0; i < 10; i += 1) name = steps.get(name);
    expect(name).toMatch(/^Name \d+$/);
    expect(steps.size).toBe(11);
  });

  it("shows that a secret was changed, and not to what", async () => {
    const ada = await newPerson();
    const config = { base_url: "http://127.0.0.1:9", api_key: "first-secret-of-many" };
    const body = { name: "Server", type: "ollama", config };
    const { _id: providerId } = await expectOk(callAs(providers.add, { ...to(ada), body }));
    expect((await newest(ada))?.after).toMatchObject({ config: { base_url: config.base_url, api_key: "••••" } });
    const params = { resourceSlug: ada.slug, providerId: String(providerId) };
    const edit = (next: object) =>
      expectOk(callAs(providers.edit, { token: ada.token, params, body: { config: next } }));
    await edit({ ...config, api_key: "second-secret-of-many" });
    const entry = await newest(ada);
    expect(entry).toMatchObject({ action: "providers.edit", after: { config: { changed: true } } });
    await edit({ ...config, api_key: "••••many" });
    expect((await newest(ada))?.before).toEqual({});
    expect(JSON.stringify(await read(ada))).not.toMatch(/(first|second)-secret/);
  });

  it("tells of a provider that a model's credentials made, and of none that they found", async () => {
    const ada = await newPerson();
    const config = { base_url: "http://127.0.0.1:9", api_key: "first-secret-of-many" };
    const body = { name: "Model", type: "ollama", model: "llama3", config, force: true };
    const { _id } = await expectOk(callAs(models.add, { ...to(ada), body }));
    const kinds = async () => (await read(ada)).entries.map(({ action, kind }) => `${action} ${kind}`);
    expect((await kinds()).sort()).toEqual(["models.add model", "models.add provider"]);
    await expectOk(callAs(models.add, { ...to(ada), body }));
    expect(await kinds()).toHaveLength(3);
    const params = { resourceSlug: ada.slug, modelId: String(_id) };
    const other = { config: { ...config, api_key: "second-secret-of-many" }, force: true };
    await expectOk(callAs(models.edit, { token: ada.token, params, body: other }));
    expect((await kinds()).slice(0, 2).sort()).toEqual(["models.edit model", "models.edit provider"]);
    expect(JSON.stringify(await read(ada))).not.toMatch(/(first|second)-secret/);
  });

  it("of a key stands in every organisation that it reaches", async () => {
    const [ada, grace] = [await newPerson(), await newPerson("Grace")];
    const member = await newMember(ada);
    await stand(member, grace, {});
    const before = await count(grace.orgId);
    const { secret } = await newKey(member, { teamIds: [ada.slug] });
    const entry = await newest(ada);
    expect(entry).toMatchObject({ action: "apikeys.add", accountId: member.accountId, teamId: null });
    expect(entry?.after).toMatchObject({ name: "Key", teamIds: [ada.slug], hash: "••••" });
    expect(JSON.stringify(entry)).not.toContain(secret);
    expect(await count(grace.orgId)).toBe(before);
    const everywhere = await newKey(member);
    await removeKey(member, everywhere);
    for (const person of [ada, grace])
      expect(await newest(person)).toMatchObject({ action: "apikeys.remove", targetId: everywhere.id });
    expect(await count(grace.orgId)).toBe(before + 2);
  });
});

describe("the log", () => {
  it("is for the organisation's owner, over all of its teams", async () => {
    const ada = await newPerson();
    const other = await newTeam({ ...ada, name: "Ada" }, ada.orgId, "Other");
    await expectOk(callAs(teams.editRetention, { ...to({ ...ada, slug: other.slug }), body: { days: 7 } }));
    expect(await newest(ada)).toMatchObject({ action: "teams.editRetention", teamName: "Other", teamId: other.slug });
    const admin = await newMember(ada, { orgBits: [Permission.ORG_ADMIN], teamBits: [Permission.TEAM_ADMIN] });
    for (const endpoint of [audit.list, audit.csv, audit.export]) {
      const refused = await callAs(endpoint, { ...to(ada), token: await tokenOf(admin) });
      expect(refused).toMatchObject({ status: 403, body: { permission: Permission.ORG_OWNER } });
    }
    const stranger = await newPerson("Grace");
    expect((await callAs(audit.list, { ...to(ada), token: stranger.token })).status).toBe(404);
    expect(JSON.stringify(await read(stranger))).not.toContain(ada.accountId);
  });

  it("is filtered by who, what and when", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada);
    const { accountId } = await newMember(ada);
    const { secret } = await newKey({ accountId });
    expect(secret).toBeTruthy();
    const actions = async (query: object) => (await read(ada, query)).entries.map(({ action }) => action);
    expect(await actions({})).toEqual(["apikeys.add", "agents.add", "models.add", "models.add"]);
    expect(await actions({ accountId })).toEqual(["apikeys.add"]);
    expect(await actions({ kind: "agent" })).toEqual(["agents.add"]);
    expect(await actions({ targetId: agentId })).toEqual(["agents.add"]);
    const [today, yesterday] = [0, 1].map((days) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
    );
    expect(await actions({ from: today, to: today })).toHaveLength(4);
    expect(await actions({ to: yesterday })).toEqual([]);
    const { people, kinds } = await read(ada);
    expect(kinds).toEqual(["agent", "apikey", "model", "provider"]);
    expect(people.map(({ name }) => name).sort()).toEqual(["Ada", "Member"]);
    for (const wrong of [{ from: "soon" }, { kind: "A B" }, { limit: "0" }, { before: "audit_none" }])
      expect((await callAs(audit.list, { ...to(ada), query: wrong as never })).status).toBe(400);
  });
});
