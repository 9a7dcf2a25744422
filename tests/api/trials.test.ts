import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cases } from "@/lib/contract/cases/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { type Trial, trials } from "@/lib/contract/trials/schemas";
import { vectordbs } from "@/lib/contract/vectordbs/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { openBuiltinStore } from "@/lib/server/engine/knowledge/vectors/open";
import { env } from "@/lib/server/platform/env/env";
import { sweepTrials } from "@/lib/server/resources/datasources/trials/trials";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, formOf, ready, upload, viewOf } from "../support/datasources";
import { replaceOpenAi } from "../support/open-ai";
import { deleted, removeItem } from "../support/trash";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const times = { pollMs: 50, heartbeatMs: 200 };
let ingest: { stop: () => Promise<void> };
let openAi: Awaited<ReturnType<typeof replaceOpenAi>>;
beforeAll(async () => {
  openAi = await replaceOpenAi();
  ingest = startIngestWorker((await testDatabase()).db, times);
});
afterAll(async () => {
  await ingest.stop();
  await openAi.end();
});
beforeEach(() => openAi.standin.behave({ ttftMs: 0 }));

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await (await testDatabase()).pool.query(text, values)).rows as T[];
const stored = (): string[] => readdirSync(join(env().UPLOADS_DIR, "documents")).sort();
const newModel = async (person: Person): Promise<string> => {
  const config = { api_key: openAi.standin.key };
  const model = {
    name: "Embeddings",
    type: "open_ai",
    model: "text-embedding-3-small",
    modelType: "embedding",
    config,
  };
  return String((await expectOk(callAs(models.add, { ...to(person), body: { ...model, force: true } })))._id);
};
const coarse: Chunking = { strategy: "recursive", size: 4_000, overlap: 0 };
const fine: Chunking = { strategy: "recursive", size: 120, overlap: 0 };

/** What is asked for stands in one sentence among many others: in a large chunk it is lost. */
const filler = (topic: string) =>
  Array.from({ length: 30 }, (_, i) => `Paragraph ${i} tells more of ${topic}, as all the others do.`).join("\n\n");
const handbook = {
  "ferries.md": `${filler("ferries and tides")}\n\nThe lighthouse keeper is called Marisol Quintero.\n\n${filler("ferries and boats")}`,
  "bread.md": filler("lighthouse bread"),
  "keepers.md": filler("a keeper of bees"),
};

async function source(person: Person, files: Record<string, string> = handbook, modelId?: string): Promise<string> {
  const fields = { chunking: JSON.stringify(coarse), ...(modelId && { embeddingModelId: modelId }) };
  const { datasourceId } = await upload(person, files, fields);
  await ready(person, datasourceId);
  return datasourceId;
}

const start = (person: Person, datasourceId: string, chunking = fine) =>
  callAs(trials.start, { ...atDatasource(person, datasourceId), body: { chunking } });
const look = (person: Person, datasourceId: string) => expectOk(callAs(trials.get, atDatasource(person, datasourceId)));
const trialOf = async (person: Person, datasourceId: string) =>
  (await look(person, datasourceId)).trial as Trial | null;
const until = (person: Person, datasourceId: string, status: Trial["status"]) =>
  expect.poll(async () => (await trialOf(person, datasourceId))?.status, { timeout: 20_000 }).toBe(status);
/** No job of the datasource is open any more. */
async function settled(person: Person, datasourceId: string) {
  await expect.poll(async () => (await viewOf(person, datasourceId)).inProgress, { timeout: 20_000 }).toBe(false);
  return ready(person, datasourceId);
}
const rowOf = async (datasourceId: string) =>
  (
    await query<{ id: string; collection: Place }>(
      "select id, collection from datasources where trial_of = $1",
      datasourceId,
    )
  )[0];

interface Place {
  name: string;
  dimensions: number;
}

async function points(collection: Place, teamId: string, datasourceId: string): Promise<number> {
  let count = 0;
  for await (const _ of openBuiltinStore().list(collection, { teamId, datasourceId })) count += 1;
  return count;
}
const chunkCount = async (datasourceId: string) =>
  Number((await query<{ n: string }>("select count(*) n from chunks where datasource_id = $1", datasourceId))[0]?.n);

