import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { documents } from "./table";

/** Has all documents go through a stage once more, and those after it. They are found as they were until then. */
export async function goThroughAgain(tx: Tx, datasourceId: string, from: "fetched" | "chunked"): Promise<void> {
  await tx
    .update(documents)
    .set({
      ...{ stage: from, failedStage: null, error: null, attempt: 0, nextRetry: null, dateUpdated: new Date() },
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
  // What failed later than that goes on there when it is tried again: its chunks are those of before.
  await tx
    .update(documents)
    .set({ failedStage: "parsed", generation: sql`${documents.generation} + 1` })
    .where(
      and(
        ...[eq(documents.datasourceId, datasourceId), eq(documents.gone, false), eq(documents.stage, "failed")],
        inArray(documents.failedStage, ["embedded", "stored"]),
      ),
    );
}
