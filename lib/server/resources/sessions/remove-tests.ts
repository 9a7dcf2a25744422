import { and, eq, inArray, lt, notExists } from "drizzle-orm";
import { openStates } from "../../engine/runs/lease/lease";
import { deleteSession } from "../../engine/runs/sessions";
import type { Db } from "../../platform/db/client";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { evaluationAttempts } from "../../platform/db/tables/test-sets";
import { removeFiles } from "../../platform/storage/remove-files";
import { listFiles } from "./queries";

const keptMs = 7 * 86_400_000;
const batchSize = 50;

/** Deletes tests and previews that were not used for a week, except those of evaluations. Returns their number; ends early when aborted. */
export async function removeOldTests(db: Db, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    if (signal?.aborted) return removed;
    const files = await db.transaction(async (tx) => {
      const open = tx
        .select({ id: runs.id })
        .from(runs)
        .where(and(eq(runs.sessionId, sessions.id), inArray(runs.status, openStates)));
      const evaluated = tx
        .select({ id: evaluationAttempts.id })
        .from(evaluationAttempts)
        .where(eq(evaluationAttempts.sessionId, sessions.id));
      const unused = lt(sessions.dateUpdated, new Date(Date.now() - keptMs));
      const rows = await tx
        .select({ id: sessions.id, teamId: sessions.teamId })
        .from(sessions)
        .where(and(eq(sessions.test, true), unused, notExists(open), notExists(evaluated)))
        .limit(batchSize)
        .for("update");
      const paths: string[] = [];
      for (const row of rows) {
        paths.push(...(await listFiles(tx, row.id)));
        await deleteSession(tx, row);
      }
      return { paths, count: rows.length };
    });
    await removeFiles(files.paths);
    removed += files.count;
    if (files.count === 0) return removed;
  }
}
