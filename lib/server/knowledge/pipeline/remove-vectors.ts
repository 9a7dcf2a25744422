import { and, asc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { sourcesToRemove, vectorsToRemove } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { fromNow } from "../../db/from-now";
import { log } from "../../log";
import { vectorStoreOf } from "../../vectordbs/service";
import { waitFor } from "../retry";
import type { Collection, VectorStore } from "../vectors/types";
import type { DatasourceRow } from "./work";

/** Tries before vectors of a store that cannot be reached are left to lie there: nothing finds them any more. */
const attemptsMost = 20;

/** So long may whoever works on it still be writing, unless he says before that he has ended. */
const delayMs = 60_000;

type Place = Pick<DatasourceRow, "id" | "teamId" | "vectorDbId" | "collection" | "leaseUntil">;

/** Notes that a datasource's vectors are to be removed from where they lie. Its row is held. */
export async function noteVectors(tx: Tx, { id, teamId, vectorDbId, collection, leaseUntil }: Place): Promise<void> {
  if (!collection) return;
  const nextRetry = delayFor(leaseUntil);
  await tx.insert(vectorsToRemove).values({ teamId, datasourceId: id, vectorDbId, collection, nextRetry });
}

/** When what was noted of a datasource may be removed: not while somebody works on it. Null: at once. */
export const delayFor = (leaseUntil: Date | null): SQL | null =>
  leaseUntil && sql`case when ${leaseUntil.toISOString()}::timestamptz > now() then ${fromNow(delayMs)} end`;

/** Whoever worked on it has ended: what was noted meanwhile can be removed. */
export async function forgetDelay(db: Db, datasourceId: string): Promise<void> {
  await db
    .update(vectorsToRemove)
    .set({ nextRetry: null })
    .where(and(eq(vectorsToRemove.datasourceId, datasourceId), eq(vectorsToRemove.attempt, 0)));
  await db
    .update(sourcesToRemove)
    .set({ nextRetry: null })
    .where(and(eq(sourcesToRemove.datasourceId, datasourceId), eq(sourcesToRemove.attempt, 0)));
}

/** Its vectors come to lie where they were once before: what was noted there goes first, and not afterwards with the new ones. */
export async function emptyPlace(
  db: Db,
  store: VectorStore,
  { id, teamId, vectorDbId }: Pick<DatasourceRow, "id" | "teamId" | "vectorDbId">,
  collection: Collection,
  signal: AbortSignal,
): Promise<void> {
  await db.transaction(async (tx) => {
    const noted = await tx
      .delete(vectorsToRemove)
      .where(
        and(
          eq(vectorsToRemove.datasourceId, id),
          sql`${vectorsToRemove.vectorDbId} is not distinct from ${vectorDbId}::text`,
          sql`${vectorsToRemove.collection} ->> 'name' = ${collection.name}`,
        ),
      )
      .returning({ id: vectorsToRemove.id });
    if (noted.length > 0) await store.remove(collection, { teamId, datasourceId: id }, signal);
  });
}

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
          .set({ attempt, nextRetry: fromNow(waitFor(attempt)) })
          .where(own);
    }
    return true;
  });
}
