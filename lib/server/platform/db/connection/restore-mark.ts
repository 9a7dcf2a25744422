import { existsSync } from "node:fs";
import { join } from "node:path";

/** Exists during a restore, and after an interrupted one. */
export const restoreMark = (dataDir: string): string => join(/* turbopackIgnore: true */ dataDir, "restore.json");

export function refuseInterrupted(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return;
  throw new Error(
    `A restore into ${dataDir}, or a move from it, is running or was interrupted. Let it finish; if it was interrupted, ` +
      "`npm run restore -- --undo` restores the previous data.",
  );
}
