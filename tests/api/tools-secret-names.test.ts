import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { tools } from "@/lib/contract/tools";
import { variables } from "@/lib/contract/variables";
import { Permission } from "@/lib/permissions/bits";
import { knownMigrations } from "@/lib/server/db/migrations";
import { toolRevisions } from "@/lib/server/tools/table";
import { variables as variableRows } from "@/lib/server/variables/table";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newMember, tokenOf } from "../support/people";
import { addTool, editTool, functionTool, madeTool, ofRevision, ofTool, readTool, testTool } from "../support/tools";

ownDatabase();

const value = "planted-orchid-4711";
const reversed = [...value].reverse().join("");
const reads = "export default async (args, { env }) => [...(env.KEY ?? '')].reverse().join('')";
const definitionOf = (KEY: string, more: object = {}) => ({
  ...{ language: "javascript", code: reads, parameters: { type: "object" }, environmentVariables: { KEY }, ...more },
});
const planted = definitionOf("{token}");
const forbidden = { status: 403, body: { permission: Permission.EDIT_VARIABLE } };
const refused = { ok: false, error: expect.stringContaining("{token} has become a secret variable") };

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

describe("a name that a member put while its variable was open", () => {
  it("stands for nothing once the variable is secret, until somebody who may edit variables saves the tool", async () => {
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
    await expectOk(editTool(ada, id, { definition }));
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
    expect(await test(bob, id, older)).toMatchObject(refused);
    const compared = await expectOk(
      callAs(tools.compare, { ...ofTool(bob, id), body: { revisionId: older, confirm: true } }),
    );
    expect(compared).toMatchObject({ results: [{ before: { result: "pilut" }, after: refused }] });
    expect(await apply(bob, older)).toMatchObject(forbidden);
    const { revisions } = await readTool(bob, id);
    const masked = revisions.at(-1)?.definition as object;
    expect(await editTool(bob, id, { definition: masked, basedOn: older })).toMatchObject(forbidden);
    expect(
      await callAs(tools.test, { ...ofTool(bob, id), body: { args: {}, definition: masked, revisionId: older } }),
    ).toMatchObject(forbidden);
    expect(await test(bob, id)).toMatchObject({ result: "pilut" });
    await expectOk(apply(ada, older));
    expect(await test(bob, id)).toMatchObject({ result: reversed });
  });

  it("is not saved while the variable becomes secret", async () => {
    const { bob, variableId } = await team();
    const { db } = await testDatabase();
    const own = and(eq(variableRows.teamId, bob.slug), eq(variableRows.id, variableId));
    const waits = async () =>
      (
        await db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    const adding = await db.transaction(async (tx) => {
      await tx.select().from(variableRows).where(own).for("update");
      const call = addTool(bob, functionTool(planted));
      await expect.poll(waits, { timeout: 20_000 }).toBe(1);
      await tx.update(variableRows).set({ secret: true, defaultValue: "" }).where(own);
      return { call };
    });
    expect(await adding.call).toMatchObject(forbidden);
  });
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
