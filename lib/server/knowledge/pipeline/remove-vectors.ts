import { asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { vectorsToRemove } from "../../datasources/table";
import type { Db } from "../../db/client";
import { log } from "../../log";
import { vectorStoreOf } from "../../vectordbs/service";
import { waitFor } from "../retry";

/** Tries before vectors of a store that cannot be reached are left to lie there: nothing finds them any more. */
const attemptsMost = 20;

/** Removes one datasource's vectors that were noted, if there are any. Answers whether there were. */
export async function removeNotedVectors(db: Db, signal: AbortSignal): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(vectorsToRemove)
      .where(or(isNull(vectorsToRemove.nextRetry), lte(vectorsToRemove.nextRetry, sql`now()`)))
      .orderBy(asc(vectorsToRemove.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!row) return false;
    const own = eq(vectorsToRemove.id, row.id);
    try {
      const store = await vectorStoreOf(tx, row.teamId, row.vectorDbId);
      await store.remove(row.collection, { teamId: row.teamId, datasourceId: row.datasourceId }, signal);
      await tx.delete(vectorsToRemove).where(own);
    } catch (error) {
      signal.throwIfAborted();
      log().warn({ err: error, datasourceId: row.datasourceId }, "vectors of a deleted datasource were not removed");
      const attempt = row.attempt + 1;
      if (attempt >= attemptsMost) await tx.delete(vectorsToRemove).where(own);
      else
        await tx
          .update(vectorsToRemove)
          .set({ attempt, nextRetry: new Date(Date.now() + waitFor(attempt)) })
          .where(own);
    }
    return true;
  });
}
