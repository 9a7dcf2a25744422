import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { type PlanUse, plans } from "@/lib/contract/plans/schemas";
import type { Tool } from "@/lib/contract/tools/outputs";
import { tools } from "@/lib/contract/tools/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { claimDatasources } from "@/lib/server/engine/knowledge/pipeline/work/lease";
import { sweepVectorTables } from "@/lib/server/main/leftovers/vector-tables";
import { datasourceJobs, datasources as table, vectorsToRemove } from "@/lib/server/platform/db/tables/datasources";
import { chunks, documents as documentTable } from "@/lib/server/platform/db/tables/documents";
import { tools as toolTable } from "@/lib/server/platform/db/tables/tools";
import { trash } from "@/lib/server/platform/db/tables/trash";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, ready, upload } from "../support/datasources";
import { newAgent, newModel } from "../support/tasks";
import { functionTool, madeTool } from "../support/tools";
import { deleted, emptyTrash, listedTrash, removeItem, restored, tryRestore } from "../support/trash";

ownDatabase();

let worker: { stop: () => Promise<void> };
beforeAll(async () => {
  worker = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => worker.stop());

const harbor = "# Harbor rules\n\nThe quay closes at 22:00.";
const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

async function newSource(person: Person) {
  const { datasourceId, toolId } = await upload(person, { "harbor.md": harbor });
  await ready(person, datasourceId);
  return { datasourceId, toolId: String(toolId) };
}
const rowOf = async (id: string) => (await (await testDatabase()).db.select().from(table).where(eq(table.id, id)))[0];
const toolIdsOf = async (person: Person): Promise<string[]> =>
  ((await expectOk(callAs(tools.list, to(person)))) as unknown as { tools: Tool[] }).tools.map(({ _id }) => _id);
const storageOf = async (person: Person) =>
  ((await expectOk(callAs(plans.get, to(person)))) as unknown as { planUse: PlanUse }).planUse.storage.used;

it("is gone for every call, with its search tool, and comes back with documents and vectors", async () => {
  const ada = await newPerson();
  const { datasourceId, toolId } = await newSource(ada);
  const agentId = await newAgent(ada, "Guide", await newModel(ada), { toolIds: [toolId] });
  const before = await rowOf(datasourceId);
  const [document] = await documentsOf(ada, datasourceId);
  expect(await storageOf(ada)).toBeGreaterThan(0);
  const item = await deleted(ada, "datasource", datasourceId);

  const about = atDatasource(ada, datasourceId);
  for (const call of [datasources.get, datasources.sync, datasources.cancel, datasources.remove])
    expect((await callAs(call, about)).status, call.name).toBe(404);
  expect((await callAs(datasources.edit, { ...about, body: { name: "Mine" } })).status).toBe(404);
  expect((await callAs(datasources.query, { ...about, body: { query: "quay" } })).status).toBe(404);
  expect((await callAs(documents.list, { ...to(ada), query: { datasourceId } })).status).toBe(404);
  const one = { ...about, params: { ...about.params, documentId: document?._id ?? "" } };
  expect((await callAs(documents.get, one)).status).toBe(404);
  expect((await expectOk(callAs(datasources.list, to(ada)))).datasources).toEqual([]);
  expect(await toolIdsOf(ada)).toEqual([]);
  expect(await storageOf(ada)).toBe(0);
  const body = { name: "Search", type: "rag", definition: { datasourceId } };
  expect((await callAs(tools.add, { ...to(ada), body: body as never })).status).toBe(400);
  const [listed] = await listedTrash(ada);
  expect(listed).toMatchObject({ _id: item, type: "datasource", itemId: datasourceId });

  await sweepVectorTables((await testDatabase()).db, new AbortController().signal);
  expect(await restored(ada, item)).toEqual({ _id: datasourceId, type: "datasource", missing: [] });
  expect(await rowOf(datasourceId)).toEqual(before);
  expect(await toolIdsOf(ada)).toEqual([toolId]);
  const params = { resourceSlug: ada.slug, agentId };
  expect((await expectOk(callAs(agents.get, { token: ada.token, params }))).agent).toMatchObject({ toolIds: [toolId] });
  expect(await ask(ada, datasourceId, "When does the quay close?", { k: 1 })).toMatchObject({
    passages: [{ title: "Harbor rules", vectorRank: 1 }],
  });
  expect(await storageOf(ada)).toBe(before?.storageBytes);
});

it("adds no search tool while its data source is being deleted", async () => {
  const ada = await newPerson();
  const { datasourceId } = await newSource(ada);
  const { db } = await testDatabase();
  const own = eq(table.id, datasourceId);
  const body = { name: "Search", type: "rag", definition: { datasourceId } };
  const adding = await db.transaction(async (tx) => {
    await tx.select().from(table).where(own).for("update");
    const call = callAs(tools.add, { ...to(ada), body: body as never });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1);
    await tx.update(table).set({ dateTrashed: new Date() }).where(own);
    return { call };
  });
  expect((await adding.call).status).toBe(409);
});

