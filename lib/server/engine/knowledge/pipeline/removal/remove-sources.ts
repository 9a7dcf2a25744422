import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/db/client";
import { timeFromNow } from "../../../../platform/db/query/time-from-now";
import { sourcesToRemove } from "../../../../platform/db/tables/datasources";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import { lockDue } from "../../../../platform/jobs/lock-due";
import { log } from "../../../../platform/log/log";
import { loadEngine } from "../../../connectors/engine";
import { createConnectorContext } from "../../../connectors/shared/context";
import { computeBackoff } from "../../retry";
import type { DatasourceRow } from "../work/work";
import { toDelay } from "./remove-vectors";

/** Attempts before data in an unreachable engine is abandoned. */
const maxAttempts = 20;
const timeoutMs = 60_000;

/** Records that an external engine's data of a datasource has to be removed. */
export async function recordSourceRemoval(
  tx: Tx,
  { id, teamId, engine, leaseUntil }: Pick<DatasourceRow, "id" | "teamId" | "engine" | "leaseUntil">,
): Promise<void> {
  if (engine === "builtin") return;
  await tx
    .insert(sourcesToRemove)
    .values({ datasourceId: id, teamId, engine, nextRetry: toDelay(leaseUntil) })
    .onConflictDoNothing();
}

/** Removes the engine's data of one recorded datasource, if any. Returns whether there was one. */
export async function removeRecordedSource(db: Db, signal: AbortSignal): Promise<boolean> {
  return db.transaction(async (tx) => {
    const orderBy = [sourcesToRemove.datasourceId];
    const [row] = await lockDue(tx, sourcesToRemove, {
      at: sourcesToRemove.nextRetry,
      orUnset: true,
      orderBy,
      limit: 1,
    });
    if (!row) return false;
    const { datasourceId, engine } = row;
    const condition = eq(sourcesToRemove.datasourceId, datasourceId);
    const { path: tmpFolder, remove } = await makeTemporaryFolder("source-");
    try {
      const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const ctx = createConnectorContext({
        signal: timeoutSignal,
        owner: row.teamId,
        log: log(),
        tmpFolder,
        maxFileBytes: 0,
      });
      await (await loadEngine(engine)).remove(datasourceId, ctx);
      await tx.delete(sourcesToRemove).where(condition);
    } catch (error) {
      signal.throwIfAborted();
      log().warn({ err: error, datasourceId }, "connector data of a deleted data source was not removed");
      const attempt = row.attempt + 1;
      if (attempt >= maxAttempts) await tx.delete(sourcesToRemove).where(condition);
      else
        await tx
          .update(sourcesToRemove)
          .set({ attempt, nextRetry: timeFromNow(computeBackoff(attempt)) })
          .where(condition);
    } finally {
      await remove();
    }
    return true;
  });
}
