import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";
import { nextVersion } from "../../../../platform/db/query/edit";
import { datasources } from "../../../../platform/db/tables/datasources";
import { addJob } from "../work/jobs";
import type { DatasourceRow } from "../work/work";
import { recordVectorRemoval } from "./remove-vectors";
import { reprocess } from "./reprocess";

/**
 * Discards all vectors of an embedding model whose output has changed, including the contents of the `collection` of that name.
 */
export async function reembed(tx: Tx, teamId: string, modelId: string, collection?: string): Promise<void> {
  const usesCollection = collection && sql`${datasources.collection} ->> 'name' = ${collection}`;
  const affected = and(
    eq(datasources.teamId, teamId),
    or(eq(datasources.embeddingModelId, modelId), usesCollection || undefined),
  );
  // Trials are locked after their datasource, as everywhere.
  const order = [sql`${datasources.trialOf} is not null`, asc(datasources.id)];
  for (const row of await tx
    .select()
    .from(datasources)
    .where(affected)
    .orderBy(...order)
    .for("update")) {
    await reindex(tx, row);
  }
}

/** Removes a datasource's vectors and stores them again. The caller has locked its row. */
export async function reindex(tx: Tx, row: DatasourceRow): Promise<void> {
  await recordVectorRemoval(tx, row);
  await tx.update(datasources).set({ collection: null, version: nextVersion }).where(eq(datasources.id, row.id));
  await reprocess(tx, row.id, "chunked");
  await addJob(tx, { teamId: row.teamId, datasourceId: row.id }, "upload", null);
}
