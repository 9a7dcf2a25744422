import type { Db } from "../../platform/db/client";
import { earliestFileSystemTime } from "../../platform/disk/file-clock";
import { env } from "../../platform/env/env";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import { fileStore } from "../../platform/storage/file-store";
import { fileOwners } from "./file-owners";
import { isOwnFolder } from "./own-folder";

/** A file is stored before its row is committed: after this time it certainly is. */
const safetyMs = 24 * 3_600_000;
/** Per pass and folder: the next one continues. */
const maxFiles = 20_000;
const maxRows = 2_000;
const batch = 500;
const maxNamed = 5;

/** Where the next pass continues, by folder. */
const cursors = () =>
  singleton("upload-cursors", () => ({ files: new Map<string, number>(), rows: new Map<string, string>() }));

/** Deletes unreferenced files, and reports rows whose file is missing. */
export async function sweepUploads(db: Db, signal: AbortSignal): Promise<void> {
  const { UPLOADS_DIR } = env();
  const own = await isOwnFolder(db, UPLOADS_DIR);
  for (const folder of Object.keys(fileOwners)) {
    if (own) await removeUnreferenced(db, folder, signal);
    await reportMissing(db, folder, signal);
  }
}

async function removeUnreferenced(db: Db, folder: string, signal: AbortSignal): Promise<void> {
  const { files: from } = cursors();
  const skipped = from.get(folder) ?? 0;
  const removed = { files: 0, bytes: 0 };
  let [seen, keys]: [number, string[]] = [0, []];
  const check = async () => {
    const found = await removeFilesNow(await findUnreferenced(db, folder, keys));
    removed.files += found.files;
    removed.bytes += found.bytes;
    keys = [];
  };
  from.delete(folder);
  for await (const key of fileStore().keys(folder)) {
    if (++seen <= skipped) continue;
    if (signal.aborted || seen > skipped + maxFiles) {
      // Deleted files do not appear again.
      from.set(folder, seen - 1 - removed.files);
      break;
    }
    if (keys.push(key) >= batch) await check();
  }
  await check();
  if (removed.files > 0) log().info({ folder, ...removed }, "removed unreferenced stored files");
}

async function findUnreferenced(db: Db, folder: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const named = new Set(await fileOwners[folder]?.findReferenced(db, keys));
  return keys.filter((key) => !named.has(key));
}

async function removeFilesNow(keys: string[]): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 };
  if (keys.length === 0) return removed;
  const now = await earliestFileSystemTime(env().UPLOADS_DIR);
  for (const key of keys) {
    try {
      const file = await fileStore().get(key);
      if (!file || now - file.modified.getTime() < safetyMs) continue;
      await fileStore().delete(key);
      removed.files += 1;
      removed.bytes += file.size;
    } catch (error) {
      log().warn({ err: error, key }, "an unreferenced stored file could not be removed");
    }
  }
  return removed;
}

async function reportMissing(db: Db, folder: string, signal: AbortSignal): Promise<void> {
  const owner = fileOwners[folder];
  const { rows: from } = cursors();
  const missing: string[] = [];
  let after = from.get(folder) ?? "";
  for (let seen = 0; owner && seen < maxRows && !signal.aborted; seen += batch) {
    const keys = await owner.listAfter(db, after, batch);
    after = keys.at(-1) ?? "";
    const gone: string[] = [];
    for (const key of keys) if (!(await fileStore().exists(key))) gone.push(key);
    // Rows deleted in the meantime are not reported.
    if (gone.length > 0) missing.push(...(await owner.findReferenced(db, gone)));
    if (keys.length < batch) {
      after = "";
      break;
    }
  }
  from.set(folder, after);
  if (missing.length > 0)
    log().warn({ folder, rows: missing.length, first: missing.slice(0, maxNamed) }, "referenced files are missing");
}