const question = "What is the lighthouse keeper called?";
async function addCase(person: Person, datasourceId: string, title = "ferries.md"): Promise<void> {
  const document = (await documentsOf(person, datasourceId)).find((one) => one.title === title);
  const body = { query: question, documentIds: [String(document?._id)] };
  await expectOk(callAs(cases.add, { ...atDatasource(person, datasourceId), body }));
}

describe("a trial of another chunking", () => {
  it("is asked beside the present one, told of when it is done, and is nowhere else", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    await addCase(ada, id);
    const at = atDatasource(ada, id);
    const before = await viewOf(ada, id);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const { trial, present } = (await look(ada, id)) as { trial: Trial; present: Trial["amount"] };
    expect(trial).toMatchObject({ chunking: fine, stages: { stored: 3 }, failures: [], stale: false, message: null });
    expect(trial.amount.chunks).toBeGreaterThan(3 * present.chunks);
    expect(present).toMatchObject({ documents: 3, storageBytes: before.storageBytes });
    const body = { retriever: { k: 1, hybrid: false } };
    const [coarsely, finely] = [
      await expectOk(callAs(cases.run, { ...at, body })),
      await expectOk(callAs(trials.run, { ...at, body })),
    ];
    expect(coarsely).toMatchObject({ recall: 0, mrr: 0 });
    expect(finely).toMatchObject({ recall: 1, mrr: 1, cases: [{ rank: 1 }] });
    const row = await rowOf(id);
    const news = await expectOk(callAs(notifications.list, to(ada)));
    expect(JSON.stringify(news)).toContain("The chunking comparison of **ferries** is ready to compare");
    const [usage] = await query<{ bytes: string }>(
      "select sum(storage_bytes) bytes from datasources where team_id = $1",
      ada.slug,
    );
    expect(Number(usage?.bytes)).toBe(before.storageBytes + trial.amount.storageBytes);
    const trialId = String(row?.id);
    const reads = [
      await callAs(datasources.list, to(ada)),
      await callAs(tools.list, to(ada)),
      await callAs(vectordbs.list, to(ada)),
      await callAs(datasources.query, { ...at, body: { query: question } }),
      await callAs(models.list, to(ada)),
      await callAs(trials.get, at),
      await callAs(trials.run, { ...at, body }),
    ];
    const copies = await query<{ id: string }>("select id from documents where datasource_id = $1", trialId);
    for (const read of reads)
      for (const hidden of [trialId, ...copies.map((one) => one.id)])
        expect(JSON.stringify(await expectOk(Promise.resolve(read)))).not.toContain(hidden);
    // Of arrays it matches the length as well.
    expect(reads[0]?.body).toMatchObject({ datasources: [{ _id: id }] });
    expect(await viewOf(ada, id)).toMatchObject({ version: before.version, storageBytes: before.storageBytes });
  });

  it("is no datasource to any call that names one", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const trialId = String((await rowOf(id))?.id);
    const at = atDatasource(ada, trialId);
    const [copy] = await query<{ id: string }>("select id from documents where datasource_id = $1", trialId);
    const atDocument = { token: ada.token, params: { ...at.params, documentId: String(copy?.id) } };
    const answers = [
      await callAs(datasources.get, at),
      await callAs(datasources.edit, { ...at, body: { name: "Mine" } }),
      await callAs(datasources.sync, at),
      await callAs(datasources.cancel, at),
      await callAs(datasources.query, { ...at, body: { query: "?" } }),
      await callAs(datasources.remove, { ...at, body: {} }),
      await callAs(documents.list, { ...to(ada), query: { datasourceId: trialId } }),
      await callAs(documents.get, atDocument),
      await callAs(documents.remove, atDocument),
      await callAs(cases.list, at),
      await callAs(trials.get, at),
      await callAs(trials.start, { ...at, body: { chunking: coarse } }),
      await callAs(datasources.upload, { ...to(ada), body: formOf({ "a.txt": "A" }, { datasourceId: trialId }) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const tool = { name: "Search", type: "rag", definition: { datasourceId: trialId } };
    expect((await callAs(tools.add, { ...to(ada), body: tool })).status).toBe(400);
    expect((await callAs(datasources.list, { ...to(ada), query: { before: trialId } })).status).toBe(400);
  });

  it("is refused where it makes no sense, and says why", async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const id = await source(ada);
    const refused = async (sent: ReturnType<typeof start>, status: number, words: string) =>
      expect(await sent).toMatchObject({ status, body: { error: expect.stringContaining(words) } });
    await refused(start(ada, id, coarse), 400, "already use these chunking settings");
    await refused(start(eve, id), 404, "doesn't exist");
    await query("update datasource_jobs set date_ended = null where datasource_id = $1", id);
    await query("update datasource_jobs set next_retry = now() + interval '1 hour' where datasource_id = $1", id);
    await refused(start(ada, id), 409, "being processed");
    await query("update datasource_jobs set date_ended = now() where datasource_id = $1", id);
    await expectOk(start(ada, id));
    await refused(start(ada, id, { ...fine, size: 300 }), 409, "already exists");
    await until(ada, id, "ready");
    const [empty] = [await upload(ada, { "blank.txt": " " })];
    await ready(ada, empty.datasourceId);
    await refused(start(ada, empty.datasourceId), 409, "No documents are stored");
    for (const call of [trials.run, trials.use, trials.stop, trials.resume, trials.discard])
      expect(await callAs(call, { ...atDatasource(ada, empty.datasourceId), body: {} })).toMatchObject({
        status: 404,
        body: { error: "This comparison doesn't exist or is no longer available." },
      });
  });
});

