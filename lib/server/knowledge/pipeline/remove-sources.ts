import { asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { connectorContext } from "../../connectors/context";
import { loadEngine } from "../../connectors/engine";
import { sourcesToRemove } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { fromNow } from "../../db/from-now";
import { log } from "../../log";
import { makeTemporaryFolder } from "../../storage/work-folder";
import { waitFor } from "../retry";
import { delayFor } from "./remove-vectors";
import type { DatasourceRow } from "./work";

/** Tries before what an engine that cannot be reached keeps is left to lie there. */
const attemptsMost = 20;
const longestMs = 60_000;

/** Notes that what an external engine keeps of a datasource is to be removed. */
export async function noteSource(
  tx: Tx,
  { id, teamId, engine, leaseUntil }: Pick<DatasourceRow, "id" | "teamId" | "engine" | "leaseUntil">,
): Promise<void> {
  if (engine === "builtin") return;
  await tx
    .insert(sourcesToRemove)
    .values({ datasourceId: id, teamId, engine, nextRetry: delayFor(leaseUntil) })
    .onConflictDoNothing();
}

/** Has an engine remove what it keeps of one datasource that was noted, if there is any. Answers whether there was. */
export async function removeNotedSource(db: Db, signal: AbortSignal): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(sourcesToRemove)
      .where(or(isNull(sourcesToRemove.nextRetry), lte(sourcesToRemove.nextRetry, sql`now()`)))
      .orderBy(asc(sourcesToRemove.datasourceId))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!row) return false;
    const { datasourceId, engine } = row;
    const own = eq(sourcesToRemove.datasourceId, datasourceId);
    const { path: tmpFolder, remove } = await makeTemporaryFolder("source-");
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
      const ctx = connectorContext({ signal: within, owner: row.teamId, log: log(), tmpFolder, maxFileBytes: 0 });
      await (await loadEngine(engine)).remove(datasourceId, ctx);
      await tx.delete(sourcesToRemove).where(own);
    } catch (error) {
      signal.throwIfAborted();
      log().warn({ err: error, datasourceId }, "what an engine keeps of a deleted datasource was not removed");
      const attempt = row.attempt + 1;
      if (attempt >= attemptsMost) await tx.delete(sourcesToRemove).where(own);
      else
        await tx
          .update(sourcesToRemove)
          .set({ attempt, nextRetry: fromNow(waitFor(attempt)) })
          .where(own);
    } finally {
      await remove();
    }
    return true;
  });
}
