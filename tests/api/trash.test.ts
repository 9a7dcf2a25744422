import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { tools as toolsContract } from "@/lib/contract/tools/schemas";
import { agents as agentTable } from "@/lib/server/platform/db/tables/agents";
import { apps as appTable } from "@/lib/server/platform/db/tables/apps";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { budgets } from "@/lib/server/platform/db/tables/budgets";
import { shareLinks, shareVisitors } from "@/lib/server/platform/db/tables/shares";
import { tasks } from "@/lib/server/platform/db/tables/tasks";
import { toolInputs, toolRevisions, tools } from "@/lib/server/platform/db/tables/tools";
import { trash, trashReferences, trashRows } from "@/lib/server/platform/db/tables/trash";
import { variables } from "@/lib/server/platform/db/tables/variables";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { setPlan, withEnv } from "../support/plans";
import { joinTeam } from "../support/sessions";
import { editTask, newAgent, newModel, newProcess, newTask, newVariable, readTask } from "../support/tasks";
import { madeTool } from "../support/tools";
import { deleted, emptyTrash, listedTrash, removeItem, restored, tryRestore } from "../support/trash";

/** Rows as text, exact to the microsecond. */
async function rowsOf(table: PgTable, where: ReturnType<typeof eq>): Promise<string[]> {
  const { db } = await testDatabase();
  const { rows } = await db.execute<{ row: string }>(
    sql`select to_jsonb(${table})::text as row from ${table} where ${where} order by 1`,
  );
  return rows.map(({ row }) => row);
}

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const readAgent = async ({ token, slug }: Person, agentId: string) =>
  ((await expectOk(callAs(agents.get, { token, params: { resourceSlug: slug, agentId } }))) as { agent: never }).agent;

describe("a variable", () => {
  it("comes back as it was, with its secret and the references to it", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const secret = await newVariable(ada, "api_key", "planted-lilac-815", { secret: true });
    const other = await newVariable(ada, "city", "Paris");
    const agentId = await newAgent(ada, "Guide", modelId, { variableIds: [secret, other] });
    const before = await rowsOf(variables, eq(variables.id, secret));
    const id = await deleted(ada, "variable", secret);
    expect(await rowsOf(variables, eq(variables.id, secret))).toEqual([]);
    expect(await readAgent(ada, agentId)).toMatchObject({ variableIds: [other] });
    expect(await listedTrash(ada)).toMatchObject([
      { _id: id, type: "variable", itemId: secret, name: "api_key", deletedBy: ada.accountId, deletedByName: "Ada" },
    ]);
    expect(await restored(ada, id)).toEqual({ _id: secret, type: "variable", missing: [] });
    expect(await rowsOf(variables, eq(variables.id, secret))).toEqual(before);
    expect(await readAgent(ada, agentId)).toMatchObject({ variableIds: [secret, other] });
    expect(await listedTrash(ada)).toEqual([]);
    expect(await tryRestore(ada, id)).toMatchObject({ status: 404 });
  });

  it("gets another name if its own is taken", async () => {
    const ada = await newPerson();
    const id = await deleted(ada, "variable", await newVariable(ada, "city", "Paris"));
    await newVariable(ada, "city", "Rome");
    expect(await tryRestore(ada, id)).toMatchObject({
      status: 409,
      body: { error: "Your team already has a variable named city.", name: "city_copy" },
    });
    expect(await tryRestore(ada, id, "has space")).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
    const { _id } = await restored(ada, id, "city_copy");
    expect(await rowsOf(variables, eq(variables.id, _id))).toHaveLength(1);
  });

  it("stays in the trash while a prompt has its secret's name", async () => {
    const ada = await newPerson();
    const id = await deleted(ada, "variable", await newVariable(ada, "pin", "0123456789", { secret: true }));
    await newAgent(ada, "Guide", await newModel(ada), { goal: "Say {pin}." });
    expect(await tryRestore(ada, id)).toMatchObject({ status: 409, body: { name: "pin_copy" } });
  });
});