describe("the end of a trial", () => {
  it("takes its chunks over without another call of the model, and leaves nothing behind", async () => {
    const ada = await newPerson();
    const id = await source(ada, handbook, await newModel(ada));
    await addCase(ada, id);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const trial = await trialOf(ada, id);
    const row = await rowOf(id);
    const [files, calls] = [stored(), openAi.standin.requests.length];
    await expectOk(callAs(trials.use, atDatasource(ada, id)));
    const after = await settled(ada, id);
    expect(after).toMatchObject({ chunking: fine, recordCount: { total: 3, succeeded: 3 } });
    expect(after.storageBytes).toBe(trial?.amount.storageBytes);
    expect(openAi.standin.requests.length).toBe(calls);
    expect(await trialOf(ada, id)).toBeNull();
    expect(stored()).toEqual(files);
    expect(await chunkCount(id)).toBe(trial?.amount.chunks);
    expect(await chunkCount(String(row?.id))).toBe(0);
    if (row) {
      expect(await points(row.collection, ada.slug, id)).toBe(trial?.amount.chunks);
      await expect.poll(() => points(row.collection, ada.slug, row.id), { timeout: 20_000 }).toBe(0);
    }
    for (const { stages } of await documentsOf(ada, id))
      expect(Object.keys(stages).sort()).toEqual(["chunked", "embedded", "fetched", "parsed", "stored"]);
    const found = await ask(ada, id, "Marisol Quintero", { k: 1 });
    expect(found).toMatchObject({ passages: [{ title: "ferries.md", datasourceId: id }] });
  });

  it("discards it and nothing of the datasource", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    const [before, files, chunks] = [await viewOf(ada, id), stored(), await chunkCount(id)];
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const row = await rowOf(id);
    if (row) expect(await points(row.collection, ada.slug, row.id)).toBeGreaterThan(chunks);
    await expectOk(callAs(trials.discard, atDatasource(ada, id)));
    expect(await trialOf(ada, id)).toBeNull();
    const left =
      "select 1 from documents where datasource_id = $1 union all select 1 from chunks where datasource_id = $1";
    expect(await query(`${left} union all select 1 from datasource_jobs where datasource_id = $1`, row?.id)).toEqual(
      [],
    );
    if (row) await expect.poll(() => points(row.collection, ada.slug, row.id), { timeout: 20_000 }).toBe(0);
    expect([await viewOf(ada, id), stored(), await chunkCount(id)]).toEqual([before, files, chunks]);
    expect(await ask(ada, id, question, { k: 1 })).toMatchObject({ passages: [{ datasourceId: id }] });
  });

  it("comes with that of its datasource, whose files go with it", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    const files = stored();
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const row = await rowOf(id);
    const item = await deleted(ada, "datasource", id);
    expect(await query("select 1 from datasources where trial_of = $1", id)).toEqual([]);
    expect(stored()).toEqual(files);
    await expectOk(removeItem(ada, item));
    expect(await query("select 1 from datasources where team_id = $1", ada.slug)).toEqual([]);
    expect(stored().length).toBe(files.length - 3);
    if (row) await expect.poll(() => points(row.collection, ada.slug, row.id), { timeout: 20_000 }).toBe(0);
  });

  it("comes by itself after some days", async () => {
    const ada = await newPerson();
    const [old, young] = [await source(ada), await source(ada)];
    for (const id of [old, young]) {
      await expectOk(start(ada, id));
      await until(ada, id, "ready");
    }
    const age = "update datasources set date_created = now() - $2::interval where trial_of = $1";
    await query(age, old, "169 hours");
    await query(age, young, "167 hours");
    const files = stored();
    await sweepTrials((await testDatabase()).db);
    expect([await trialOf(ada, old), (await trialOf(ada, young))?.status]).toEqual([null, "ready"]);
    expect(stored()).toEqual(files);
  });

  it("comes with another embedding model, which it was not made with", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const body = { embeddingModelId: await newModel(ada) };
    await expectOk(callAs(datasources.edit, { ...atDatasource(ada, id), body }));
    expect(await trialOf(ada, id)).toBeNull();
  });
});

