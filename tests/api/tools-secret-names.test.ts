import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { Permission } from "@/lib/permissions/bits";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";
import { agents as agentRows } from "@/lib/server/platform/db/tables/agents";
import { toolRevisions, tools as toolRows } from "@/lib/server/platform/db/tables/tools";
import { variables as variableRows } from "@/lib/server/platform/db/tables/variables";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newMember, tokenOf } from "../support/people";
import { newModel } from "../support/tasks";
import { addTool, editTool, functionTool, madeTool, ofRevision, ofTool, readTool, testTool } from "../support/tools";
import { imported, importReply, preview, toolFile } from "../support/transfers";

ownDatabase();

const value = "planted-orchid-4711";
const reversed = [...value].reverse().join("");
const reads = "export default async (args, { env }) => [...(env.KEY ?? '')].reverse().join('')";
const definitionOf = (KEY: string, more: object = {}) => ({
  language: "javascript",
  code: reads,
  parameters: { type: "object" },
  environmentVariables: { KEY },
  ...more,
});
const planted = definitionOf("{token}");
const forbidden = { status: 403, body: { permission: Permission.EDIT_VARIABLE } };
const unconfirmed = (number: number, help: string) => ({
  ok: false,
  error: `Revision ${number} of this tool isn't allowed to use the secret variable {token}. A member who can edit variables must ${help}`,
});
const refused = unconfirmed(1, "enter “KEY” again and save the tool.");
const refusedOlder = unconfirmed(
  1,
  "apply this revision, enter “KEY” again and save the tool. Or choose another revision for agents that are pinned to this one.",
);
const again = {
  status: 400,
  body: {
    issues: [{ path: "definition.environmentVariables.KEY", message: expect.stringContaining("Enter “KEY” again") }],
  },
};

/** A team's owner, who has an open variable `token`, and a member who may edit tools and no variables. */
async function team() {
  const ada = await newPerson();
  const member = await newMember(ada, { teamBits: [Permission.CREATE_TOOL, Permission.EDIT_TOOL] });
  const body = { name: "token", defaultValue: value };
  const { _id } = await expectOk(callAs(variables.add, { token: ada.token, params: { resourceSlug: ada.slug }, body }));
  const bob: Person = { ...ada, accountId: member.accountId, token: await tokenOf(member) };
  return { ada, bob, variableId: String(_id) };
}

const makeSecret = ({ token, slug }: Person, variableId: string) =>
  expectOk(callAs(variables.edit, { token, params: { resourceSlug: slug, variableId }, body: { secret: true } }));

const test = (person: Person, toolId: string, revisionId?: string) =>
  testTool(person, toolId, { args: {}, ...(revisionId && { revisionId }) });
const oldest = async (person: Person, toolId: string) => String((await readTool(person, toolId)).revisions.at(-1)?._id);
const apply = (person: Person, revisionId: string) =>
  callAs(tools.applyRevision, { ...ofRevision(person, revisionId), body: {} });

/** How many calls wait for a row. */
async function waiting() {
  const { db } = await testDatabase();
  const found = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(found)).rowCount;
}

