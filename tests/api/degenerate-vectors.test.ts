import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sweepVectors } from "@/lib/server/engine/knowledge/embedding/vectors";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, ready, upload } from "../support/datasources";
import { replaceEmbeddings } from "../support/embeddings";
import { leave } from "../support/people";
import { newGate } from "../support/rights/gates";
import { newStage, rowsOf } from "../support/rights/stage";
import { embedText } from "../support/standins/embed-text";

ownDatabase();

let worker: { stop: () => Promise<void> };
let provider: Awaited<ReturnType<typeof replaceEmbeddings>>;
beforeAll(async () => {
  provider = await replaceEmbeddings();
  worker = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => worker.stop().then(provider.end));

const ofLength = (length: number) => (texts: string[]) => texts.map((text) => embedText(text, length));

async function newModel(person: Person): Promise<string> {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const model = { name: "E", type: "open_ai", model: "text-embedding-3-small", modelType: "embedding" };
  const body = { ...model, config: { api_key: "key" }, force: true };
  return String((await expectOk(callAs(models.add, { ...to, body })))._id);
}

const stages = async (person: Person, id: string) =>
  Object.fromEntries((await documentsOf(person, id)).map(({ title, stage }) => [title, stage]));

const found = async (person: Person, id: string, query: string) =>
  ((await ask(person, id, query, { hybrid: false, k: 1 })) as { passages: { title: string }[] }).passages[0]?.title;

describe("a vector that points nowhere", () => {
  it.each([
    ["of zeros", () => 0],
    ["too large for 32 bits", (value: unknown, i: number) => (i === 0 ? "BIG" : value)],
    ["whose length is too small to be told", (value: unknown) => Number(value) * 1e-30],
  ])("%s fails its document alone, and is asked for again", { timeout: 60_000 }, async (_, spoil) => {
    const ada = await newPerson();
    const embeddingModelId = await newModel(ada);
    provider.told.vectors = (texts) =>
      ofLength(8)(texts).map((vector, i) => (texts[i]?.includes("odd") ? vector.map(spoil) : vector));
    const files = { "plain.txt": "A plain text", "odd.txt": "An odd text" };
    const { datasourceId } = await upload(ada, files, { embeddingModelId });
    await ready(ada, datasourceId);
    expect(await stages(ada, datasourceId)).toEqual({ "plain.txt": "stored", "odd.txt": "failed" });
    provider.told.vectors = ofLength(8);
    await expectOk(callAs(documents.retryFailed, atDatasource(ada, datasourceId)));
    await expect
      .poll(() => stages(ada, datasourceId), { timeout: 20_000 })
      .toEqual({ "plain.txt": "stored", "odd.txt": "stored" });
    expect(await found(ada, datasourceId, "An odd text")).toBe("odd.txt");
  });
});

describe("a document that failed after it was cut", () => {
  it("is cut anew when it is tried again, where the chunking has changed meanwhile", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const embeddingModelId = await newModel(ada);
    provider.told.vectors = (texts) => texts.map(() => [0, 0]);
    const text = Array.from({ length: 100 }, (_, i) => `The text of number ${i}.`).join(" ");
    const { datasourceId } = await upload(ada, { "one.txt": text }, { embeddingModelId });
    await ready(ada, datasourceId);
    expect(await stages(ada, datasourceId)).toEqual({ "one.txt": "failed" });
    const chunking = { strategy: "recursive", size: 200, overlap: 0 };
    await expectOk(callAs(datasources.edit, { ...atDatasource(ada, datasourceId), body: { chunking } as never }));
    provider.told.vectors = ofLength(8);
    await expectOk(callAs(documents.retryFailed, atDatasource(ada, datasourceId)));
    await expect.poll(() => stages(ada, datasourceId), { timeout: 20_000 }).toEqual({ "one.txt": "stored" });
    const { pool } = await testDatabase();
    const { rows } = await pool.query("select text from chunks where datasource_id = $1", [datasourceId]);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every((row) => row.text.length <= 200)).toBe(true);
  });
});

describe("a vector of a month ago", () => {
  it("is kept where a document has asked for it since, and forgotten elsewhere", { timeout: 60_000 }, async () => {
    const { db, pool } = await testDatabase();
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    provider.told.vectors = ofLength(8);
    for (const person of [ada, bob]) {
      const { datasourceId } = await upload(
        person,
        { "one.txt": "A text" },
        { embeddingModelId: await newModel(person) },
      );
      await ready(person, datasourceId);
    }
    await pool.query("update embeddings set last_used = now() - interval '40 days'");
    const embeddingModelId = await newModel(ada);
    const calls = provider.told.calls;
    const again = await upload(ada, { "one.txt": "A text" }, { embeddingModelId });
    await ready(ada, again.datasourceId);
    expect(provider.told.calls).toBe(calls);
    await sweepVectors(db);
    const { rows } = await pool.query("select team_id from embeddings where team_id = any($1)", [[ada.slug, bob.slug]]);
    expect(rows).toEqual([{ team_id: ada.slug }]);
  });
});