describe("documents that change during a trial", () => {
  it.each([
    ["another text", "ferries.md", handbook["bread.md"]],
    ["a new document", "new.md", "Something new."],
  ])("make it stale: %s", async (_, title, text) => {
    const ada = await newPerson();
    const id = await source(ada);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    expect((await trialOf(ada, id))?.stale).toBe(false);
    await upload(ada, { [title]: text }, { datasourceId: id });
    await settled(ada, id);
    expect((await trialOf(ada, id))?.stale).toBe(true);
  });

  it("are what counts when it is used: those that did not change are taken, the others cut anew", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    await upload(
      ada,
      { "bread.md": "The oven is lit at four.", "new.md": "The mill stands still." },
      { datasourceId: id },
    );
    await ready(ada, id);
    const gone = (await documentsOf(ada, id)).find(({ title }) => title === "keepers.md");
    const params = { resourceSlug: ada.slug, datasourceId: id, documentId: String(gone?._id) };
    await expectOk(callAs(documents.remove, { token: ada.token, params }));
    await settled(ada, id);
    await expectOk(callAs(trials.use, atDatasource(ada, id)));
    expect(await settled(ada, id)).toMatchObject({
      chunking: fine,
      recordCount: { total: 3, succeeded: 3, failed: 0 },
    });
    const texts = await query<{ title: string; n: string; longest: string }>(
      "select d.title, count(*) n, max(length(c.text)) longest from chunks c join documents d on d.id = c.document_id where d.datasource_id = $1 and c.generation = d.served group by 1 order by 1",
      id,
    );
    expect(texts.map(({ title }) => title)).toEqual(["bread.md", "ferries.md", "new.md"]);
    expect(texts.map(({ n }) => Number(n) > 3)).toEqual([false, true, false]);
    for (const { longest } of texts) expect(Number(longest)).toBeLessThanOrEqual(fine.size);
    expect((await ask(ada, id, "When is the oven lit?", { k: 1 })).passages).toMatchObject([{ title: "bread.md" }]);
  });
});