describe("a name that a member put while its variable was open", () => {
  it("stands for nothing once the variable is secret, until somebody who may edit variables enters it", async () => {
    const { ada, bob, variableId } = await team();
    const id = await madeTool(bob, functionTool(planted));
    expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
    await makeSecret(ada, variableId);
    for (const person of [bob, ada]) expect(await test(person, id)).toMatchObject(refused);
    const { _id: copy } = await expectOk(callAs(tools.duplicate, ofTool(bob, id)));
    expect(await test(bob, String(copy))).toMatchObject(refused);
    const { definition } = (await readTool(bob, id)).tool;
    const changed = { ...definition, timeoutMs: 1_000 };
    expect(await editTool(bob, id, { definition: changed })).toMatchObject(forbidden);
    expect(await editTool(bob, id, { definition: planted })).toMatchObject(forbidden);
    expect(await editTool(ada, id, { definition })).toMatchObject(again);
    await expectOk(editTool(ada, id, { definition: planted }));
    expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
    await expectOk(editTool(bob, id, { definition: changed }));
    expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
    expect(await test(bob, String(copy))).toMatchObject(refused);
  });

  it("is not read by an older revision that is tried, compared, applied or saved again", async () => {
    const { ada, bob, variableId } = await team();
    const id = await madeTool(bob, functionTool(planted));
    const older = await oldest(bob, id);
    await expectOk(editTool(bob, id, { definition: definitionOf("tulip") }));
    await expectOk(callAs(tools.addInput, { ...ofTool(bob, id), body: { name: "Nothing", args: {} } }));
    await makeSecret(ada, variableId);
    expect(await test(bob, id, older)).toMatchObject(refusedOlder);
    const compared = await expectOk(
      callAs(tools.compare, { ...ofTool(bob, id), body: { revisionId: older, confirm: true } }),
    );
    expect(compared).toMatchObject({ results: [{ before: { result: "pilut" }, after: refusedOlder }] });
    expect(await apply(bob, older)).toMatchObject(forbidden);
    const { revisions } = await readTool(bob, id);
    const masked = revisions.at(-1)?.definition as object;
    expect(await editTool(bob, id, { definition: masked, basedOn: older })).toMatchObject(forbidden);
    expect(
      await callAs(tools.test, { ...ofTool(bob, id), body: { args: {}, definition: masked, revisionId: older } }),
    ).toMatchObject(forbidden);
    expect(await test(bob, id)).toMatchObject({ result: "pilut" });
    await expectOk(apply(ada, older));
    expect(await test(bob, id)).toMatchObject(refused);
    expect((await readTool(bob, id)).tool).toMatchObject({ state: "error", stateMessage: refused.error });
    await expectOk(editTool(ada, id, { definition: planted }));
    expect(await test(bob, id, older)).toMatchObject({ result: reversed });
    expect((await readTool(bob, id)).tool).toMatchObject({ state: "ready", stateMessage: null });
  });

  it("is confirmed neither by its mask nor by applying it, whoever does so while the variable is open", async () => {
    const { ada, bob, variableId } = await team();
    const id = await madeTool(bob, functionTool(planted));
    const older = await oldest(bob, id);
    const { definition } = (await readTool(ada, id)).tool;
    await expectOk(editTool(ada, id, { definition: { ...definition, timeoutMs: 1_000 } }));
    const newer = String((await readTool(ada, id)).revisions[0]?._id);
    await expectOk(apply(ada, older));
    await makeSecret(ada, variableId);
    expect(await test(ada, id)).toMatchObject(refused);
    expect(await test(ada, id, newer)).toMatchObject({ ok: false });
  });

  it("is not saved while the variable becomes secret", async () => {
    const { bob, variableId } = await team();
    const { db } = await testDatabase();
    const own = and(eq(variableRows.teamId, bob.slug), eq(variableRows.id, variableId));
    const adding = await db.transaction(async (tx) => {
      await tx.select().from(variableRows).where(own).for("update");
      const call = addTool(bob, functionTool(planted));
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      await tx.update(variableRows).set({ secret: true, defaultValue: "" }).where(own);
      return { call };
    });
    expect(await adding.call).toMatchObject(forbidden);
  });
});

it("text that earlier versions stored in clear is taken out by a migration", async () => {
  const { ada } = await team();
  const id = await madeTool(ada, functionTool(planted));
  const { db, pool } = await testDatabase();
  const names = ["hunter2", "token"];
  const own = eq(toolRevisions.toolId, id);
  await db.update(toolRevisions).set({ confirmedNames: names }).where(own);
  await db.update(toolRows).set({ variableNames: names }).where(eq(toolRows.id, id));
  const { statements = [] } = knownMigrations().find(({ tag }) => tag.endsWith("names_of_variables")) ?? {};
  for (const statement of statements) await pool.query(statement);
  expect(await db.select({ names: toolRevisions.confirmedNames }).from(toolRevisions).where(own)).toEqual([
    { names: ["token"] },
  ]);
  expect(await db.select({ names: toolRows.variableNames }).from(toolRows).where(eq(toolRows.id, id))).toEqual([
    { names: ["token"] },
  ]);
});

