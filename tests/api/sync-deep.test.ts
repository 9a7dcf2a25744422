import { afterAll, beforeAll, expect, it } from "vitest";
import { airbyte } from "@/lib/contract/airbyte/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newEmbedding, ready } from "../support/datasources";
import { type SourceTable, sourceTable, writeArticles } from "../support/source-table";

ownDatabase();

let source: SourceTable;
let ingest: { stop: () => Promise<void> };
beforeAll(async () => {
  source = await sourceTable();
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(async () => {
  await ingest.stop();
  await source.stop();
});

it("a row nested thousands deep keeps no other from being read", { timeout: 60_000 }, async () => {
  await writeArticles(source, 3, 1);
  await source.pool.query("alter table articles add extra json");
  const deep = `${'{"a":'.repeat(4_000)}"core"${"}".repeat(4_000)}`;
  await source.pool.query("update articles set extra = $1 where id = 2", [deep]);
  const ada = await newPerson();
  const to = { token: ada.token, params: { resourceSlug: ada.slug } };
  const body = { connectorId: "postgres", name: "Articles", description: "", config: source.config };
  const { datasourceId, discoveredSchema } = await expectOk(callAs(datasources.test, { ...to, body }));
  const [{ name }] = discoveredSchema as [{ name: string }];
  const stream = { name, mode: "full" };
  const sampled = await expectOk(callAs(airbyte.sample, { ...to, body: { datasourceId, stream } as never }));
  expect(sampled.records).toHaveLength(3);
  const add = { datasourceId, streamConfig: [stream], embeddingModelId: await newEmbedding(ada) };
  await expectOk(callAs(datasources.add, { ...to, body: add as never }));
  const { status, statusMessage, recordCount } = await ready(ada, String(datasourceId));
  expect([status, statusMessage, recordCount.succeeded]).toEqual(["ready", null, 3]);
});
