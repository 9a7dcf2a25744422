import { realpathSync } from "node:fs";
import { join } from "node:path";

/** The folder in which the embedded database's socket lies. */
export const socketFolder = (dataDir: string): string => realpathSync(join(dataDir, "postgres"));
