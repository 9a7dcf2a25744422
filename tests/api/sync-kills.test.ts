import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { callJson, newPerson, type Person } from "../bench/people";
import { type Ending, type Muster, onEmbedded } from "../support/many-processes";
import { freePort } from "../support/muster-process";
import { randomFrom } from "../support/random";
import { type SourceTable, sourceTable, writeArticles } from "../support/source-table";

const kills = Number(process.env.SYNC_KILLS ?? 2);
const count = Number(process.env.SYNC_DOCUMENTS ?? 200);
/** Articles that come and go again between two syncs. */
const passing = 400;
const seed = Number(process.env.KILLS_SEED ?? 20_260_101);

let muster: Muster;
let source: SourceTable;
let server: Ending & { url: string };
const variables = { PORT: "", RATE_LIMIT_SCALE: "100000", OUTBOUND_ALLOW: "127.0.0.1" };
beforeAll(async () => {
  [muster, source] = await Promise.all([onEmbedded(), sourceTable()]);
  variables.PORT = String(await freePort());
  server = await muster.server(variables);
}, 60_000);
afterAll(async () => {
  await muster.end();
  await source.stop();
}, 30_000);

async function connect(person: Person): Promise<string> {
  const forms = `/${person.slug}/forms`;
  const model = { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding" };
  const { _id: embeddingModelId } = await callJson(person, `${forms}/model/add`, model);
  const test = { connectorId: "postgres", name: "Articles", description: "", config: source.config };
  const tested = await callJson<{ datasourceId: string; discoveredSchema: { name: string }[] }>(
    person,
    `${forms}/datasource/test`,
    test,
  );
  const name = tested.discoveredSchema.find((one) => one.name.endsWith("articles"))?.name;
  const { datasourceId } = tested;
  const added = { datasourceId, streamConfig: [{ name, mode: "full" }], embeddingModelId };
  await callJson(person, `${forms}/datasource/add`, added);
  return datasourceId;
}

const view = async (person: Person, id: string): Promise<Datasource> =>
  (await callJson<{ datasource: Datasource }>(person, `/${person.slug}/datasource/${id}.json`)).datasource;

const stages = ["fetching", "parsing", "embedding", "storing", "removing"] as const;

/** What is under way: stages that some documents have passed and others have not. */
async function underWay(pool: Pool, id: string): Promise<string[]> {
  const { rows } = await pool.query<Record<(typeof stages)[number], boolean>>(
    `select exists (select 1 from datasource_jobs where datasource_id = $1 and date_ended is null and date_fetched is null and records > 0) fetching,
       coalesce(bool_or(stage = 'fetched') and bool_or(stage in ('chunked', 'embedded', 'stored')), false) parsing,
       coalesce(bool_or(stage = 'chunked') and bool_or(stage in ('embedded', 'stored')), false) embedding,
       coalesce(bool_or(stage = 'embedded'), false) storing, coalesce(bool_or(gone), false) removing
     from documents where datasource_id = $1`,
    [id],
  );
  return stages.filter((stage) => rows[0]?.[stage]);
}

/** Waits until a stage is under way, or nothing is any more. */
async function meet(pool: Pool, id: string, stage: string): Promise<void> {
  const open = "select from datasource_jobs where datasource_id = $1 and date_ended is null";
  for (let i = 0; i < 2_000; i += 1) {
    if ((await underWay(pool, id)).includes(stage) || (await pool.query(open, [id])).rowCount === 0) return;
    await sleep(5);
  }
}

/** Waits until none of its jobs is open any more. */
async function settled(pool: Pool, person: Person, id: string): Promise<Datasource> {
  for (const began = performance.now(); ; await sleep(200)) {
    const open = "select from datasource_jobs where datasource_id = $1 and date_ended is null";
    if ((await pool.query(open, [id])).rowCount === 0) return view(person, id);
    if (performance.now() - began > 120_000) throw new Error(`Still ${JSON.stringify(await view(person, id))}`);
  }
}

it(`has every document exactly once, at whatever stage its server is killed (${kills} times)`, {
  timeout: 240_000 + kills * 60_000,
}, async () => {
  const random = randomFrom(seed);
  await writeArticles(source, count, 1);
  const person = await newPerson(server.url);
  const id = await connect(person);
  const pool = await muster.database();
  const met = new Map<string, number>();
  for (let i = 0; i < kills; i += 1) {
    await meet(pool, id, stages[i % stages.length] ?? "");
    // What is gone is removed in a moment.
    if (stages[i % stages.length] !== "removing") await sleep(random() * 60);
    const found = await underWay(pool, id);
    await server.kill("SIGKILL");
    // Its lease would run out half a minute later: then another process goes on.
    await pool.query("update datasources set lease_until = now() where id = $1", [id]);
    for (const stage of found) met.set(stage, (met.get(stage) ?? 0) + 1);
    await writeArticles(source, count, i + 2);
    await source.pool.query("delete from articles where id > $1", [count]);
    if (i % 2 === 0) await writeArticles(source, count + passing, i + 2);
    server = await muster.server(variables);
    await callJson(person, `/${person.slug}/forms/datasource/${id}/sync`, {});
  }
  await source.pool.query("delete from articles where id > $1", [count]);
  expect(await settled(pool, person, id)).toMatchObject({ status: "ready" });
  await callJson(person, `/${person.slug}/forms/datasource/${id}/sync`, {});
  const last = await settled(pool, person, id);
  expect(last.recordCount).toEqual({ total: count, succeeded: count, failed: 0 });
  const { rows } = await pool.query(
    "select d.key, c.text from documents d left join chunks c on c.document_id = d.id where d.datasource_id = $1",
    [id],
  );

  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(count);
  expect(rows.filter(({ text }) => !String(text).includes(`Version ${kills + 1} of`))).toEqual([]);
  for (const number of [1, Math.ceil(count / 2), count]) {
    const query = { query: `article number ${number}`, retriever: { k: 50 } };
    const { passages } = await callJson<{ passages: { documentId: string; title: string }[] }>(
      person,
      `/${person.slug}/forms/datasource/${id}/query`,
      query,
    );
    expect(new Set(passages.map(({ documentId }) => documentId)).size).toBe(passages.length);
    expect(passages.map(({ title }) => title)).toContain(`Article ${number}`);
  }
  console.info(`FIGURES ${JSON.stringify({ kills, seed, documents: count, met: Object.fromEntries(met) })}`);
  if (kills >= 25) expect([...met.keys()].sort()).toEqual([...stages].sort());
});
