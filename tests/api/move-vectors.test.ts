import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest";
import { claimStore } from "@/lib/server/engine/knowledge/vectors/builtin/verify";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { checkSecret } from "@/lib/server/main/check-secret";
import { datasources } from "@/lib/server/platform/db/tables/datasources";
import { documents } from "@/lib/server/platform/db/tables/documents";
import { newPerson } from "../support/client";
import { databaseEnded, dataFolder, run } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { freePort } from "../support/free-port";
import { startProcess } from "../support/processes";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";
import { openLance, point } from "../support/vector-stores";

ownDatabase();

const [sources, documentsEach, chunksEach, dimensions] = [6, 40, 25, 32];
const total = sources * documentsEach * chunksEach;

type Qdrant = Awaited<ReturnType<typeof startQdrantStandin>>;
let qdrant: Qdrant;
let [folder, archive] = ["", ""];
let teamId: string;

/** A stopped Muster with vectors in its folder. */
beforeAll(async () => {
  qdrant = await startQdrantStandin();
  const { db } = await testDatabase();
  await checkSecret(db);
  await claimStore(db);
  teamId = (await newPerson()).slug;
  const collection = toCollection(teamId, { type: "demo", model: "demo-embed" }, dimensions);
  const { store } = openLance(join(process.env.DATA_DIR ?? "", "vectors"));
  const chunking = { strategy: "basic", size: 1_000, overlap: 0 } as never;
  for (let s = 0; s < sources; s += 1) {
    const id = `datasource_${s}`;
    const own = { teamId, name: `Source ${s}`, sourceType: "file", status: "ready" as const, chunking, collection };
    await db.insert(datasources).values({ id, ...own });
    const rows = Array.from({ length: documentsEach }, (_, n) => ({ id: `document_${s}_${n}`, n }));
    const stored = { stage: "stored" as const, served: 1, storedChunks: chunksEach, chunkCount: chunksEach };
    await db.insert(documents).values(
      rows.map(({ id: documentId, n }) => ({
        ...stored,
        id: documentId,
        teamId,
        datasourceId: id,
        key: documentId,
        title: documentId,
        contentHash: "h",
        fields: { page: n },
      })),
    );
    const points = rows.flatMap(({ id: documentId, n }) =>
      Array.from({ length: chunksEach }, (_, i) =>
        point(teamId, `${documentId}.${i}`, {
          datasourceId: id,
          documentId,
          fields: { page: n },
          vector: Array.from({ length: dimensions }, (_, d) => Math.sin(s + n * 31 + i * 7 + d)),
        }),
      ),
    );
    await store.upsert(collection, points);
  }
  await store.idle();
  archive = join(mkdtempSync(join(tmpdir(), "muster-archive-")), "all.tar.gz");
  expect(await run("backup", process.env.DATA_DIR ?? "", [archive])).toMatchObject({ code: 0 });
  folder = mkdtempSync(join(tmpdir(), "muster-moving-"));
  chmodSync(folder, 0o755);
  expect(await run("restore", folder, [archive])).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  await qdrant.close();
  await databaseEnded(folder);
  for (const path of [folder, dirname(archive)]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
});
afterEach(() => {
  qdrant.fault = undefined;
});

const key = () => ({ VECTORS_API_KEY: qdrant.key });
const onQdrant = () => ({ VECTORS_URL: qdrant.url, ...key() });
const move = (target: string, variables: Record<string, string> = key()) =>
  run("move-to", folder, ["--vectors", target], variables);
const written = () =>
  qdrant.calls.reduce((sum, { method, body }) => sum + (method === "PUT" ? ((body.points as [])?.length ?? 0) : 0), 0);

it("moves the vectors to Qdrant and back, and continues after it was killed", { timeout: 240_000 }, async () => {
  qdrant.fault = { kind: "slow", ms: 300 };
  const own = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads"), LOG_LEVEL: "error", ...key() };
  const killed = startProcess("lib/scripts/move-to.ts", own, process.cwd(), ["--vectors", qdrant.url]);
  await killed.line("  datasource_1");
  await killed.kill("SIGKILL");
  qdrant.fault = undefined;
  // Until it is finished, nothing starts.
  const starting = startProcess("lib/scripts/worker.ts", own);
  onTestFinished(() => starting.kill("SIGKILL"));
  expect(await starting.exit()).toBe(1);
  expect(starting.output()).toContain(`The vectors of this database are being moved to Qdrant at ${qdrant.url}.`);

  const { code, output } = await move(qdrant.url);
  expect(code, output).toBe(0);
  expect(output).not.toContain("datasource_0");
  expect(output).toContain(`to Qdrant at ${qdrant.url}. The counts match.`);
  expect(output).toContain(`Now set VECTORS_URL to ${qdrant.url}`);
  expect(output).not.toContain(qdrant.key);
  const points = [...qdrant.collections].flatMap(([name, held]) =>
    name === "muster_store" ? [] : [...held.points.values()],
  );
  expect(points).toHaveLength(total);
  expect(points.find(({ payload }) => payload.id === "document_5_39.24")).toMatchObject({
    payload: { team: teamId, datasource: "datasource_5", document: "document_5_39", n_page: 39 },
  });
  // At most the step that was interrupted was written again, and what first found no collection.
  expect(written()).toBeLessThanOrEqual(total + documentsEach * chunksEach + 201);

  expect(await run("admin", folder, ["check-vectors"])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The vectors of this database are in Qdrant at ${qdrant.url}`),
  });
  expect(await run("admin", folder, ["check-vectors"], onQdrant())).toEqual({
    code: 0,
    output: `${sources} data sources checked in Qdrant at ${qdrant.url}: all complete.`,
  });
  expect((await move(qdrant.url, onQdrant())).output).toContain("The vectors are already in Qdrant at");

  // A backup has none of them, and its copy leaves them to the original until it is said to be the successor.
  const file = join(temporaryFolder("archive"), "qdrant.tar.gz");
  expect((await run("backup", folder, [file], onQdrant())).output).toContain("doesn't include the vectors in Qdrant");
  const copy = dataFolder("copy");
  expect((await run("restore", copy, [file], onQdrant())).output).toMatch(
    /database, secret, uploads\.\nThe vectors in Qdrant/,
  );
  expect(await run("admin", copy, ["check-vectors"], onQdrant())).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Another database uses Qdrant at /),
  });
  for (const successor of [copy, folder])
    expect(await run("admin", successor, ["adopt-vectors"], onQdrant())).toEqual({
      code: 0,
      output: `The vectors of this database are now in Qdrant at ${qdrant.url}.\n${sources} data sources checked in Qdrant at ${qdrant.url}: all complete.`,
    });

  // Back: the folder has those of earlier.
  const again = await move("local", onQdrant());
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("already contains vectors") });
  rmSync(join(folder, "vectors"), { recursive: true });
  const back = await move("local", onQdrant());
  expect(back.code, back.output).toBe(0);
  expect(back.output).toContain("Now unset VECTORS_URL");
  expect(await run("admin", folder, ["check-vectors"])).toMatchObject({ code: 0 });
  const { store } = openLance(join(folder, "vectors"));
  const collection = toCollection(teamId, { type: "demo", model: "demo-embed" }, dimensions);
  const vector = Array.from({ length: dimensions }, (_, d) => Math.sin(2 + 17 * 31 + 3 * 7 + d));
  const filters = [{ field: "page", op: "eq" as const, value: 17 }];
  const found = await store.search(collection, { teamId, datasourceIds: ["datasource_2"], vector, k: 1, filters });
  expect(found).toMatchObject([{ id: "document_2_17.3", score: expect.closeTo(1, 5) }]);
});

it("explains what is wrong with a target, and leaves the vectors where they are", { timeout: 120_000 }, async () => {
  for (const [target, variables, sentence] of [
    ["s3://bucket/vectors", {}, "Usage:"],
    [`${qdrant.url}/?key=1`, key(), "VECTORS_URL must be a URL without"],
    [qdrant.url, { VECTORS_API_KEY: "not-the-key-4711" }, "Qdrant rejected the API key (401)"],
    [`http://127.0.0.1:${await freePort()}`, key(), "refused the connection"],
    [qdrant.url, key(), "already contains vectors, from an earlier move"],
    ["local", {}, "The vectors are already in the folder"],
  ] as const)
    expect(await move(target, { ...variables }), target).toMatchObject({
      code: 1,
      output: expect.stringContaining(sentence),
    });
  qdrant.collections.clear();
  qdrant.fault = { kind: "slow", ms: 300 };
  const full = move(qdrant.url);
  await expect.poll(() => qdrant.collections.size, { timeout: 30_000 }).toBeGreaterThan(1);
  qdrant.fault = { kind: "status", status: 507, message: "No space left on device" };
  expect(await full).toMatchObject({ code: 1, output: expect.stringContaining("Qdrant has no space left (507)") });
  qdrant.fault = undefined;
  expect(await move("cancel")).toEqual({
    code: 0,
    output: `The move was canceled. The vectors remain in the previous store. What was copied is still in Qdrant at ${qdrant.url}: remove its collections whose names start with muster_ before you move to it again.`,
  });
  expect(await move("cancel")).toEqual({ code: 0, output: "No move was interrupted." });
  expect(await run("admin", folder, ["check-vectors"])).toMatchObject({ code: 0 });
});
