import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/db/client";
import { timeFromNow } from "../../../../platform/db/query/time-from-now";
import { sourcesToRemove, vectorsToRemove } from "../../../../platform/db/tables/datasources";
import { lockDue } from "../../../../platform/jobs/lock-due";
import { log } from "../../../../platform/log/log";
import { computeBackoff } from "../../retry";
import type { Collection, VectorStore } from "../../vectors/shared/types";
import { openTeamStore } from "../../vectors/team-store";
import type { DatasourceRow } from "../work/work";

/** Attempts before vectors in an unreachable store of a team are abandoned: searches no longer find them. */
const maxAttempts = 20;

/** How long a worker may still be writing, unless it reports earlier that it has stopped. */
const delayMs = 60_000;

type StoredVectors = Pick<DatasourceRow, "id" | "teamId" | "vectorDbId" | "collection" | "leaseUntil">;

/** Records that a datasource's vectors have to be removed from their collection. The caller has locked its row. */
export async function recordVectorRemoval(
  tx: Tx,
  { id, teamId, vectorDbId, collection, leaseUntil }: StoredVectors,
): Promise<void> {
  if (!collection) return;
  const nextRetry = toDelay(leaseUntil);
  await tx.insert(vectorsToRemove).values({ teamId, datasourceId: id, vectorDbId, collection, nextRetry });
}

/** When recorded vectors may be removed: not while a worker holds the datasource. Null: now. */
export const toDelay = (leaseUntil: Date | null): SQL | null =>
  leaseUntil && sql`case when ${leaseUntil.toISOString()}::timestamptz > now() then ${timeFromNow(delayMs)} end`;

/** The worker has stopped: vectors recorded meanwhile can be removed. */
export async function clearDelay(db: Db, datasourceId: string): Promise<void> {
  await db
    .update(vectorsToRemove)
    .set({ nextRetry: null })
    .where(and(eq(vectorsToRemove.datasourceId, datasourceId), eq(vectorsToRemove.attempt, 0)));
  await db
    .update(sourcesToRemove)
    .set({ nextRetry: null })
    .where(and(eq(sourcesToRemove.datasourceId, datasourceId), eq(sourcesToRemove.attempt, 0)));
}

/**
 * Vectors return to a collection that they were in before: the pending removal there runs first, so that it does not delete the
 * new ones.
 */
export async function runPendingRemoval(
  db: Db,
  store: VectorStore,
  { id, teamId, vectorDbId }: Pick<DatasourceRow, "id" | "teamId" | "vectorDbId">,
  collection: Collection,
  signal: AbortSignal,
): Promise<void> {
  await db.transaction(async (tx) => {
    const pending = await tx
      .delete(vectorsToRemove)
      .where(
        and(
          eq(vectorsToRemove.datasourceId, id),
          sql`${vectorsToRemove.vectorDbId} is not distinct from ${vectorDbId}::text`,
          sql`${vectorsToRemove.collection} ->> 'name' = ${collection.name}`,
        ),
      )
      .returning({ id: vectorsToRemove.id });
    if (pending.length > 0) await store.remove(collection, { teamId, datasourceId: id }, signal);
  });
}

/** Removes the recorded vectors of one datasource, if any. Returns whether there were any. */
export async function removeRecordedVectors(db: Db, signal: AbortSignal): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { nextRetry: at, id } = vectorsToRemove;
    const [row] = await lockDue(tx, vectorsToRemove, { at, orUnset: true, orderBy: [id], limit: 1 });
    if (!row) return false;
    const condition = eq(vectorsToRemove.id, row.id);
    try {
      const store = await openTeamStore(tx, row.teamId, row.vectorDbId);
      await store.remove(row.collection, { teamId: row.teamId, datasourceId: row.datasourceId }, signal);
      await tx.delete(vectorsToRemove).where(condition);
    } catch (error) {
      signal.throwIfAborted();
      log().warn({ err: error, datasourceId: row.datasourceId }, "vectors of a deleted data source were not removed");
      const attempt = row.attempt + 1;
      if (attempt >= maxAttempts && row.vectorDbId !== null) await tx.delete(vectorsToRemove).where(condition);
      else
        await tx
          .update(vectorsToRemove)
          .set({ attempt, nextRetry: timeFromNow(computeBackoff(attempt)) })
          .where(condition);
    }
    return true;
  });
}