describe("references", () => {
  it("are put back in their place, unless something else is there", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const [first, second, third] = [
      await newTask(ada, "First", { agentId: await newAgent(ada, "A", modelId) }),
      await newTask(ada, "Second", { agentId: await newAgent(ada, "B", modelId) }),
      await newTask(ada, "Third", { agentId: await newAgent(ada, "C", modelId) }),
    ];
    const appId = await newProcess(ada, [first, second, third]);
    const taskIds = async () => (await testDatabase()).db.select().from(appTable).where(eq(appTable.id, appId));
    await restored(ada, await deleted(ada, "task", second));
    expect(await taskIds()).toMatchObject([{ taskIds: [first, second, third] }]);
    const [item2, item1] = [await deleted(ada, "task", second), await deleted(ada, "task", first)];
    await restored(ada, item2);
    await restored(ada, item1);
    expect(await taskIds()).toMatchObject([{ taskIds: [first, second, third] }]);

    const agentId = (await readTask(ada, first)).agentId ?? "";
    const item = await deleted(ada, "agent", agentId);
    const other = await newAgent(ada, "Other", modelId);
    await expectOk(editTask(ada, first, { agentId: other }));
    await restored(ada, item);
    expect(await readTask(ada, first)).toMatchObject({ agentId: other });
  });

  it("in forms and of computed columns are put back", async () => {
    const ada = await newPerson();
    const variableId = await newVariable(ada, "place");
    const field = { name: "place", label: "Place", type: "string", variableId };
    const taskId = await newTask(ada, "Ask", { formFields: [field], outputVariableId: variableId });
    const before = await rowsOf(tasks, eq(tasks.id, taskId));
    const item = await deleted(ada, "variable", variableId);
    expect(await readTask(ada, taskId)).toMatchObject({ outputVariableId: null });
    await restored(ada, item);
    expect(await rowsOf(tasks, eq(tasks.id, taskId))).toEqual(before);
  });

  it("to what is gone are removed and named, and come back with it", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const toolId = await madeTool(ada);
    const gone = await newVariable(ada, "gone");
    const agentId = await newAgent(ada, "Guide", modelId, { toolIds: [toolId], variableIds: [gone] });
    const before = await readAgent(ada, agentId);
    const agentItem = await deleted(ada, "agent", agentId);
    const toolItem = await deleted(ada, "tool", toolId);
    await expectOk(removeItem(ada, await deleted(ada, "variable", gone)));
    const { missing } = await restored(ada, agentItem);
    expect(missing).toEqual([
      { type: "tool", name: "Doubler" },
      { type: "variable", name: null },
    ]);
    expect(await readAgent(ada, agentId)).toMatchObject({ toolIds: [], variableIds: [] });
    await restored(ada, toolItem);
    expect(await readAgent(ada, agentId)).toEqual({ ...(before as object), variableIds: [] });
  });

  it("wait in the trash for a row that is deleted too", async () => {
    const ada = await newPerson();
    const toolId = await madeTool(ada);
    const agentId = await newAgent(ada, "Guide", await newModel(ada), { toolIds: [toolId] });
    const toolItem = await deleted(ada, "tool", toolId);
    const agentItem = await deleted(ada, "agent", agentId);
    await restored(ada, toolItem);
    await restored(ada, agentItem);
    expect(await readAgent(ada, agentId)).toMatchObject({ toolIds: [toolId] });
  });

  it("between tasks never make a cycle", async () => {
    const ada = await newPerson();
    const [one, two] = [await newTask(ada, "One"), await newTask(ada, "Two")];
    const three = await newTask(ada, "Three", { contextTaskIds: [one] });
    const item = await deleted(ada, "task", one);
    // The restored task now comes after the one that waited for it.
    const { db } = await testDatabase();
    await db.execute(
      sql`update trash_rows set row = row || ${JSON.stringify({ context_task_ids: [two] })}::jsonb where trash_id = ${item}`,
    );
    await expectOk(editTask(ada, two, { contextTaskIds: [three] }));
    await restored(ada, item);
    expect(await readTask(ada, one)).toMatchObject({ contextTaskIds: [two] });
    expect(await readTask(ada, three)).toMatchObject({ contextTaskIds: [] });
  });
});

