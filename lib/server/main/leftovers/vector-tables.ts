import { stat } from "node:fs/promises";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { getLocation } from "../../engine/knowledge/vectors/builtin/location";
import { findBuiltinFolder, openBuiltinStore } from "../../engine/knowledge/vectors/builtin/open";
import { verifyStore } from "../../engine/knowledge/vectors/builtin/verify";
import { lockCollection } from "../../engine/knowledge/vectors/shared/lock-collection";
import type { Db } from "../../platform/db/client";
import { datasources, vectorsToRemove } from "../../platform/db/tables/datasources";
import { earliestFileSystemTime } from "../../platform/disk/file-clock";
import { isErrno } from "../../platform/errors/errno";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import { folderMarkers } from "../../platform/storage/stores/database-markers";
import { isOwnFolder } from "./own-folder";

/** Tables written to within this time are skipped. */
const safetyMs = 3_600_000;
/** Less than an hour, after which the next sweep runs. */
const sharedSafetyMs = 50 * 60_000;
const maxTables = 1_000;

/** Since when collections of a shared store are unused, in milliseconds of `performance.now()`, as far as this process knows. */
const getUnused = () => singleton("unused-vectors", () => new Map<string, number>());

/** Drops collections of the built-in vector store that no data source uses, such as those of deleted teams. */
export async function sweepVectorTables(db: Db, signal: AbortSignal): Promise<void> {
  const isAbandoned = await createAbandonedCheck(db);
  if (!isAbandoned) return;
  const dropped: string[] = [];
  for (const name of await openBuiltinStore().names(signal)) {
    if (signal.aborted || dropped.length >= maxTables) break;
    try {
      if ((await isAbandoned(name)) && (await dropUnused(db, name))) dropped.push(name);
    } catch (error) {
      log().warn({ err: error, table: name }, "unused vectors could not be removed");
    }
  }
  if (dropped.length > 0) log().info({ tables: dropped.length }, "removed unused vectors");
}

/** Returns a check of whether a collection is no longer written to. Undefined if none may be dropped. */
async function createAbandonedCheck(db: Db): Promise<((name: string) => Promise<boolean>) | undefined> {
  if (getLocation().kind === "qdrant") {
    // Only one database may use it.
    await verifyStore();
    return async (name) => {
      const since = (await isUsed(db, name)) ? undefined : (getUnused().get(name) ?? performance.now());
      if (since === undefined) getUnused().delete(name);
      else getUnused().set(name, since);
      return since !== undefined && performance.now() - since > sharedSafetyMs;
    };
  }
  const folder = await findBuiltinFolder();
  if (!folder || !(await isOwnFolder(db, folderMarkers(folder)))) return undefined;
  const now = await earliestFileSystemTime(folder);
  return async (name) =>
    now - (await findLastWrite(join(/* turbopackIgnore: true */ folder, `${name}.lance`))) > safetyMs;
}

const selectName = (column: PgColumn): SQL => sql`${column} ->> 'name'`;

const isUsed = async (db: Pick<Db, "$count">, name: string): Promise<boolean> =>
  (await db.$count(datasources, eq(selectName(datasources.collection), name))) > 0 ||
  (await db.$count(vectorsToRemove, eq(selectName(vectorsToRemove.collection), name))) > 0;

async function dropUnused(db: Db, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockCollection(tx, name);
    if (await isUsed(tx, name)) return false;
    await openBuiltinStore().drop(name);
    return true;
  });
}

/** Each write adds to the folders of data and versions. */
async function findLastWrite(table: string): Promise<number> {
  const times = await Promise.all(
    ["", "data", "_versions"].map((below) => modified(join(/* turbopackIgnore: true */ table, below))),
  );
  return Math.max(...times);
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return 0;
    throw error;
  }
}
