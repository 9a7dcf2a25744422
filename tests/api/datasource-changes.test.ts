import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { openBuiltinStore } from "@/lib/server/engine/knowledge/vectors/builtin/open";
import { env } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, formOf, ready, upload, viewOf } from "../support/datasources";
import { replaceOpenAi } from "../support/open-ai";
import { randomFrom } from "../support/random";
import { deleted, removeItem } from "../support/trash";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const seed = Number(process.env.CHANGES_SEED ?? 20_260_101);
let ingest: { stop: () => Promise<void> };
let openAi: Awaited<ReturnType<typeof replaceOpenAi>>;
beforeAll(async () => {
  openAi = await replaceOpenAi();
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 50, heartbeatMs: 200 });
});
afterAll(async () => {
  await ingest.stop();
  await openAi.end();
});
beforeEach(() => openAi.standin.behave({ ttftMs: 30 }));

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const newModel = async (person: Person, model = "text-embedding-3-small"): Promise<string> => {
  const config = { api_key: openAi.standin.key };
  const body = { name: model, type: "open_ai", model, modelType: "embedding", config, force: true };
  return String((await expectOk(callAs(models.add, { ...to(person), body })))._id);
};
const files = (count: number, words = "about harbours and bread") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`file-${i}.txt`, `Number ${i} ${words}.`]));
const query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await (await testDatabase()).pool.query(text, values)).rows as T[];
const storedFiles = (): Set<string> => {
  try {
    return new Set(readdirSync(join(env().UPLOADS_DIR, "documents")));
  } catch {
    return new Set();
  }
};

interface Place {
  name: string;
  dimensions: number;
}

async function pointsIn(collection: Place, teamId: string, datasourceId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of openBuiltinStore().list(collection, { teamId, datasourceId })) found.push(id);
  return found.sort();
}

/** Every collection that there may be of the team's. */
const collections = (teamId: string) =>
  query<{ collection: Place }>(
    "select distinct collection from datasources where team_id = $1 and collection is not null",
    teamId,
  );

/** What has to be so of a datasource that is done: each chunk once, embedded by the model of now, where it is looked for. */
async function expectWhole(person: Person, datasourceId: string, documents: number): Promise<void> {
  const [row] = await query<{ collection: Place; storage_bytes: string; stored: string }>(
    "select collection, storage_bytes, (select sum(storage_bytes) from documents where datasource_id = d.id) stored from datasources d where id = $1",
    datasourceId,
  );
  expect(await viewOf(person, datasourceId)).toMatchObject({
    status: "ready",
    recordCount: { total: documents, succeeded: documents, failed: 0 },
  });
  const chunks = await query<{ id: string }>(
    "select c.document_id || '.' || c.position id from chunks c join documents d on d.id = c.document_id and d.served = c.generation where d.datasource_id = $1",
    datasourceId,
  );
  expect(row?.storage_bytes).toBe(row?.stored);
  if (!row) return;
  expect(await pointsIn(row.collection, person.slug, datasourceId)).toEqual(chunks.map(({ id }) => id).sort());
}

const settledJobs = (datasourceId: string) =>
  expect
    .poll(() => query("select 1 from datasource_jobs where datasource_id = $1 and date_ended is null", datasourceId), {
      timeout: 30_000,
      interval: 50,
    })
    .toEqual([]);
const edit = (person: Person, id: string, body: Record<string, unknown>) =>
  expectOk(callAs(datasources.edit, { ...atDatasource(person, id), body }));