describe("a tool", () => {
  it("comes back with revisions, saved inputs and pins", async () => {
    const ada = await newPerson();
    const toolId = await madeTool(ada);
    const params = { resourceSlug: ada.slug, toolId };
    const input = { name: "Two", args: { n: 2 } };
    await expectOk(callAs(toolsContract.addInput, { token: ada.token, params, body: input }));
    const [revision] = await (await testDatabase()).db
      .select()
      .from(toolRevisions)
      .where(eq(toolRevisions.toolId, toolId));
    const pins = { toolRevisions: { [toolId]: revision?.id ?? "" } };
    const agentId = await newAgent(ada, "Guide", await newModel(ada), { toolIds: [toolId], ...pins });
    const read = async () => [
      await rowsOf(tools, eq(tools.id, toolId)),
      await rowsOf(toolRevisions, eq(toolRevisions.toolId, toolId)),
      await rowsOf(toolInputs, eq(toolInputs.toolId, toolId)),
      await rowsOf(agentTable, eq(agentTable.id, agentId)),
    ];
    const before = await read();
    const item = await deleted(ada, "tool", toolId);
    expect((await read()).slice(0, 3)).toEqual([[], [], []]);
    await restored(ada, item);
    expect(await read()).toEqual(before);
  });

  it("needs a function name that no other has, and room in the plan", async () => {
    const ada = await newPerson();
    const item = await deleted(ada, "tool", await madeTool(ada));
    await setPlan(ada.orgId, { plan: "free" });
    withEnv({ DEFAULT_PLAN: "free" });
    expect(await tryRestore(ada, item)).toMatchObject({ status: 403, body: { code: "limit" } });
    withEnv({ DEFAULT_PLAN: "enterprise" });
    await setPlan(ada.orgId, { plan: "enterprise" });
    await madeTool(ada);
    expect(await tryRestore(ada, item)).toMatchObject({ status: 409, body: { name: "doubler_2" } });
    expect(await tryRestore(ada, item, "no spaces")).toMatchObject({ status: 400 });
    await restored(ada, item, "doubler_2");
  });
});

describe("an app", () => {
  it("comes back with links, visitors and budget", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Guide", await newModel(ada));
    const body = { name: "Chat", type: "chat", sharingMode: "public", agentId };
    const { _id: appId } = (await expectOk(callAs(apps.add, { ...to(ada), body }))) as { _id: string };
    const { db } = await testDatabase();
    const link = { id: `link-${appId}`, teamId: ada.slug, appId, visitorMessages: 5, linkMessages: 9 };
    await db.insert(shareLinks).values(link);
    await db.insert(shareVisitors).values([
      { id: `v1-${appId}`, hash: `h1-${appId}`, shareId: link.id },
      { id: `v2-${appId}`, hash: `h2-${appId}`, shareId: link.id, accountId: ada.accountId },
    ]);
    const spent = { money: 5, hard: true, month: "2026-11-01", spentUsd: 1.5, spentTokens: 7 };
    await db.insert(budgets).values({ subjectId: appId, scope: "app", appId, ...spent });
    const read = async () => [
      await rowsOf(appTable, eq(appTable.id, appId)),
      await rowsOf(shareLinks, eq(shareLinks.appId, appId)),
      await rowsOf(shareVisitors, eq(shareVisitors.shareId, link.id)),
      await rowsOf(budgets, eq(budgets.appId, appId)),
    ];
    const before = await read();
    const item = await deleted(ada, "app", appId);
    expect(await read()).toEqual([[], [], [], []]);
    await restored(ada, item);
    expect(await read()).toEqual(before);
  });

  it("does not admit visitors who have left the team in the meantime", async () => {
    const [ada, bob, eve] = [await newPerson(), await newPerson("Bob"), await newPerson("Eve")];
    const agentId = await newAgent(ada, "Guide", await newModel(ada));
    const body = { name: "Chat", type: "chat", sharingMode: "public", agentId };
    const { _id: appId } = (await expectOk(callAs(apps.add, { ...to(ada), body }))) as { _id: string };
    await joinTeam(bob, ada.slug);
    const { db } = await testDatabase();
    const shareId = `link-${appId}`;
    await db.insert(shareLinks).values({ id: shareId, teamId: ada.slug, appId, visitorMessages: 5, linkMessages: 9 });
    const visit = (name: string, accountId: string) => ({
      id: `${name}-${appId}`,
      hash: `${name}-${appId}`,
      shareId,
      accountId,
    });
    await db.insert(shareVisitors).values([visit("bob", bob.accountId), visit("eve", eve.accountId)]);
    const item = await deleted(ada, "app", appId);
    await expectOk(callAs(teams.removeMember, { ...to(ada), body: { memberId: bob.accountId } }));
    await restored(ada, item);
    const rows = await db
      .select()
      .from(shareVisitors)
      .where(eq(shareVisitors.shareId, shareId))
      .orderBy(shareVisitors.id);
    expect(rows).toMatchObject([
      { accountId: null, hash: null },
      { accountId: eve.accountId, hash: `eve-${appId}` },
    ]);
  });

  it("skips the scheduled runs that it has missed", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Guide", await newModel(ada));
    const schedule = { type: "cron", unit: "day", startsAt: "2026-01-01T08:00:00.000Z", message: "Go." };
    const body = { name: "Chat", type: "chat", sharingMode: "team", agentId, schedule };
    const { _id: appId } = (await expectOk(callAs(apps.add, { ...to(ada), body }))) as { _id: string };
    const { db } = await testDatabase();
    await db
      .update(appTable)
      .set({ nextDue: new Date(Date.now() - 86_400_000) })
      .where(eq(appTable.id, appId));
    await restored(ada, await deleted(ada, "app", appId));
    const [row] = await db.select().from(appTable).where(eq(appTable.id, appId));
    expect(row?.nextDue?.getTime()).toBeGreaterThan(Date.now());
    expect(row?.scheduleUnit).toBe("day");
  });
});

