import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@lancedb/lancedb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compact, indexVectors } from "@/lib/server/engine/knowledge/vectors/lance/upkeep";
import {
  countPartitions,
  countProbes,
  isCompactionDue,
} from "@/lib/server/engine/knowledge/vectors/lance/upkeep-rules";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import type { Point } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { startProcess } from "../../support/processes";
import { randomFrom } from "../../support/random";
import { chunksEach, chunksOfDocument, writerModel } from "../../support/vector-documents";
import { at, newTeam, openLance, point } from "../../support/vector-stores";

const kills = Number(process.env.VECTOR_KILLS ?? 3);
const teamId = newTeam();
const datasourceId = "datasource_1";
const collection = toCollection(teamId, writerModel, 4);
let opened: ReturnType<typeof openLance>;
beforeEach(() => {
  opened = openLance();
});
afterEach(() => opened.close());

const startWriter = (first: number, documents: number) =>
  startProcess("tests/support/vector-writer.ts", { LOG_LEVEL: "error" }, process.cwd(), [
    opened.folder,
    teamId,
    String(first),
    String(documents),
  ]);

/** How many chunks each document has, as a fresh reader sees it. */
async function counted(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const { store } = openLance(opened.folder);
  for await (const { id, documentId } of store.list(collection, { teamId, datasourceId })) {
    expect(seen.has(id), `${id} is there twice`).toBe(false);
    seen.add(id);
    counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  return counts;
}

const table = async () => (await connect(opened.folder)).openTable(collection.name);
const files = () => readdirSync(join(opened.folder, `${collection.name}.lance`, "data"));

it(`keeps what it has acknowledged, whole, whenever it is killed (${kills} times)`, {
  timeout: 20_000 + kills * 20_000,
}, async () => {
  const random = randomFrom(20_260_101);
  const acknowledged = new Set<string>();
  for (let kill = 0; kill < kills; kill += 1) {
    const writer = startWriter(kill * 1_000, 1_000);
    await writer.line("wrote");
    await sleep(random() * 400);
    await writer.kill("SIGKILL");
    for (const [, number] of writer.output().matchAll(/^wrote (\d+)$/gm)) acknowledged.add(`document_${number}`);
    const counts = await counted();
    for (const document of acknowledged) expect(counts.get(document), document).toBe(chunksEach);
    for (const [document, chunks] of counts) expect(chunks, document).toBe(chunksEach);
  }
  await opened.store.upsert(collection, [point(teamId, "after", { documentId: "document_after" })]);
  await opened.store.compact();
  expect((await counted()).get("document_after")).toBe(1);
});

it("is written by two processes at once, the same documents among them, and read by a third", {
  timeout: 60_000,
}, async () => {
  await opened.store.upsert(collection, chunksOfDocument(teamId, 999));
  const writers = [startWriter(0, 30), startWriter(15, 30)];
  const done = Promise.all(writers.map((writer) => writer.line("done")));
  let over = false;
  void done
    .catch(() => {})
    .finally(() => {
      over = true;
    });
  const search = { teamId, datasourceIds: [datasourceId], vector: at(999), k: 3 };
  while (!over) {
    expect(await opened.store.search(collection, search)).toHaveLength(3);
    await sleep(20);
  }
  await done;
  const counts = await counted();
  expect(counts.size).toBe(46);
  for (const [document, chunks] of counts) expect(chunks, document).toBe(chunksEach);
  expect(await opened.store.search(collection, search)).toHaveLength(3);
});

it("sees a collection that another process has thrown away and made anew", async () => {
  const search = { teamId, datasourceIds: [datasourceId], vector: at(0), k: 5 };
  await opened.store.upsert(collection, [point(teamId, "old")]);
  const other = openLance(opened.folder).store;
  for (let i = 0; i < 4; i += 1) await other.upsert(collection, [point(teamId, `old${i}`)]);
  expect(await opened.store.search(collection, search)).toHaveLength(5);
  await other.dropTeam(teamId);
  expect(await opened.store.search(collection, search)).toEqual([]);
  await other.upsert(collection, [point(teamId, "new")]);
  expect(await opened.store.search(collection, search)).toMatchObject([{ id: "new" }]);
  await opened.store.upsert(collection, [point(teamId, "mine")]);
  expect(await other.search(collection, search)).toHaveLength(2);
});

it("does not grow with what is written again and again", { timeout: 60_000 }, async () => {
  for (let i = 0; i < 60; i += 1) await opened.store.upsert(collection, chunksOfDocument(teamId, i % 3));
  await opened.store.idle();
  const before = files().length;
  expect(before).toBeGreaterThan(20);
  // As it comes five minutes later.
  await compact(await table(), Date.now() + 6 * 60_000);
  expect(files().length).toBeLessThan(5);
  expect((await counted()).size).toBe(3);
});

it("is due for tidying when it has grown by a share, however large it is", () => {
  expect(isCompactionDue({ writes: 19, rows: 1_000 }, 1_000)).toBe(false);
  expect(isCompactionDue({ writes: 20, rows: 200 }, 1_000)).toBe(true);
  expect(isCompactionDue({ writes: 150, rows: 10_000 }, 1_000_000)).toBe(false);
  expect(isCompactionDue({ writes: 150, rows: 150_000 }, 1_000_000)).toBe(true);
  expect(isCompactionDue({ writes: 200, rows: 200 }, 1_000_000)).toBe(true);
  expect([countPartitions(10_000), countPartitions(100_000), countPartitions(10_000_000)]).toEqual([16, 100, 2_048]);
  expect([countProbes(10_000), countProbes(100_000)]).toEqual([16, 20]);
});

it("builds its index behind the writes, finds the same with it, and builds it anew when it is outgrown", {
  timeout: 60_000,
}, async () => {
  const random = randomFrom(7);
  const points = (count: number, from: number): Point[] =>
    Array.from({ length: count }, (_, i) =>
      point(teamId, `chunk_${from + i}`, {
        datasourceId: (from + i) % 2 ? "datasource_2" : datasourceId,
        documentId: `document_${(from + i) % 50}`,
        vector: [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5],
      }),
    );
  const indexes = async () =>
    (await (await table()).listIndices()).flatMap(({ name, columns }) => (columns.includes("vector") ? [name] : []));
  const search = { teamId, datasourceIds: [datasourceId], vector: [0.3, -0.2, 0.1, 0.4], k: 20 };
  for (let i = 0; i < 22; i += 1) await opened.store.upsert(collection, points(640, i * 640));
  await opened.store.idle();
  await opened.store.compact();
  expect(await indexes()).toEqual(["vectors_by_16"]);
  const exact = await (await table())
    .query()
    .nearestTo(search.vector)
    .distanceType("cosine")
    .where(`datasource = '${datasourceId}'`)
    .bypassVectorIndex()
    .limit(20)
    .toArray();
  const found = await opened.store.search(collection, search);
  expect(found.map(({ id }) => id)).toEqual(exact.map(({ id }) => id));
  await opened.store.upsert(collection, [point(teamId, "nearest", { vector: search.vector })]);
  expect((await opened.store.search(collection, search))[0]).toMatchObject({ id: "nearest" });
  await opened.store.upsert(collection, points(60_000, 100_000));
  await indexVectors(await table());
  expect(await indexes()).toEqual(["vectors_by_74"]);
  expect((await opened.store.search(collection, search))[0]).toMatchObject({ id: "nearest" });
});
