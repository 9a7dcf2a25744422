import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { vectordbs } from "@/lib/contract/vectordbs/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { adoptStore } from "@/lib/server/engine/knowledge/vectors/builtin/adopt";
import { markSeen, readRecord } from "@/lib/server/engine/knowledge/vectors/builtin/record";
import { claimStore, forgetStore, verifyStore } from "@/lib/server/engine/knowledge/vectors/builtin/verify";
import { createQdrantStore } from "@/lib/server/engine/knowledge/vectors/qdrant/store";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { sweepVectorTables } from "@/lib/server/main/leftovers/vector-tables";
import { checkVectors, reindexDatasources } from "@/lib/server/main/operations/check-vectors";
import type { Db } from "@/lib/server/platform/db/client";
import { datasourceJobs, datasources as table } from "@/lib/server/platform/db/tables/datasources";
import { settings } from "@/lib/server/platform/db/tables/settings";
import { env, forgetEnv } from "@/lib/server/platform/env/env";
import { readiness, readyMark } from "@/lib/server/platform/health/health";
import { provide } from "@/lib/server/platform/process/registry";
import { callAs, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, ready, upload, viewOf } from "../support/datasources";
import { temporaryFolder } from "../support/folders";
import { freePort } from "../support/free-port";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";
import { point } from "../support/vector-stores";

ownDatabase();

type Qdrant = Awaited<ReturnType<typeof startQdrantStandin>>;
let qdrant: Qdrant;
let db: Db;
let dataDir: string;
let worker: { stop: () => Promise<void> };

/** As a process that starts with these settings; undefined takes one away. */
function configure(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
  forgetStore();
}
const onQdrant = () => configure({ VECTORS_URL: qdrant.url, VECTORS_API_KEY: qdrant.key });
const onFolder = (folder = dataDir) =>
  configure({ VECTORS_URL: undefined, VECTORS_API_KEY: undefined, DATA_DIR: folder });

beforeAll(async () => {
  qdrant = await startQdrantStandin();
  ({ db } = await testDatabase());
  dataDir = env().DATA_DIR;
  onQdrant();
  await claimStore(db);
  worker = startIngestWorker(db, { pollMs: 50, heartbeatMs: 500 });
});
afterAll(async () => {
  await worker.stop();
  onFolder();
  await qdrant.close();
});
afterEach(() => {
  qdrant.fault = undefined;
});

const question = "Where is the lighthouse?";
const files = { "lighthouse.txt": "The lighthouse is on Gannet Rock." };
const query = (person: Person, id: string) =>
  callAs(datasources.query, { ...atDatasource(person, id), body: { query: question, retriever: {} } });
const points = () => [...qdrant.collections.values()].flatMap((held) => [...held.points.values()]);
const pointsOf = (id: string) => points().filter(({ payload }) => payload.datasource === id);
/** Lets a job that waits for its next attempt try again now. */
const hurry = (id: string) =>
  db
    .update(datasourceJobs)
    .set({ nextRetry: new Date(0) })
    .where(eq(datasourceJobs.datasourceId, id));

