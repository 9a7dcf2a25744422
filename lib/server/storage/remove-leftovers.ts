import type { Stats } from "node:fs";
import { lstat, opendir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "../db/errno";
import { processesIn } from "../db/process-stat";
import { log } from "../log";
import { earliestNow } from "./file-clock";
import { ownerState } from "./process-mark";

/** A folder of another machine's process was renewed every minute while that ran. */
const lapsedMs = 3_600_000;
/** Names without the mark of a process tell nothing; no work on one file takes so long. */
const abandonedMs = 24 * 3_600_000;
/** In one pass: the next one goes on. */
const removedMost = 1_000;
const countedMost = 10_000;

/** Where files and folders of killed processes may lie, and how such are named. */
export interface LeftoverPlace {
  what: string;
  folder: string;
  names: RegExp;
}

export interface Removed {
  what: string;
  entries: number;
  bytes: number;
}

/**
 * Removes what killed processes left: never what a process that runs works in, and nothing behind a symbolic link. What cannot
 * be removed is logged, and the next pass tries it again.
 */
export async function removeLeftovers(places: readonly LeftoverPlace[], signal: AbortSignal): Promise<Removed[]> {
  const found: Removed[] = [];
  for (const place of places) {
    const removed = { what: place.what, entries: 0, bytes: 0 };
    await removeIn(place, removed, signal).catch((error: unknown) =>
      log().warn({ err: error, folder: place.folder }, "looking for leftovers failed"),
    );
    if (removed.entries > 0) found.push(removed);
  }
  return found;
}

async function removeIn({ folder, names }: LeftoverPlace, removed: Removed, signal: AbortSignal): Promise<void> {
  let asked: Promise<number> | undefined;
  const now = () => {
    asked ??= earliestNow(folder);
    return asked;
  };
  for await (const { name } of entriesOf(folder)) {
    if (signal.aborted || removed.entries >= removedMost) return;
    if (!names.test(name)) continue;
    const path = join(/* turbopackIgnore: true */ folder, name);
    try {
      const stats = await lstat(path);
      if (!(await isLeftover(name, path, stats, now))) continue;
      const bytes = await bytesOf(path, stats);
      await rm(path, { recursive: true, force: true });
      removed.entries += 1;
      removed.bytes += bytes;
    } catch (error) {
      if (!isErrno(error, "ENOENT")) log().warn({ err: error, path }, "a leftover could not be removed");
    }
  }
}

async function* entriesOf(folder: string) {
  try {
    yield* await opendir(/* turbopackIgnore: true */ folder);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
}

/** `now`: by the clock of the file system, which has set the modification times. One in the future says nothing. */
async function isLeftover(name: string, path: string, stats: Stats, now: () => Promise<number>): Promise<boolean> {
  if (!stats.isDirectory() && !stats.isFile()) return false;
  const isOlder = async (ms: number) => (await now()) - stats.mtimeMs > ms;
  const owner = ownerState(name);
  if (owner === "running") return false;
  if (owner === "elsewhere" && !(await isOlder(lapsedMs))) return false;
  if (owner === "unknown" && !(await isOlder(abandonedMs))) return false;
  // What its process had started may still run.
  return !stats.isDirectory() || processesIn(await realpath(path)).length === 0;
}

/** What removing it gives back, links to files that stay not counted. */
async function bytesOf(path: string, stats: Stats): Promise<number> {
  if (!stats.isDirectory()) return stats.nlink > 1 ? 0 : stats.size;
  let bytes = 0;
  let counted = 0;
  for await (const entry of await opendir(path, { recursive: true })) {
    if (++counted > countedMost) break;
    if (!entry.isFile()) continue;
    const { size, nlink } = await lstat(join(entry.parentPath, entry.name));
    if (nlink === 1) bytes += size;
  }
  return bytes;
}