describe("a datasource that is deleted while it is worked on", () => {
  it("ends quietly, and leaves no vectors, files, rows or news behind", { timeout: 120_000 }, async () => {
    const random = randomFrom(seed);
    const ada = await newPerson();
    const before = storedFiles();
    const embeddingModelId = await newModel(ada);
    const kept = await upload(ada, files(3), { embeddingModelId });
    await ready(ada, kept.datasourceId);
    const [place] = await collections(ada.slug);
    if (!place) throw new Error("Nothing was stored.");
    const own = storedFiles();
    const gone: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { datasourceId } = await upload(ada, files(40, `of round ${round}`), { embeddingModelId });
      await sleep(random() * 400);
      gone.push(datasourceId);
      await expectOk(removeItem(ada, await deleted(ada, "datasource", datasourceId)));
    }
    await expect.poll(() => query("select 1 from vectors_to_remove"), { timeout: 20_000 }).toEqual([]);
    await sleep(500);
    for (const id of gone) {
      expect(await pointsIn(place.collection, ada.slug, id)).toEqual([]);
      for (const table of ["documents", "chunks", "datasource_jobs", "retrieval_cases"])
        expect(await query(`select 1 from ${table} where datasource_id = $1`, id)).toEqual([]);
      expect(
        await query("select 1 from notifications where link like $1 and title = 'Data source failed'", `%${id}`),
      ).toEqual([]);
    }
    expect(storedFiles()).toEqual(own);
    await expectWhole(ada, kept.datasourceId, 3);
    await expectOk(removeItem(ada, await deleted(ada, "datasource", kept.datasourceId)));
    expect(storedFiles()).toEqual(before);
  });

  it("goes with its team, and its files and vectors with it", async () => {
    const ada = await newPerson();
    const before = storedFiles();
    const other = String((await expectOk(callAs(teams.add, { ...to(ada), body: { name: "Second" } })))._id);
    expect(other.length).toBeGreaterThan(3);
    const { datasourceId } = await upload(ada, files(5), { embeddingModelId: await newModel(ada) });
    await ready(ada, datasourceId);
    const [place] = await collections(ada.slug);
    if (!place) throw new Error("Nothing was stored.");
    const [team] = await query<{ name: string }>("select name from teams where id = $1", ada.slug);
    await upload(ada, files(40, "more"), { datasourceId });
    await sleep(60);
    await expectOk(callAs(teams.remove, { ...to(ada), body: { name: team?.name } }));
    await expect.poll(() => query("select 1 from vectors_to_remove"), { timeout: 20_000 }).toEqual([]);
    expect(await pointsIn(place.collection, ada.slug, datasourceId)).toEqual([]);
    expect(storedFiles()).toEqual(before);
  });
});

describe("settings that are saved", () => {
  it("with a new name alone have nothing done again", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files(2), { embeddingModelId: await newModel(ada) });
    await ready(ada, datasourceId);
    await settledJobs(datasourceId);
    const of = [await documentsOf(ada, datasourceId), await query("select id from datasource_jobs")];
    const { description, chunking, embeddingModelId, vectorDbId } = await viewOf(ada, datasourceId);
    await edit(ada, datasourceId, { name: "Renamed", description, chunking, embeddingModelId, vectorDbId });
    expect(await viewOf(ada, datasourceId)).toMatchObject({ name: "Renamed", status: "ready" });
    expect([await documentsOf(ada, datasourceId), await query("select id from datasource_jobs")]).toEqual(of);
  });
});

