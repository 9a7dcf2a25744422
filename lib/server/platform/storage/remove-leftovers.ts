import type { Stats } from "node:fs";
import { lstat, opendir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { earliestFileSystemTime } from "../disk/file-clock";
import { findOwnerState } from "../disk/process-mark";
import { isErrno } from "../errors/errno";
import { log } from "../log/log";
import { processesIn } from "../process/process-stat";

/** Age after which a folder of another machine's process is stale: they are renewed every minute. */
const staleMs = 3_600_000;
/** Age after which an entry without a process mark is stale: no work on one file takes this long. */
const abandonedMs = 24 * 3_600_000;
/** Per pass: the next one continues. */
const maxRemoved = 1_000;
const maxCounted = 10_000;

/** A folder where killed processes may leave files and folders, with their name pattern. */
export interface LeftoverLocation {
  what: string;
  folder: string;
  names: RegExp;
}

interface Removed {
  what: string;
  entries: number;
  bytes: number;
}

/**
 * Removes files of killed processes: never those of running ones, and nothing behind a symbolic link. Failures are logged and
 * retried by the next pass.
 */
export async function removeLeftovers(locations: readonly LeftoverLocation[], signal: AbortSignal): Promise<Removed[]> {
  const found: Removed[] = [];
  for (const location of locations) {
    const removed = { what: location.what, entries: 0, bytes: 0 };
    await removeFrom(location, removed, signal).catch((error: unknown) =>
      log().warn({ err: error, folder: location.folder }, "looking for leftovers failed"),
    );
    if (removed.entries > 0) found.push(removed);
  }
  return found;
}

async function removeFrom(location: LeftoverLocation, removed: Removed, signal: AbortSignal): Promise<void> {
  for await (const { path, bytes } of findLeftovers(location)) {
    if (signal.aborted || removed.entries >= maxRemoved) return;
    try {
      await rm(path, { recursive: true, force: true });
      removed.entries += 1;
      removed.bytes += bytes;
    } catch (error) {
      log().warn({ err: error, path }, "a leftover could not be removed");
    }
  }
}

/** What `removeLeftovers` would remove, up to the same number of entries for each location. Throws when a folder is not readable. */
export async function countLeftovers(locations: readonly LeftoverLocation[], signal: AbortSignal): Promise<Removed[]> {
  const found: Removed[] = [];
  for (const location of locations) {
    const counted = { what: location.what, entries: 0, bytes: 0 };
    for await (const { bytes } of findLeftovers(location)) {
      if (signal.aborted || counted.entries >= maxRemoved) break;
      counted.entries += 1;
      counted.bytes += bytes;
    }
    if (counted.entries > 0) found.push(counted);
  }
  return found;
}

async function* findLeftovers({ folder, names }: LeftoverLocation): AsyncGenerator<{ path: string; bytes: number }> {
  let pending: Promise<number> | undefined;
  const now = () => {
    pending ??= earliestFileSystemTime(folder);
    return pending;
  };
  for await (const { name } of listEntries(folder)) {
    if (!names.test(name)) continue;
    const path = join(/* turbopackIgnore: true */ folder, name);
    try {
      const stats = await lstat(path);
      if (await isLeftover(name, path, stats, now)) yield { path, bytes: await countBytes(path, stats) };
    } catch (error) {
      if (!isErrno(error, "ENOENT")) log().warn({ err: error, path }, "a leftover could not be examined");
    }
  }
}

async function* listEntries(folder: string) {
  try {
    yield* await opendir(/* turbopackIgnore: true */ folder);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
}

/** `now` is the file system's time. Modification times in the future are ignored. */
async function isLeftover(name: string, path: string, stats: Stats, now: () => Promise<number>): Promise<boolean> {
  if (!stats.isDirectory() && !stats.isFile()) return false;
  const isOlder = async (ms: number) => (await now()) - stats.mtimeMs > ms;
  const owner = findOwnerState(name);
  if (owner === "running") return false;
  if (owner === "elsewhere" && !(await isOlder(staleMs))) return false;
  if (owner === "unknown" && !(await isOlder(abandonedMs))) return false;
  // Its child processes may still be running.
  return !stats.isDirectory() || processesIn(await realpath(path)).length === 0;
}

/** The space freed by removing it, excluding files with other links. */
async function countBytes(path: string, stats: Stats): Promise<number> {
  if (!stats.isDirectory()) return stats.nlink > 1 ? 0 : stats.size;
  let bytes = 0;
  let counted = 0;
  for await (const entry of await opendir(path, { recursive: true })) {
    if (++counted > maxCounted) break;
    if (!entry.isFile()) continue;
    const { size, nlink } = await lstat(join(entry.parentPath, entry.name));
    if (nlink === 1) bytes += size;
  }
  return bytes;
}
