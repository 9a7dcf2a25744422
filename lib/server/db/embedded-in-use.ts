import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { folderState } from "./embedded-leftovers";

/** Does a server own the database of this data folder? It lives exactly as long as some process uses it. */
export function isInUse(dataDir: string): boolean {
  const pointer = join(/* turbopackIgnore: true */ dataDir, "postgres");
  return existsSync(pointer) && folderState(realpathSync(pointer)).kind === "live";
}