describe("while a job runs", () => {
  const more = { strategy: "recursive", size: 200, overlap: 0 };
  it("a change of chunking, model and name is followed by all documents", { timeout: 120_000 }, async () => {
    const random = randomFrom(seed + 1);
    const ada = await newPerson();
    const [small, large] = [await newModel(ada), await newModel(ada, "text-embedding-3-large")];
    const { datasourceId } = await upload(ada, files(60), { embeddingModelId: small });
    const changes = [
      { embeddingModelId: large },
      { chunking: more },
      { embeddingModelId: small },
      { name: "Renamed" },
      { embeddingModelId: large, chunking: { ...more, size: 300 } },
      { embeddingModelId: small },
    ];
    for (let round = 0; round < 4; round += 1) {
      for (const change of changes) {
        await sleep(random() * 250);
        await edit(ada, datasourceId, change);
      }
      await settledJobs(datasourceId);
      await expect.poll(() => query("select 1 from vectors_to_remove"), { timeout: 20_000 }).toEqual([]);
      await expectWhole(ada, datasourceId, 60);
      const { passages } = await ask(ada, datasourceId, "Number 7 about harbours and bread.", { k: 1, hybrid: false });
      expect(passages).toMatchObject([{ title: "file-7.txt" }]);
    }
  });

  it("documents are retried, skipped, deleted and uploaded anew without harm", { timeout: 120_000 }, async () => {
    const random = randomFrom(seed + 2);
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files(40), { embeddingModelId: await newModel(ada) });
    const listed = await documentsOf(ada, datasourceId);
    const removed = new Set<string>();
    const answers: number[] = [];
    for (const { _id: documentId, title } of listed) {
      await sleep(random() * 20);
      const call = { token: ada.token, params: { resourceSlug: ada.slug, datasourceId, documentId }, body: {} };
      const dice = random();
      if (dice < 0.3) removed.add(title);
      const one =
        dice < 0.3
          ? [callAs(documents.remove, call)]
          : dice < 0.6
            ? [callAs(documents.skip, call), callAs(documents.retry, call)]
            : dice < 0.8
              ? [
                  callAs(documents.retry, call),
                  callAs(documents.retryFailed, { ...atDatasource(ada, datasourceId), body: {} }),
                ]
              : [
                  callAs(datasources.upload, {
                    ...to(ada),
                    body: formOf({ [title]: `Another text of ${title}.` }, { datasourceId }),
                  }),
                ];
      answers.push(...(await Promise.all(one)).map(({ status }) => status));
    }
    expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await settledJobs(datasourceId);
    for (const { _id: documentId, stage } of await documentsOf(ada, datasourceId))
      if (stage === "skipped")
        await expectOk(
          callAs(documents.retry, {
            token: ada.token,
            params: { resourceSlug: ada.slug, datasourceId, documentId },
            body: {},
          }),
        );
    await settledJobs(datasourceId);
    await expectWhole(ada, datasourceId, 40 - removed.size);
    const held = await query<{ file_key: string }>(
      "select file_key from documents where datasource_id = $1",
      datasourceId,
    );
    for (const { file_key } of held) expect(storedFiles()).toContain(file_key.replace("documents/", ""));
    // Calls and jobs lock the datasource before its documents.
    const [statistics] = await query("select deadlocks from pg_stat_database where datname = current_database()");
    expect(statistics).toEqual({ deadlocks: "0" });
  });

  it("the same file that is uploaded many times at once is one document, with one file", async () => {
    const ada = await newPerson();
    const before = storedFiles().size;
    const { datasourceId } = await upload(ada, files(1), { embeddingModelId: await newModel(ada) });
    await Promise.all(Array.from({ length: 8 }, () => upload(ada, files(1), { datasourceId })));
    const twice = formOf(files(1), { datasourceId });
    twice.append("file", new Blob(["Number 0 about harbours and bread."]), "file-0.txt");
    await expectOk(callAs(datasources.upload, { ...to(ada), body: twice }));
    await settledJobs(datasourceId);
    await expectWhole(ada, datasourceId, 1);
    expect(storedFiles().size - before).toBe(1);
  });
});

describe("an embedding model that is deleted by force", () => {
  it("is said to be missing, and everything goes on once another is chosen", async () => {
    const ada = await newPerson();
    const [small, large] = [await newModel(ada), await newModel(ada, "text-embedding-3-large")];
    openAi.standin.behave({ ttftMs: 300 });
    const { datasourceId } = await upload(ada, files(100), { embeddingModelId: small });
    await sleep(400);
    const modelId = { token: ada.token, params: { resourceSlug: ada.slug, modelId: small } };
    await expectOk(callAs(models.remove, { ...modelId, body: { force: true } }));
    await settledJobs(datasourceId);
    expect(await viewOf(ada, datasourceId)).toMatchObject({
      status: "error",
      statusMessage: "The embedding model was deleted. Choose another one in the settings.",
    });
    await edit(ada, datasourceId, { embeddingModelId: large });
    await settledJobs(datasourceId);
    await expectWhole(ada, datasourceId, 100);
  });
});

describe("an embedding model that becomes another", () => {
  it("has all vectors made anew, in a place of their own", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const { datasourceId } = await upload(ada, files(20), { embeddingModelId: modelId });
    await ready(ada, datasourceId);
    const [before] = await collections(ada.slug);
    const call = { token: ada.token, params: { resourceSlug: ada.slug, modelId } };
    await expectOk(callAs(models.edit, { ...call, body: { model: "text-embedding-3-large", force: true } }));
    await settledJobs(datasourceId);
    await expect.poll(() => query("select 1 from vectors_to_remove"), { timeout: 20_000 }).toEqual([]);
    await expectWhole(ada, datasourceId, 20);
    const [after] = await collections(ada.slug);
    expect(after?.collection.name).not.toBe(before?.collection.name);
    if (before) expect(await pointsIn(before.collection, ada.slug, datasourceId)).toEqual([]);
  });
});