it("of what stands in braces in secrets the names of variables alone are stored in clear, and are in the audit log", async () => {
  const { ada } = await team();
  const environmentVariables = { KEY: "{token}", USER: '{"user":"svc","pass":"hunter2"}', MORE: "Ab{hunter3-x}9" };
  const id = await madeTool(ada, functionTool({ ...planted, environmentVariables }));
  await expectOk(editTool(ada, id, { definition: { ...planted, environmentVariables, timeoutMs: 1_000 } }));
  await expectOk(apply(ada, await oldest(ada, id)));
  await expectOk(callAs(tools.duplicate, ofTool(ada, id)));
  const { db } = await testDatabase();
  const revisions = await db
    .select({ names: toolRevisions.confirmedNames })
    .from(toolRevisions)
    .innerJoin(toolRows, eq(toolRows.id, toolRevisions.toolId))
    .where(eq(toolRows.teamId, ada.slug));
  const applied = await db
    .select({ names: toolRows.variableNames })
    .from(toolRows)
    .where(eq(toolRows.teamId, ada.slug));
  expect([...revisions, ...applied].map(({ names }) => names)).toEqual(Array(5).fill(["token"]));
  const list = callAs(audit.list, {
    token: ada.token,
    params: { resourceSlug: ada.slug },
    query: { limit: 100 } as never,
  });
  const entries = JSON.stringify(await expectOk(list));
  expect(entries).toContain("confirmedNames");
  expect(entries).not.toContain("hunter");
});

it("an import waits for the variables in its tools before it holds agents, which a deletion of a variable changes last", async () => {
  const { ada, variableId } = await team();
  await newModel(ada);
  const first = { text: toolFile(reads, '"{token}"') };
  await imported(ada, first);
  const sent = { text: toolFile(`${reads};`, '"{token}"'), choices: { "tool:Doubler": "replace" } };
  const { fingerprint } = await preview(ada, sent);
  const { db } = await testDatabase();
  const importing = await db.transaction(async (tx) => {
    await tx.select().from(variableRows).where(eq(variableRows.id, variableId)).for("update");
    const call = importReply(ada, { ...sent, fingerprint });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    const own = tx.select().from(agentRows).where(eq(agentRows.teamId, ada.slug));
    expect(await own.for("update", { noWait: true })).toHaveLength(1);
    return { call };
  });
  expect(await importing.call).toMatchObject({ status: 200 });
});

it("a name that somebody put who may edit variables stays once its variable is secret", async () => {
  const { ada, bob, variableId } = await team();
  const id = await madeTool(ada, functionTool(planted));
  await makeSecret(ada, variableId);
  expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
  const { definition } = (await readTool(bob, id)).tool;
  await expectOk(editTool(bob, id, { definition: { ...definition, timeoutMs: 1_000 } }));
  expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
});

it("tools of before keep the names of the variables that are secret when their revisions come to say so", async () => {
  const { ada, bob, variableId } = await team();
  const [id, other] = [
    await madeTool(ada, functionTool(planted)),
    await madeTool(bob, functionTool({}, { name: "B" })),
  ];
  await makeSecret(ada, variableId);
  const { db, pool } = await testDatabase();
  await db.update(toolRevisions).set({ confirmedNames: [] });
  expect(await test(bob, id)).toMatchObject(refused);
  const statements = knownMigrations().find(({ tag }) => tag.endsWith("confirmed_names"))?.statements ?? [];
  for (const statement of statements.slice(1)) await pool.query(statement);
  expect(await test(bob, id)).toMatchObject({ ok: true, result: reversed });
  expect(await editTool(bob, other, { definition: planted })).toMatchObject(forbidden);
});
