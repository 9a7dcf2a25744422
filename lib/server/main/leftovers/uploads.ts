import type { Db } from "../../platform/db/client";
import { inParallel } from "../../platform/lifecycle/in-parallel";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import { fileStore } from "../../platform/storage/file-store";
import { type FileFolder, fileFolders, isGeneratedKey } from "../../platform/storage/stores/file-key";
import { fileOwners } from "./file-owners";
import { isOwnFolder } from "./own-folder";

/** A file is stored before its row is committed: after this time it certainly is. */
const safetyMs = 24 * 3_600_000;
/** Per pass and folder: the next one continues. */
const maxFiles = 20_000;
const maxRows = 2_000;
const batch = 500;
const maxNamed = 5;
/** With a slow bucket: the next pass continues. */
const passMs = 20 * 60_000;
const concurrency = 16;

interface Position {
  /** Files to skip, where they are not listed in order. */
  skip: number;
  after?: string;
}

/** Where the next pass continues, by folder. */
const cursors = () =>
  singleton("upload-cursors", () => ({ files: new Map<string, Position>(), rows: new Map<string, string>() }));

/** Deletes unreferenced files that Muster stored, and reports rows whose file is missing. */
export async function sweepUploads(db: Db, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(passMs)]);
  const own = await isOwnFolder(db, fileStore().markers);
  for (const folder of fileFolders) {
    if (own) await removeUnreferenced(db, folder, signal);
    await reportMissing(db, folder, signal);
  }
}

async function removeUnreferenced(db: Db, folder: FileFolder, signal: AbortSignal): Promise<void> {
  const { files: from } = cursors();
  const { ordered } = fileStore();
  const { skip, after } = from.get(folder) ?? { skip: 0 };
  const removed = { files: 0, bytes: 0 };
  let [seen, keys, last]: [number, string[], string | undefined] = [0, [], after];
  const check = async () => {
    const found = await removeFilesNow(await findUnreferenced(db, folder, keys));
    removed.files += found.files;
    removed.bytes += found.bytes;
    keys = [];
  };
  from.delete(folder);
  for await (const key of fileStore().keys(folder, after)) {
    if (++seen <= skip) continue;
    if (signal.aborted || seen > skip + maxFiles) {
      // Deleted files do not appear again.
      from.set(folder, ordered ? { skip: 0, after: last } : { skip: seen - 1 - removed.files });
      break;
    }
    last = key;
    if (isGeneratedKey(key) && keys.push(key) >= batch) await check();
  }
  await check();
  if (removed.files > 0) log().info({ folder, ...removed }, "removed unreferenced stored files");
}

async function findUnreferenced(db: Db, folder: FileFolder, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const named = new Set(await fileOwners[folder].findReferenced(db, keys));
  return keys.filter((key) => !named.has(key));
}

async function removeFilesNow(keys: string[]): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 };
  if (keys.length === 0) return removed;
  const now = await fileStore().markers.now();
  await inParallel(keys, concurrency, async (key) => {
    try {
      const file = await fileStore().stat(key);
      if (!file || now - file.modified.getTime() < safetyMs) return;
      if (fileStore().shared && !file.sha256) return;
      await fileStore().delete(key);
      removed.files += 1;
      removed.bytes += file.size;
    } catch (error) {
      log().warn({ err: error, key }, "an unreferenced stored file could not be removed");
    }
  });
  return removed;
}

async function reportMissing(db: Db, folder: FileFolder, signal: AbortSignal): Promise<void> {
  const owner = fileOwners[folder];
  const { rows: from } = cursors();
  const missing: string[] = [];
  let after = from.get(folder) ?? "";
  for (let seen = 0; seen < maxRows && !signal.aborted; seen += batch) {
    const keys = await owner.listAfter(db, after, batch);
    after = keys.at(-1) ?? "";
    const gone: string[] = [];
    await inParallel(keys, concurrency, async (key) => {
      if (!(await fileStore().exists(key))) gone.push(key);
    });
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
