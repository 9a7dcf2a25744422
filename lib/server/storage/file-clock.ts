import { randomBytes } from "node:crypto";
import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isFullFailure } from "../disk";

/** How the files are called that are written for a moment. A process that is killed leaves one. */
export const probeNames = /^\.write-probe-[0-9a-f]{12}$/;

/** Where such a file can be written in a folder. */
export const newProbe = (folder: string): string =>
  join(/* turbopackIgnore: true */ folder, `.write-probe-${randomBytes(6).toString("hex")}`);

/** More than clocks of machines that work together are apart. */
const marginMs = 24 * 3_600_000;

/**
 * The time by the clock that gives the files of a folder their times, in milliseconds since 1970. On a network drive it is
 * another machine's. Throws where no file can be made.
 */
export async function fileSystemNow(folder: string): Promise<number> {
  const path = newProbe(folder);
  try {
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

async function nowOr(folder: string, whenFull: () => number): Promise<number> {
  try {
    return await fileSystemNow(folder);
  } catch (error) {
    if (!isFullFailure(error)) throw error;
    return whenFull();
  }
}

/**
 * The same, for the age of what may be removed. On a full disk, where no file can be made, it is a day before this process's
 * own time: what fills the disk may go, and nothing goes because a clock is off.
 */
export const earliestNow = (folder: string): Promise<number> => nowOr(folder, () => Date.now() - marginMs);

/**
 * Sets a folder's modification time to now, by the clock of its file system, or on a full disk by this process's own. A file
 * is written beside the folder for a moment, none into it.
 */
export async function touchFolder(folder: string): Promise<void> {
  const now = (await nowOr(dirname(folder), Date.now)) / 1_000;
  await utimes(/* turbopackIgnore: true */ folder, now, now);
}