describe("a trial under way", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`file-${i}.txt`, `Number ${i} about harbours.\n\n${filler(`harbour ${i}`)}`]),
  );

  it("is gone on with where another process has left it", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const id = await source(ada, many, await newModel(ada));
    openAi.standin.behave({ ttftMs: 40 });
    await expectOk(start(ada, id));
    const part = "select 1 from documents where datasource_id = $1 and stage in ('embedded', 'stored')";
    const trialId = String((await rowOf(id))?.id);
    await expect.poll(() => query(part, trialId), { timeout: 20_000, interval: 20 }).not.toEqual([]);
    await ingest.stop();
    // As one that was killed leaves it: its lease runs out.
    await query(
      "update datasources set lease_owner = 'ingest-killed', lease_until = now() + interval '2 seconds' where id = $1",
      trialId,
    );
    const before = (await trialOf(ada, id))?.stages ?? {};
    expect([before.stored ?? 0, (await trialOf(ada, id))?.status]).toEqual([expect.any(Number), "running"]);
    expect(before.stored ?? 0).toBeLessThan(40);
    expect((await callAs(trials.run, { ...atDatasource(ada, id), body: {} })).status).toBe(409);
    expect((await callAs(trials.use, atDatasource(ada, id))).status).toBe(409);
    ingest = startIngestWorker((await testDatabase()).db, times);
    await until(ada, id, "ready");
    const trial = await trialOf(ada, id);
    expect(trial).toMatchObject({ stages: { stored: 40 }, failures: [] });
    expect(await chunkCount(trialId)).toBe(trial?.amount.chunks);
    const row = await rowOf(id);
    if (row) expect(await points(row.collection, ada.slug, trialId)).toBe(trial?.amount.chunks);
  });

  it("is stopped and gone on with", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const id = await source(ada, many, await newModel(ada));
    openAi.standin.behave({ ttftMs: 60 });
    await expectOk(start(ada, id));
    await expectOk(callAs(trials.stop, atDatasource(ada, id)));
    await until(ada, id, "stopped");
    expect((await trialOf(ada, id))?.message).toBe("Canceled.");
    expect((await callAs(trials.use, atDatasource(ada, id))).status).toBe(409);
    openAi.standin.behave({ ttftMs: 0 });
    await expectOk(callAs(trials.resume, atDatasource(ada, id)));
    await until(ada, id, "ready");
    expect(await trialOf(ada, id)).toMatchObject({ stages: { stored: 40 }, message: null });
  });

  it("stops as a whole where the plan's storage does not do, and is not begun where that is known before", async () => {
    const ada = await newPerson();
    const id = await source(ada);
    const [team] = await query<{ org_id: string }>("select org_id from teams where id = $1", ada.slug);
    await query("update orgs set plan = 'free' where id = $1", team?.org_id);
    const max = 100 * 1024 * 1024;
    const other = await source(ada, { "other.txt": "Another one." });
    const fill = (left: number) => query("update datasources set storage_bytes = $2 where id = $1", other, max - left);
    const own = (await viewOf(ada, id)).storageBytes;
    await expectOk(start(ada, id));
    await until(ada, id, "ready");
    const third = Math.round(((await trialOf(ada, id))?.amount.storageBytes ?? 0) / 3);
    await expectOk(callAs(trials.discard, atDatasource(ada, id)));
    await fill(own + third);
    expect(await start(ada, id)).toMatchObject({ status: 403, body: { error: expect.stringContaining("of storage") } });
    expect(await trialOf(ada, id)).toBeNull();
    await fill(own + 4 * third);
    await ingest.stop();
    await expectOk(start(ada, id));
    // Somebody else takes the room meanwhile: there is some for the smaller documents, and not for all.
    await fill(own + 2 * third);
    ingest = startIngestWorker((await testDatabase()).db, times);
    await until(ada, id, "failed");
    const trial = await trialOf(ada, id);
    expect([trial?.stages, trial?.message]).toEqual([{ embedded: 3 }, expect.stringContaining("of storage")]);
    expect(await query("select 1 from documents where team_id = $1 and stage = 'failed'", ada.slug)).toEqual([]);
    await fill(own + 4 * third);
    await expectOk(callAs(trials.resume, atDatasource(ada, id)));
    await until(ada, id, "ready");
  });
});