describe("Qdrant as the built-in store", () => {
  it("stores the vectors, and a team takes no address of it as its own vector DB", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files);
    expect(await ready(ada, datasourceId)).toMatchObject({ status: "ready" });
    expect(pointsOf(datasourceId)).toHaveLength(1);
    expect(await ask(ada, datasourceId, question)).toMatchObject({ passages: [{ vectorRank: 1 }] });
    const config = { api_key: qdrant.key };
    const body = { name: "Mine", type: "qdrant" as const, url: qdrant.url, config };
    expect(await callAs(vectordbs.add, { token: ada.token, params: { resourceSlug: ada.slug }, body })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("is Muster's own address") },
    });
  });

  it("pauses and resumes what is indexed, and searches say what is wrong", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const { datasourceId: old } = await upload(ada, files);
    await ready(ada, old);
    qdrant.fault = { kind: "status", status: 503, message: `Starting at ${qdrant.url}` };
    const { datasourceId } = await upload(ada, files);
    for (const [fault, sentence] of [
      [qdrant.fault, "The built-in vector DB is failing at the moment."],
      [{ kind: "status", status: 507, message: "No space left" }, "The built-in vector DB is full."],
      [{ kind: "status", status: 401, message: "Invalid API key" }, "The built-in vector DB rejects the server's key."],
      [{ kind: "html" }, "The built-in vector DB isn't at the configured URL."],
      [{ kind: "cut" }, "The built-in vector DB can't be reached."],
    ] as const) {
      qdrant.fault = fault;
      await hurry(datasourceId);
      await expect
        .poll(async () => (await viewOf(ada, datasourceId)).statusMessage, { timeout: 10_000 })
        .toContain(sentence);
      const { status, body } = await query(ada, old);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(sentence);
      expect(JSON.stringify(body)).not.toContain("127.0.0.1");
      forgetStore();
      expect(await query(ada, old)).toMatchObject({ status: 400 });
    }
    // However long it takes.
    await db.update(datasourceJobs).set({ attempt: 40 }).where(eq(datasourceJobs.datasourceId, datasourceId));
    await hurry(datasourceId);
    await expect
      .poll(
        async () => (await db.select().from(datasourceJobs).where(eq(datasourceJobs.datasourceId, datasourceId)))[0],
      )
      .toMatchObject({ status: "waiting", attempt: 41 });
    qdrant.fault = undefined;
    await hurry(datasourceId);
    expect(await ready(ada, datasourceId)).toMatchObject({ status: "ready", recordCount: { succeeded: 1 } });
    expect(await ask(ada, old, question)).toMatchObject({ passages: [{ vectorRank: 1 }] });
  });

  it("can take ten seconds to respond", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files);
    await ready(ada, datasourceId);
    qdrant.fault = { kind: "slow", ms: 10_000 };
    const began = performance.now();
    expect(await ask(ada, datasourceId, question)).toMatchObject({ passages: [{ vectorRank: 1 }] });
    expect(performance.now() - began).toBeGreaterThan(9_900);
  });

  it("is compared with the texts, and data sources that differ are reindexed", async () => {
    const ada = await newPerson();
    const [whole, less] = [await upload(ada, files), await upload(ada, files)];
    await Promise.all([ready(ada, whole.datasourceId), ready(ada, less.datasourceId)]);
    const before = await checkVectors(db);
    expect(before).toMatchObject({ problem: null, differing: [] });
    expect(before.checked).toBeGreaterThanOrEqual(2);
    for (const held of qdrant.collections.values())
      for (const { id, payload } of held.points.values())
        if (payload.datasource === less.datasourceId) held.points.delete(id);
    const { differing } = await checkVectors(db);
    expect(differing).toEqual([
      { datasourceId: less.datasourceId, teamId: ada.slug, name: "lighthouse", chunks: 1, vectors: 0 },
    ]);
    await reindexDatasources(db, [less.datasourceId]);
    await expect.poll(() => pointsOf(less.datasourceId).length, { timeout: 20_000 }).toBe(1);
    await ready(ada, less.datasourceId);
    expect(await checkVectors(db)).toMatchObject({ problem: null, isComplete: true, differing: [] });
    expect(await checkVectors(db, { max: 1 })).toMatchObject({ checked: 1, isComplete: false });
    expect(await checkVectors(db, { limitMs: -1 })).toMatchObject({ checked: 0, isComplete: false });
    qdrant.fault = { kind: "html" };
    expect(await checkVectors(db)).toMatchObject({ problem: expect.stringContaining("isn't Qdrant") });
  });

  it("has the collections of deleted teams removed an hour later", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files);
    await ready(ada, datasourceId);
    const [row] = await db.select().from(table).where(eq(table.id, datasourceId));
    const name = row?.collection?.name ?? "";
    await db.update(table).set({ collection: null }).where(eq(table.id, datasourceId));
    const sweep = () => sweepVectorTables(db, new AbortController().signal);
    await sweep();
    expect(qdrant.collections.has(name)).toBe(true);
    const later = performance.now() + 3_600_000;
    const clock = vi.spyOn(performance, "now").mockReturnValue(later);
    await sweep().finally(() => clock.mockRestore());
    expect(qdrant.collections.has(name)).toBe(false);
    forgetStore();
    await db.delete(table).where(eq(table.id, datasourceId));
    expect(await checkVectors(db)).toMatchObject({ differing: [] });
  });

  it("is refused once it was emptied, and can be filled again", { timeout: 60_000 }, async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, files);
    await ready(ada, datasourceId);
    qdrant.collections.clear();
    forgetStore();
    const { status, body } = await query(ada, datasourceId);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining("is connected to a different built-in vector DB"),
    ]);
    provide(readyMark, true);
    provide("readiness", undefined);
    provide("database-listener", undefined);
    expect((await readiness()).status).toBe("vectors");
    await expect(claimStore(db)).rejects.toThrow(/but this process uses Qdrant at .*, which has no vectors/);
    expect(await adoptStore(db)).toBe(`Qdrant at ${qdrant.url}`);
    const { differing } = await checkVectors(db);
    expect(differing.map((one) => one.datasourceId)).toContain(datasourceId);
    await reindexDatasources(
      db,
      differing.map((one) => one.datasourceId),
    );
    forgetStore();
    await expect.poll(() => pointsOf(datasourceId).length, { timeout: 20_000 }).toBe(1);
    await ready(ada, datasourceId);
    expect(await ask(ada, datasourceId, question)).toMatchObject({ passages: [{ vectorRank: 1 }] });
  });
});

