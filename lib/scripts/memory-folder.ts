import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { join } from "node:path";

const shared = "/dev/shm";
const minFreeBytes = 8 * 1024 ** 3;

/** Creates a temporary folder in memory, if there is room for the tests' databases; otherwise undefined. */
export function createMemoryFolder(): string | undefined {
  if (!existsSync(shared)) return undefined;
  const { bavail, bsize } = statfsSync(shared);
  if (bavail * bsize < minFreeBytes) return undefined;
  const folder = mkdtempSync(join(shared, "muster-tests-"));
  // The database's user must be able to enter it.
  chmodSync(folder, 0o1777);
  return folder;
}
