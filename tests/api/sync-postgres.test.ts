import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { airbyte } from "@/lib/contract/airbyte/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, newEmbedding, ready, viewOf } from "../support/datasources";
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

async function connect(person: Person) {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const body = { connectorId: "postgres", name: "Articles", description: "", config: source.config };
  const { datasourceId, discoveredSchema } = await expectOk(callAs(datasources.test, { ...to, body }));
  const streams = discoveredSchema as { name: string; primaryKeys: string[]; cursorFields: string[] }[];
  const stream = streams.find(({ name }) => name.endsWith("articles"));
  const streamConfig = [{ name: stream?.name, mode: "full" }];
  const added = { datasourceId, streamConfig, embeddingModelId: await newEmbedding(person) };
  await expectOk(callAs(datasources.add, { ...to, body: added }));
  return { id: String(datasourceId), stream };
}

describe("a table", () => {
  it("is followed exactly as its rows come, change and vanish", async () => {
    await writeArticles(source, 30, 1);
    const ada = await newPerson();
    const { id, stream } = await connect(ada);
    expect(stream?.primaryKeys).toEqual(["id"]);
    expect(await ready(ada, id)).toMatchObject({ status: "ready", recordCount: { total: 30, succeeded: 30 } });
    const first = await documentsOf(ada, id);

    await source.pool.query("delete from articles where id <= 5");
    await source.pool.query("update articles set body = 'The lighthouse keeper moved away.' where id = 6");
    await source.pool.query(
      "insert into articles (id, title, body) values (99, 'Article 99', 'A new ferry crosses at noon.')",
    );
    await expectOk(callAs(datasources.sync, { ...atDatasource(ada, id), body: {} }));
    await expect
      .poll(async () => (await documentsOf(ada, id)).map(({ title }) => title).sort(), { timeout: 20_000 })
      .toEqual([...Array.from({ length: 25 }, (_, i) => `Article ${i + 6}`), "Article 99"].sort());
    await ready(ada, id);
    const second = await documentsOf(ada, id);
    const unchanged = second.filter(({ title }) => !["Article 6", "Article 99"].includes(title));
    for (const { _id, dateUpdated } of unchanged)
      expect(first.find((one) => one._id === _id)?.dateUpdated).toBe(dateUpdated);
    const { passages } = await ask(ada, id, "Where did the lighthouse keeper go?", { k: 1 });
    expect(passages).toMatchObject([{ title: "Article 6" }]);
  });

  it("that is no longer chosen leaves with all its documents, and comes back whole when it is chosen again", async () => {
    await source.pool.query("create table notes (id int primary key, title text, changed timestamptz)");
    await source.pool.query("insert into notes select n, 'Note ' || n, now() from generate_series(1, 4) n");
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const body = { connectorId: "postgres", name: "Both", description: "", config: source.config };
    const { datasourceId, discoveredSchema } = await expectOk(callAs(datasources.test, { ...to, body }));
    const id = String(datasourceId);
    const names = (discoveredSchema as { name: string }[]).map(({ name }) => name);
    const [articles = "", notes = ""] = ["articles", "notes"].map((end) => names.find((name) => name.endsWith(end)));
    const chosen = [articles, notes].map((name) => ({ name, mode: "incremental", cursorField: "changed" }));
    const added = { datasourceId, streamConfig: chosen, embeddingModelId: await newEmbedding(ada) };
    await expectOk(callAs(datasources.add, { ...to, body: added }));
    const all = (await ready(ada, id)).recordCount.total;
    const counts = async () =>
      (await expectOk(callAs(airbyte.schema, { ...to, query: { datasourceId: id } }))).documents as object;
    expect(await counts()).toEqual({ [articles]: all - 4, [notes]: 4 });
    const { storageBytes } = await viewOf(ada, id);

    const streamConfig = chosen.slice(0, 1);
    const call = { ...atDatasource(ada, id), body: { streamConfig } };
    expect((await expectOk(callAs(datasources.streams, call))).jobId).toMatch(/^job_/);
    await expect.poll(counts, { timeout: 20_000 }).toEqual({ [articles]: all - 4 });
    const { pool } = await testDatabase();
    const left = "select 1 from chunks c where datasource_id = $1 and text like '%Note %'";
    await expect.poll(async () => (await pool.query(left, [id])).rowCount, { timeout: 20_000 }).toBe(0);
    expect(JSON.stringify(await ask(ada, id, "Note 3", { k: 50 }))).not.toContain("Note 1");
    expect(await ready(ada, id)).toMatchObject({ recordCount: { total: all - 4, succeeded: all - 4 } });
    expect((await viewOf(ada, id)).storageBytes).toBeLessThan(storageBytes);

    const again = { ...atDatasource(ada, id), body: { streamConfig: chosen, sync: true } };
    await expectOk(callAs(datasources.streams, again));
    await expect.poll(counts, { timeout: 20_000 }).toEqual({ [articles]: all - 4, [notes]: 4 });
  });

  it("is asked again which streams it has, and what is synced stays until it is chosen anew", async () => {
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const body = { connectorId: "postgres", name: "Later", description: "", config: source.config };
    const { datasourceId, discoveredSchema } = await expectOk(callAs(datasources.test, { ...to, body }));
    const id = String(datasourceId);
    const articles = (discoveredSchema as { name: string }[]).find(({ name }) => name.endsWith("articles"))?.name;
    const streamConfig = [{ name: articles, mode: "full" }];
    const added = { datasourceId, streamConfig, embeddingModelId: await newEmbedding(ada) };
    await expectOk(callAs(datasources.add, { ...to, body: added }));
    await ready(ada, id);
    await source.pool.query("create table tides (id int primary key, height int)");
    const tides = `${String(articles).split(".")[0]}.tides`;
    const streams = (name: string) => ({ ...atDatasource(ada, id), body: { streamConfig: [{ name, mode: "full" }] } });
    expect((await callAs(datasources.streams, streams(tides))).status).toBe(400);
    const found = await expectOk(callAs(datasources.discover, atDatasource(ada, id)));
    expect(found.discoveredSchema).toContainEqual(expect.objectContaining({ name: tides, primaryKeys: ["id"] }));
    expect(await viewOf(ada, id)).toMatchObject({ discoveredSchema: found.discoveredSchema, streamConfig });
    await expectOk(callAs(datasources.streams, streams(tides)));
    const eve = await newPerson();
    expect((await callAs(datasources.discover, atDatasource({ ...ada, token: eve.token }, id))).status).toBe(404);
  });

  it("with wrong credentials says so, and can be tried again", async () => {
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const config = { ...source.config, password: "wrong-password-1" };
    const body = { connectorId: "postgres", name: "Articles", description: "", config };
    const refused = await callAs(datasources.test, { ...to, body });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/password|refused/i) } });
    expect(JSON.stringify(refused.body)).not.toContain("wrong-password-1");
  });
});
