import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openBuiltinStore } from "@/lib/server/engine/knowledge/vectors/builtin/open";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import type { Collection } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { recordDatabase } from "@/lib/server/main/leftovers/own-folder";
import { sweepStored } from "@/lib/server/main/leftovers/sweep";
import type { Db } from "@/lib/server/platform/db/client";
import { assets } from "@/lib/server/platform/db/tables/assets";
import { datasources, vectorsToRemove } from "@/lib/server/platform/db/tables/datasources";
import { documents } from "@/lib/server/platform/db/tables/documents";
import { sessionEvents, sessionFiles } from "@/lib/server/platform/db/tables/sessions";
import { env } from "@/lib/server/platform/env/env";
import { newId } from "@/lib/server/platform/ids/ids";
import { log } from "@/lib/server/platform/log/log";
import { fileStore, newFileKey } from "@/lib/server/platform/storage/file-store";
import { folderMarkers } from "@/lib/server/platform/storage/stores/database-markers";
import { type FileFolder, fileFolders } from "@/lib/server/platform/storage/stores/file-key";
import { ownDatabase, testDatabase } from "../support/database";
import { conversation } from "../support/sessions";
import { newTeam, point } from "../support/vector-stores";

ownDatabase();

const hour = 3_600_000;
const vectorsFolder = () => join(env().DATA_DIR, "vectors");

let db: Db;
let sessionId: string;
let teamId: string;
beforeAll(async () => {
  ({ db } = await testDatabase());
  const { person, ...found } = await conversation();
  sessionId = found.sessionId;
  teamId = person.slug;
});

const sweep = () => sweepStored(db, new AbortController().signal);

function age(path: string, ms: number): void {
  const at = new Date(Date.now() - ms);
  utimesSync(path, at, at);
}

/** As where this database has been noted for long. */
async function noteLongAgo(folder: string): Promise<string> {
  const markers = folderMarkers(folder);
  age(join(markers.notes, await recordDatabase(db, markers)), 48 * hour);
  return markers.notes;
}

async function store(key: string, ageMs: number): Promise<string> {
  await fileStore().put(key, "a".repeat(1_000));
  age(join(env().UPLOADS_DIR, key), ageMs);
  return key;
}

async function newDatasource(collection: Collection | null = null): Promise<string> {
  const id = newId("datasource");
  const chunking = { strategy: "basic", size: 1_000, overlap: 0 } as never;
  const rest = { name: "Manual", sourceType: "file", status: "ready" as const, chunking, collection };
  await db.insert(datasources).values({ id, teamId, ...rest });
  return id;
}

const fileFacts = { mimeType: "text/plain", size: 1_000 };

/** One row of each kind that names a stored file. */
const naming: Record<FileFolder, (key: string) => Promise<unknown>> = {
  documents: async (fileKey) => {
    const row = { id: newId("document"), teamId, datasourceId: await newDatasource(), key: fileKey };
    return db.insert(documents).values({ ...row, fileKey, title: "A", contentHash: "h" });
  },
  sessions: (path) =>
    db.insert(sessionFiles).values({ id: newId("file"), sessionId, filename: "a.txt", path, ...fileFacts }),
  events: (shelved) => db.insert(sessionEvents).values({ sessionId, seq: 1_000, kind: "notice", body: { shelved } }),
  icons: (key) =>
    db
      .insert(assets)
      .values({ id: newId("asset"), teamId, name: "A", filename: key.slice("icons/".length), ...fileFacts }),
};

describe("stored files", () => {
  beforeEach(() => noteLongAgo(env().UPLOADS_DIR));

  it.each(fileFolders)("in %s go when no row names them and they are a day old", async (folder) => {
    const said = vi.spyOn(log(), "info");
    onTestFinished(() => said.mockRestore());
    const named = await store(newFileKey(folder), 48 * hour);
    await naming[folder](named);
    const fresh = await store(newFileKey(folder), 23 * hour);
    const old = [await store(newFileKey(folder), 25 * hour), await store(newFileKey(folder), 250 * hour)];
    await sweep();
    expect(await Promise.all([named, fresh, ...old].map((key) => fileStore().exists(key)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(said).toHaveBeenCalledWith({ folder, files: 2, bytes: 2_000 }, "removed unreferenced stored files");
  });

  it("that many batches hold are all found", async () => {
    const keys = Array.from({ length: 1_100 }, () => newFileKey("icons"));
    await Promise.all(keys.map((key) => store(key, 48 * hour)));
    await sweep();
    const left = readdirSync(join(env().UPLOADS_DIR, "icons"));
    expect(keys.filter((key) => left.includes(key.slice("icons/".length)))).toEqual([]);
  });

  it("of other folders, and what is no file, stay", async () => {
    await store("other/0123", 48 * hour);
    await store("icons/sub/0123", 48 * hour);
    await sweep();
    expect([await fileStore().exists("other/0123"), await fileStore().exists("icons/sub/0123")]).toEqual([true, true]);
  });

  it("that are gone while rows name them are reported", async () => {
    const said = vi.spyOn(log(), "warn");
    onTestFinished(() => said.mockRestore());
    const key = newFileKey("documents");
    await naming.documents?.(key);
    await sweep();
    expect(said).toHaveBeenCalledWith({ folder: "documents", rows: 1, first: [key] }, "referenced files are missing");
    await db.delete(documents).where(eq(documents.fileKey, key));
  });

  it("stay while the folder is not known to be this database's alone", async () => {
    const notes = await noteLongAgo(env().UPLOADS_DIR);
    const key = await store(newFileKey("sessions"), 48 * hour);
    const said = vi.spyOn(log(), "warn");
    onTestFinished(() => said.mockRestore());

    writeFileSync(join(notes, "another"), "");
    await sweep();
    expect(await fileStore().exists(key)).toBe(true);
    expect(said).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/^Several databases have files in/));

    await rm(notes, { recursive: true });
    await sweep();
    expect(await fileStore().exists(key)).toBe(true);
    await noteLongAgo(env().UPLOADS_DIR);
    await sweep();
    expect(await fileStore().exists(key)).toBe(false);
  });
});

describe("vector tables", () => {
  const folderOf = ({ name }: Collection) => join(vectorsFolder(), `${name}.lance`);

  async function newTable(ageMs: number): Promise<{ teamId: string; collection: Collection }> {
    const ownTeam = newTeam();
    const collection = toCollection(ownTeam, { type: "demo", model: "demo-embed" }, 4);
    await openBuiltinStore().upsert(collection, [point(ownTeam, "a")]);
    for (const below of ["", "data", "_versions"]) age(join(folderOf(collection), below), ageMs);
    return { teamId: ownTeam, collection };
  }

  it("go when no data source uses them, and nobody has written to them for an hour", { timeout: 60_000 }, async () => {
    const [used, leaving, fresh, unused] = [
      await newTable(2 * hour),
      await newTable(2 * hour),
      await newTable(0),
      await newTable(2 * hour),
    ];
    await newDatasource(used.collection);
    await db.insert(vectorsToRemove).values({ ...leaving, datasourceId: "datasource_1" });
    await sweep();
    expect(existsSync(folderOf(unused.collection))).toBe(true);
    await noteLongAgo(vectorsFolder());
    await sweep();
    const there = [used, leaving, fresh, unused].map((one) => existsSync(folderOf(one.collection)));
    expect(there).toEqual([true, true, true, false]);
    expect(await openBuiltinStore().names()).not.toContain(unused.collection.name);
    await openBuiltinStore().upsert(unused.collection, [point(unused.teamId, "b")]);
    await openBuiltinStore().idle();
  });
});
