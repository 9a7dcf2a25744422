import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { folderState } from "./embedded-leftovers";

/** Whether a server is running on this data folder, which means that some process uses it. */
export function isInUse(dataDir: string): boolean {
  const pointer = join(/* turbopackIgnore: true */ dataDir, "postgres");
  return existsSync(pointer) && folderState(realpathSync(pointer)).kind === "live";
}
