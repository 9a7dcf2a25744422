import type { Db, Tx } from "../db/client";
import { log } from "../log/log";

const batchSize = 50;

/**
 * Processes due rows in a transaction each: one that fails does not block the others. `processOne` adds the id of its row to
 * the given ids, skips rows with these ids, and returns false when none is left.
 */
export async function processDue(
  db: Db,
  processOne: (tx: Tx, tried: string[]) => Promise<boolean>,
  failed: string,
): Promise<void> {
  const tried: string[] = [""];
  for (let i = 0; i < batchSize; i += 1) {
    const before = tried.length;
    try {
      if (!(await db.transaction((tx) => processOne(tx, tried)))) return;
    } catch (error) {
      if (tried.length === before) throw error;
      log().error({ err: error, id: tried.at(-1) }, failed);
    }
  }
}
