import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";
import { documents } from "../../../../platform/db/tables/documents";
import { noFailure } from "../work/documents";

/** Repeats a stage and those after it for all documents. Until then searches find the old version. */
export async function reprocess(tx: Tx, datasourceId: string, from: "fetched" | "chunked"): Promise<void> {
  await tx
    .update(documents)
    .set({
      stage: from,
      ...noFailure,
      dateUpdated: new Date(),
      ...(from === "fetched" ? { generation: sql`${documents.generation} + 1` } : {}),
    })
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.gone, false),
        inArray(documents.stage, from === "fetched" ? ["chunked", "embedded", "stored"] : ["embedded", "stored"]),
      ),
    );
  if (from === "chunked") return;
  // Documents that failed at a later stage resume there: their chunks are still valid.
  await tx
    .update(documents)
    .set({ failedStage: "parsed", generation: sql`${documents.generation} + 1` })
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.gone, false),
        eq(documents.stage, "failed"),
        inArray(documents.failedStage, ["embedded", "stored"]),
      ),
    );
}