describe("rows of an earlier version", () => {
  it("get the defaults of newer columns, and lose removed ones", async () => {
    const ada = await newPerson();
    const agentId = await newAgent(ada, "Guide", await newModel(ada), { maxIterations: 7 });
    const item = await deleted(ada, "agent", agentId);
    const { db } = await testDatabase();
    await db.execute(
      sql`update trash_rows set row = row - 'allow_delegation' || '{"mood": "good"}' where trash_id = ${item}`,
    );
    await restored(ada, item);
    expect(await readAgent(ada, agentId)).toMatchObject({ allowDelegation: false, maxIterations: 7 });
  });
});

describe("the trash", () => {
  it("is searched and filtered, emptied, and leaves nothing", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const variable = await deleted(ada, "variable", await newVariable(ada, "city"));
    const agent = await deleted(ada, "agent", await newAgent(ada, "Guide", modelId));
    const names = async (query = {}) => (await listedTrash(ada, query)).map(({ name }) => name);
    expect(await names()).toEqual(["Guide", "city"]);
    expect(await names({ q: "GUI" })).toEqual(["Guide"]);
    expect(await names({ type: "variable" })).toEqual(["city"]);
    expect(await names({ before: agent })).toEqual(["city"]);
    expect(await emptyTrash(ada)).toMatchObject({ body: { deleted: 2, kept: 0, more: false } });
    expect(await names()).toEqual([]);
    const { db } = await testDatabase();
    for (const table of [trashRows, trashReferences])
      expect(await db.$count(table, eq(table.trashId, variable))).toBe(0);
    expect(await tryRestore(ada, variable)).toMatchObject({ status: 404 });
  });

  it("is of its team only", async () => {
    const [ada, eve] = [await newPerson(), await newPerson("Eve")];
    const item = await deleted(ada, "variable", await newVariable(ada, "city"));
    expect(await listedTrash(eve)).toEqual([]);
    expect(await tryRestore(eve, item)).toMatchObject({ status: 404 });
    expect(await removeItem(eve, item)).toMatchObject({ status: 404 });
    expect(await emptyTrash(eve)).toMatchObject({ body: { deleted: 0 } });
    await restored(ada, item);
  });

  it("is in the audit log", async () => {
    const ada = await newPerson();
    const first = await newVariable(ada, "city");
    await restored(ada, await deleted(ada, "variable", first));
    const item = await deleted(ada, "variable", first);
    await expectOk(removeItem(ada, item));
    await deleted(ada, "variable", await newVariable(ada, "country"));
    await expectOk(emptyTrash(ada));
    const { db } = await testDatabase();
    const found = await db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.orgId} = ${ada.orgId} and ${auditEntries.action} like 'trash.%'`)
      .orderBy(auditEntries.id);
    expect(found.map(({ action, kind, targetName }) => [action, kind, targetName])).toEqual([
      ["trash.restore", "variable", "city"],
      ["trash.remove", "variable", "city"],
      ["trash.empty", "trash", "Trash"],
    ]);
    expect(await db.$count(trash, eq(trash.teamId, ada.slug))).toBe(0);
  });
});
