import { randomBytes } from "node:crypto";
import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isFullFailure } from "./disk";

/** Names of temporary probe files. A killed process may leave one. */
export const probeNames = /^\.write-probe-[0-9a-f]{12}$/;

export const newProbe = (folder: string): string =>
  join(/* turbopackIgnore: true */ folder, `.write-probe-${randomBytes(6).toString("hex")}`);

/** More than clocks of cooperating machines differ. */
const marginMs = 24 * 3_600_000;

/**
 * Returns the current time of a folder's file system, in milliseconds since 1970. On a network drive it is another machine's
 * clock. Throws when no file can be created.
 */
export async function readFileSystemTime(folder: string): Promise<number> {
  const path = newProbe(folder);
  try {
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

async function readFileSystemTimeOr(folder: string, whenFull: () => number): Promise<number> {
  try {
    return await readFileSystemTime(folder);
  } catch (error) {
    if (!isFullFailure(error)) throw error;
    return whenFull();
  }
}

/**
 * The same for computing ages. On a full disk, where no file can be created, a day before this process's time: old files can be
 * removed, and clock skew does no harm.
 */
export const earliestFileSystemTime = (folder: string): Promise<number> =>
  readFileSystemTimeOr(folder, () => Date.now() - marginMs);

/**
 * Sets a folder's modification time to the current time of its file system, or on a full disk of this process. Writes a
 * temporary file next to the folder, not into it.
 */
export async function touchFolder(folder: string): Promise<void> {
  const now = (await readFileSystemTimeOr(dirname(folder), Date.now)) / 1_000;
  await utimes(/* turbopackIgnore: true */ folder, now, now);
}