describe("a schedule that the plan does not allow any more", () => {
  it("pauses, tells the team once, and goes on when it is allowed again", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files(1), { embeddingModelId: await newModel(ada) });
    await ready(ada, datasourceId);
    const plan = (name: string) =>
      query("update orgs set plan = $2 where id = (select org_id from teams where id = $1)", ada.slug, name);
    await plan("free");
    const due = () =>
      query(
        "update datasources set source_type = 'website', schedule_unit = 'day', next_due = now() where id = $1",
        datasourceId,
      );
    const jobs = async () =>
      (await query("select 1 from datasource_jobs where datasource_id = $1 and kind = 'sync'", datasourceId)).length;
    const later = () =>
      expect
        .poll(() => query("select 1 from datasources where id = $1 and next_due > now()", datasourceId))
        .toHaveLength(1);
    const told = () => query("select 1 from notifications where title = 'Schedule paused' and team_id = $1", ada.slug);
    for (let i = 0; i < 2; i += 1) {
      await due();
      await later();
    }
    expect(await jobs()).toBe(0);
    expect(await told()).toHaveLength(1);
    expect((await viewOf(ada, datasourceId)).statusMessage).toMatch(
      /^The schedule is paused. The Free plan doesn't include data connections./,
    );
    await plan("pro");
    await query("update datasources set schedule_unit = 'hour', next_due = now() where id = $1", datasourceId);
    await expect
      .poll(async () => (await viewOf(ada, datasourceId)).statusMessage)
      .toMatch(/^The schedule is paused. On the Pro plan, schedules can run up to once a day, not once an hour./);
    expect([await jobs(), (await told()).length]).toEqual([0, 1]);
    const daily = { ...atDatasource(ada, datasourceId), body: { type: "cron", unit: "day" } };
    await expectOk(callAs(datasources.schedule, daily));
    expect((await viewOf(ada, datasourceId)).statusMessage).toBeNull();
    await due();
    await expect.poll(jobs).toBe(1);
    const local = { type: "cron", unit: "week", at: "07:30", weekdays: [2], timeZone: "Asia/Tokyo" };
    await expectOk(callAs(datasources.schedule, { ...daily, body: local }));
    const { schedule: set, nextSync } = await viewOf(ada, datasourceId);
    expect(set).toEqual({ ...local, startsAt: expect.any(String) });
    // Tuesday in Tokyo is Monday evening in UTC.
    expect([new Date(nextSync ?? "").getUTCDay(), nextSync?.slice(11, 16)]).toEqual([1, "22:30"]);
    const wrong = await callAs(datasources.schedule, { ...daily, body: { ...local, weekdays: [] } });
    expect(wrong.body).toMatchObject({ issues: [{ path: "weekdays", message: "Choose at least one weekday." }] });
  });
});

describe("the plan's storage", () => {
  it("is never overshot by uploads at once", { timeout: 120_000 }, async () => {
    const ada = await newPerson();
    const embeddingModelId = await newModel(ada);
    const [team] = await query<{ org_id: string }>("select org_id from teams where id = $1", ada.slug);
    await query("update orgs set plan = 'free' where id = $1", team?.org_id);
    // All but ten thousand bytes are used: room for six documents of one chunk.
    const { datasourceId } = await upload(ada, files(1, "that is there"), { embeddingModelId });
    await settledJobs(datasourceId);
    const max = 100 * 1024 * 1024;
    await query("update datasources set storage_bytes = $2 where id = $1", datasourceId, max - 10_000);
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) => upload(ada, { [`more-${i}.txt`]: `Text ${i}.` }, { embeddingModelId })),
    );
    for (const one of made) await settledJobs(one.datasourceId);
    const [used] = await query<{ bytes: string }>(
      "select sum(storage_bytes) bytes from datasources where team_id = $1",
      ada.slug,
    );
    expect(Number(used?.bytes)).toBeLessThanOrEqual(max);
    const stages = await query<{ stage: string; error: string | null }>(
      "select stage, error from documents where team_id = $1 and title like 'more-%'",
      ada.slug,
    );
    const kept = stages.filter(({ stage }) => stage === "stored").length;
    expect([kept > 0, kept < 50, stages.length]).toEqual([true, true, 50]);
    for (const { stage, error } of stages)
      if (stage !== "stored") expect([stage, error]).toEqual(["failed", expect.stringContaining("of storage")]);
  });
});
