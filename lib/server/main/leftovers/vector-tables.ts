import { stat } from "node:fs/promises";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { lockCollection } from "../../engine/knowledge/vectors/lock-collection";
import { findBuiltinFolder, openBuiltinStore } from "../../engine/knowledge/vectors/open";
import type { Db } from "../../platform/db/client";
import { datasources, vectorsToRemove } from "../../platform/db/tables/datasources";
import { earliestFileSystemTime } from "../../platform/disk/file-clock";
import { isErrno } from "../../platform/errors/errno";
import { log } from "../../platform/log/log";
import { folderMarkers } from "../../platform/storage/stores/database-markers";
import { isOwnFolder } from "./own-folder";

/** Tables written to within this time are skipped. */
const safetyMs = 3_600_000;
const maxTables = 1_000;

/** Drops tables of the built-in vector store that no data source uses, such as those of deleted teams. */
export async function sweepVectorTables(db: Db, signal: AbortSignal): Promise<void> {
  const folder = findBuiltinFolder();
  if (!folder || !(await isOwnFolder(db, folderMarkers(folder)))) return;
  const dropped: string[] = [];
  const now = await earliestFileSystemTime(folder);
  for (const name of await openBuiltinStore().names()) {
    if (signal.aborted || dropped.length >= maxTables) break;
    try {
      if (now - (await findLastWrite(join(/* turbopackIgnore: true */ folder, `${name}.lance`))) <= safetyMs) continue;
      if (await dropUnused(db, name)) dropped.push(name);
    } catch (error) {
      log().warn({ err: error, table: name }, "unused vectors could not be removed");
    }
  }
  if (dropped.length > 0) log().info({ tables: dropped.length }, "removed unused vectors");
}

const selectName = (column: PgColumn): SQL => sql`${column} ->> 'name'`;

async function dropUnused(db: Db, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockCollection(tx, name);
    const used =
      (await tx.$count(datasources, eq(selectName(datasources.collection), name))) +
      (await tx.$count(vectorsToRemove, eq(selectName(vectorsToRemove.collection), name)));
    if (used > 0) return false;
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
