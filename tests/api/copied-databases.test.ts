import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { isOwnFolder, recordDatabase } from "@/lib/server/main/leftovers/own-folder";
import type { Db } from "@/lib/server/platform/db/client";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { log } from "@/lib/server/platform/log/log";
import { folderMarkers } from "@/lib/server/platform/storage/stores/database-markers";
import { openDatabaseOf } from "../support/database";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";

const folder = mkdtempSync(join(tmpdir(), "muster-copied-"));
let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function within<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const folders = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };
  const { db, close } = await openDatabaseOf({ DATABASE_URL: url, ...folders, LOG_LEVEL: "error" });
  return work(db).finally(close);
}

const markers = () => folderMarkers(folder);

/** Notes the database, as if it had done so two days ago. */
async function noteLongAgo(db: Db): Promise<string> {
  const id = await recordDatabase(db, markers());
  const at = new Date(Date.now() - 48 * 3_600_000);
  utimesSync(join(markers().notes, id), at, at);
  return id;
}

it("a copy of a database has an id of its own, so that neither owns the folder alone", async () => {
  const original = await postgres.database();
  const id = await within(original, noteLongAgo);
  expect(await within(original, (db) => isOwnFolder(db, markers()))).toBe(true);

  await postgres.administer("create database copied template own_1 owner operator");
  const copyUrl = new URL(original);
  copyUrl.pathname = "/copied";
  const copy = copyUrl.href;
  const copyId = await within(copy, noteLongAgo);
  expect(await within(copy, noteLongAgo)).toBe(copyId);
  expect(readdirSync(join(folder, ".databases")).sort()).toEqual([id, copyId].sort());
  for (const url of [original, copy]) expect(await within(url, (db) => isOwnFolder(db, markers()))).toBe(false);

  rmSync(join(folder, ".databases", copyId));
  expect(await within(original, noteLongAgo)).toBe(id);
  expect(await within(original, (db) => isOwnFolder(db, markers()))).toBe(true);
});

it("an id that was noted without its place is kept", async () => {
  const url = await postgres.database();
  const id = await within(url, noteLongAgo);
  await within(url, (db) => db.execute("delete from settings where name = 'database-place'"));
  expect(await within(url, noteLongAgo)).toBe(id);
});

/** As on a managed server that lets nobody read its control file. */
async function hidePlace(url: string): Promise<void> {
  const pool = createPool({ connectionString: Object.assign(new URL(url), { username: "admin", password: "" }).href });
  await pool.query("revoke execute on function pg_control_system() from public");
  await pool.end();
}

it("an id is kept, with one line in the log, where PostgreSQL does not say where the database lies", async () => {
  const url = await postgres.database();
  const id = await within(url, noteLongAgo);
  const newUrl = await postgres.database();
  for (const one of [url, newUrl]) await hidePlace(one);
  const warned = vi.spyOn(log(), "warn");
  onTestFinished(() => warned.mockRestore());
  expect(await within(url, noteLongAgo)).toBe(id);
  const newId = await within(newUrl, noteLongAgo);
  expect(newId).not.toBe(id);
  expect(await within(newUrl, noteLongAgo)).toBe(newId);
  expect(warned).toHaveBeenCalledOnce();
  expect(warned).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("pg_control_system()"));
});