it("leaves no file, vector or row once it is deleted permanently", async () => {
  const ada = await newPerson();
  const { datasourceId } = await newSource(ada);
  const { db } = await testDatabase();
  const [{ fileKey } = { fileKey: "" }] = await db
    .select()
    .from(documentTable)
    .where(eq(documentTable.datasourceId, datasourceId));
  await deleted(ada, "datasource", datasourceId);
  expect(await fileStore().exists(String(fileKey))).toBe(true);
  expect(await emptyTrash(ada)).toMatchObject({ body: { deleted: 1, kept: 0 } });
  expect(await fileStore().exists(String(fileKey))).toBe(false);
  for (const one of [documentTable, chunks, datasourceJobs])
    expect(await db.$count(one, eq(one.datasourceId, datasourceId))).toBe(0);
  await expect
    .poll(() => db.$count(vectorsToRemove, eq(vectorsToRemove.datasourceId, datasourceId)), { timeout: 10_000 })
    .toBe(0);
});

it("is not processed in the trash, and continues afterwards", async () => {
  const ada = await newPerson();
  const { datasourceId } = await newSource(ada);
  const item = await deleted(ada, "datasource", datasourceId);
  const { db } = await testDatabase();
  const own = and(eq(datasourceJobs.datasourceId, datasourceId), eq(datasourceJobs.status, "queued"));
  await db.update(documentTable).set({ stage: "chunked" }).where(eq(documentTable.datasourceId, datasourceId));
  await db.insert(datasourceJobs).values({ id: `job-${datasourceId}`, teamId: ada.slug, datasourceId, kind: "upload" });
  await db
    .update(table)
    .set({ scheduleUnit: "day", nextDue: new Date(Date.now() - 1_000) })
    .where(eq(table.id, datasourceId));
  expect(await claimDatasources(db, "another process", 10)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await db.$count(datasourceJobs, own)).toBe(1);
  await restored(ada, item);
  expect((await rowOf(datasourceId))?.nextDue?.getTime()).toBeGreaterThan(Date.now());
  await expect.poll(() => db.$count(datasourceJobs, own), { timeout: 10_000 }).toBe(0);
  expect((await ready(ada, datasourceId)).recordCount).toMatchObject({ succeeded: 1 });
});

it("comes back with another function name for its tool if the name is taken", async () => {
  const ada = await newPerson();
  const { datasourceId, toolId } = await newSource(ada);
  const item = await deleted(ada, "datasource", datasourceId);
  await madeTool(ada, functionTool({}, { name: "Other", functionName: "search_harbor" }));
  await restored(ada, item);
  const [row] = await (await testDatabase()).db.select().from(toolTable).where(eq(toolTable.id, toolId));
  expect(row).toMatchObject({ functionName: "search_harbor_2", datasourceId });
});

it("is required by its search tool", async () => {
  const ada = await newPerson();
  const { datasourceId, toolId } = await newSource(ada);
  const tool = await deleted(ada, "tool", toolId);
  const source = await deleted(ada, "datasource", datasourceId);
  expect(await tryRestore(ada, tool)).toMatchObject({
    status: 409,
    body: { error: "This tool's data source was deleted. Restore the data source first." },
  });
  await restored(ada, source);
  await restored(ada, tool);
  expect(await toolIdsOf(ada)).toEqual([toolId]);
  await deleted(ada, "tool", toolId);
  await expectOk(removeItem(ada, await deleted(ada, "datasource", datasourceId)));
  const [item] = await listedTrash(ada);
  expect(await tryRestore(ada, item?._id ?? "")).toMatchObject({ status: 409 });
});

it("says that its model is gone", async () => {
  const ada = await newPerson();
  const { datasourceId } = await newSource(ada);
  const modelId = (await rowOf(datasourceId))?.embeddingModelId ?? "";
  const item = await deleted(ada, "datasource", datasourceId);
  const params = { resourceSlug: ada.slug, modelId };
  await expectOk(callAs(models.remove, { token: ada.token, params, body: {} }));
  expect(await restored(ada, item)).toMatchObject({ missing: [{ type: "model", name: null }] });
});

it("leaves first of all when the trash is larger than the plan's storage", async () => {
  const ada = await newPerson();
  const [first, second] = [await newSource(ada), await newSource(ada)];
  const { db } = await testDatabase();
  const old = await deleted(ada, "datasource", first.datasourceId);
  await db
    .update(trash)
    .set({ bytes: 2 ** 50 })
    .where(eq(trash.id, old));
  const item = await deleted(ada, "datasource", second.datasourceId);
  expect((await listedTrash(ada)).map(({ _id }) => _id)).toEqual([item]);
  expect(await rowOf(first.datasourceId)).toBeUndefined();
});
