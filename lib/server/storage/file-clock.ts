import { randomBytes } from "node:crypto";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Makes an empty file in a folder for a moment. Returns its modification time, in milliseconds since 1970. */
async function writeBriefly(folder: string): Promise<number> {
  const path = join(/* turbopackIgnore: true */ folder, `.write-probe-${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * The time by the clock that gives the files of a folder their times, in milliseconds since 1970. On a network drive it is
 * another machine's. Fails where nothing can be written.
 */
export const fileSystemNow = (folder: string): Promise<number> => writeBriefly(folder);

/** Sets a folder's modification time to now, by the clock of its file system. */
export const touchFolder = async (folder: string): Promise<void> => void (await writeBriefly(folder));