describe("another model under the name of the one before", () => {
  it("has all that was stored made anew", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const embeddingModelId = await newModel(ada);
    provider.told.vectors = ofLength(8);
    const { datasourceId } = await upload(ada, { "one.txt": "The first text" }, { embeddingModelId });
    const other = (await upload(ada, { "two.txt": "The second text" }, { embeddingModelId: await newModel(ada) }))
      .datasourceId;
    await Promise.all([ready(ada, datasourceId), ready(ada, other)]);
    provider.told.vectors = ofLength(4);
    await upload(ada, { "three.txt": "The third text" }, { datasourceId });
    await expect
      .poll(() => stages(ada, datasourceId), { timeout: 20_000 })
      .toEqual({ "one.txt": "stored", "three.txt": "stored" });
    await Promise.all([ready(ada, datasourceId), ready(ada, other)]);
    expect(await found(ada, datasourceId, "The first text")).toBe("one.txt");
    expect(await found(ada, datasourceId, "The third text")).toBe("three.txt");
    expect(await found(ada, other, "The second text")).toBe("two.txt");
  });

  it("is noticed by a search too, after which everything is made anew", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    provider.told.vectors = ofLength(8);
    const embeddingModelId = await newModel(ada);
    const { datasourceId } = await upload(ada, { "one.txt": "The first text" }, { embeddingModelId });
    await ready(ada, datasourceId);
    provider.told.vectors = ofLength(4);
    const body = { query: "The first text" };
    const refused = await callAs(datasources.query, { ...atDatasource(ada, datasourceId), body });
    expect([refused.status, (refused.body as { error?: string }).error]).toEqual([
      409,
      expect.stringMatching(/^The embedding model now returns different vectors/),
    ]);
    await expect.poll(() => found(ada, datasourceId, "The first text"), { timeout: 20_000 }).toBe("one.txt");
  });

  it("changes nothing where a member searches who is removed meanwhile", { timeout: 60_000 }, async () => {
    const stage = await newStage();
    const owner = { token: stage.ownerToken, slug: stage.slug } as Person;
    provider.told.vectors = ofLength(8);
    const embeddingModelId = await newModel(owner);
    const { datasourceId } = await upload(owner, { "one.txt": "The first text" }, { embeddingModelId });
    await ready(owner, datasourceId);
    const gate = newGate();
    provider.told.vectors = (texts) => gate.pass().then(() => ofLength(4)(texts));
    const at = atDatasource({ ...owner, token: stage.memberToken }, datasourceId);
    const reply = callAs(datasources.query, { ...at, body: { query: "The first text" } });
    await gate.reached;
    await leave(stage.member, stage);
    const before = await rowsOf(stage);
    gate.release();
    expect((await reply).status).toBe(404);
    expect(await rowsOf(stage)).toEqual(before);
  });

  it("is not taken for another again and again", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const embeddingModelId = await newModel(ada);
    let length = 8;
    provider.told.vectors = (texts) => {
      length = length === 8 ? 4 : 8;
      return ofLength(length)(texts);
    };
    const { datasourceId } = await upload(ada, { "one.txt": "The first text" }, { embeddingModelId });
    await ready(ada, datasourceId);
    const calls = provider.told.calls;
    // Several batches, each of another length than the one before.
    const long = Array.from({ length: 20_000 }, (_, i) => `The text of number ${i}.`).join(" ");
    await upload(ada, { "two.txt": long }, { datasourceId });
    const view = () => ready(ada, datasourceId);
    await expect.poll(async () => (await view()).status, { timeout: 20_000 }).toBe("error");
    const told = (await view()).statusMessage ?? "";
    const before =
      /^The embedding model switched from (\d)-dimensional to \d-dimensional vectors twice within an hour/.exec(
        told,
      )?.[1];
    expect(before, told).toBeDefined();
    expect(provider.told.calls - calls).toBeLessThan(20);
    provider.told.vectors = ofLength(Number(before));
    await expectOk(callAs(datasources.sync, { ...atDatasource(ada, datasourceId), body: {} }));
    await expect.poll(async () => (await view()).recordCount.succeeded, { timeout: 20_000 }).toBe(2);
  });
});
