import { eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import type { DatasourceRow } from "./service";
import { datasources, documents, vectorsToRemove } from "./table";

/**
 * Deletes a datasource with all that is its own. Its vectors are noted, to be removed from their store by a worker: it alone
 * writes there. Answers the keys of its files.
 */
export async function removeDatasource(tx: Tx, row: DatasourceRow): Promise<string[]> {
  const files = await tx.select({ key: documents.fileKey }).from(documents).where(eq(documents.datasourceId, row.id));
  if (row.collection)
    await tx.insert(vectorsToRemove).values({
      ...{ teamId: row.teamId, datasourceId: row.id, vectorDbId: row.vectorDbId, collection: row.collection },
    });
  await tx.delete(datasources).where(eq(datasources.id, row.id));
  return files.flatMap(({ key }) => key ?? []);
}