describe("a start", () => {
  it("verifies the store, which its first use does not repeat, and each later time is one request", async () => {
    onQdrant();
    await claimStore(db);
    const before = qdrant.calls.length;
    await verifyStore();
    expect(qdrant.calls).toHaveLength(before);
    forgetStore();
    await verifyStore();
    expect(qdrant.calls).toHaveLength(before + 1);
  });

  it("with another store is refused, with the reason", async () => {
    onFolder();
    await expect(claimStore(db)).rejects.toThrow(
      `The vectors of this database are in Qdrant at ${qdrant.url}, but this process uses the folder ${join(dataDir, "vectors")} on `,
    );
    configure({ VECTORS_URL: `http://127.0.0.1:${await freePort()}`, VECTORS_API_KEY: qdrant.key });
    await expect(claimStore(db)).rejects.toThrow(
      /The vector store \(Qdrant at .*refused the connection.*Check VECTORS_URL/,
    );
    configure({ VECTORS_URL: qdrant.url, VECTORS_API_KEY: "not-the-key-4711" });
    await expect(claimStore(db)).rejects.toThrow(/Qdrant rejected the API key \(401\): Invalid API key/);
    for (const url of ["qdrant:6333", `${qdrant.url}/?key=1`, "http://ada:secret@qdrant:6333"]) {
      configure({ VECTORS_URL: url });
      expect(() => env()).toThrow(/VECTORS_URL must be a URL/);
    }
    onQdrant();
    // The known one may be away.
    qdrant.fault = { kind: "status", status: 503, message: "Starting" };
    await claimStore(db);
  });

  it("of a copied or other database with the same Qdrant is refused", async () => {
    onQdrant();
    const isId = eq(settings.name, "database-id");
    const [original] = await db.select().from(settings).where(isId);
    await db.update(settings).set({ value: "another" }).where(isId);
    forgetStore();
    await expect(claimStore(db)).rejects.toThrow(/^Another database uses Qdrant at .*adopt-vectors/);
    expect(await checkVectors(db)).toMatchObject({ problem: expect.stringContaining("Another database") });
    await db.update(settings).set({ value: original?.value }).where(isId);
    forgetStore();
    await claimStore(db);
  });

  it("with a folder that was moved succeeds, and with a copy of a folder in use is refused", {
    timeout: 60_000,
  }, async () => {
    await worker.stop();
    const [first, second] = [temporaryFolder("first"), temporaryFolder("second")];
    const address = { DATABASE_URL: "postgres://elsewhere.example.test/muster" };
    onFolder(first);
    configure(address);
    await db.delete(settings).where(eq(settings.name, "vector-store"));
    await db.update(table).set({ collection: null });
    await claimStore(db);
    // Another machine that starts now waits for the next mark.
    expect(await db.$count(settings, eq(settings.name, "vector-store-seen"))).toBe(1);
    cpSync(first, second, { recursive: true });
    onFolder(second);
    const mark = setInterval(() => void markSeen(db), 500);
    await markSeen(db);
    await expect(claimStore(db).finally(() => clearInterval(mark))).rejects.toThrow(
      "a copy that would no longer be kept in sync",
    );
    await db.delete(settings).where(eq(settings.name, "vector-store-seen"));
    await claimStore(db);
    expect((await readRecord(db))?.place).toContain(second);
    await db.delete(settings).where(eq(settings.name, "vector-store-seen"));
    // Without vectors there is nothing to miss.
    rmSync(join(second, "vectors"), { recursive: true });
    await claimStore(db);
    configure({ DATABASE_URL: undefined });
  });

  it("with a Qdrant that has vectors of others is refused, and they remain", async () => {
    const other = await startQdrantStandin();
    onTestFinished(other.close);
    const foreign = toCollection("team-elsewhere", { type: "demo", model: "demo-embed" }, 4);
    await createQdrantStore({ url: other.url, apiKey: other.key }).upsert(foreign, [point("team-elsewhere", "a")]);
    await db.delete(settings).where(eq(settings.name, "vector-store"));
    configure({ VECTORS_URL: other.url, VECTORS_API_KEY: other.key });
    const sentence = "contains vectors, but not the ID of a database";
    await expect(claimStore(db)).rejects.toThrow(sentence);
    await expect(sweepVectorTables(db, new AbortController().signal)).rejects.toThrow(sentence);
    expect([...other.collections.keys()]).toEqual([foreign.name]);
    // Unless the operator says that they are this database's.
    await adoptStore(db);
    await claimStore(db);
  });
});
