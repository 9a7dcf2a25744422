import { eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import { noteSource } from "../knowledge/pipeline/remove-sources";
import { noteVectors } from "../knowledge/pipeline/remove-vectors";
import type { DatasourceRow } from "./service";
import { datasources, documents } from "./table";
import { removeTrial } from "./trials";

/**
 * Deletes a datasource with all that is its own. Its vectors, and what an external engine keeps of it, are noted, to be
 * removed by a worker: it alone writes there. Answers the keys of its files.
 */
export async function removeDatasource(tx: Tx, row: DatasourceRow): Promise<string[]> {
  const files = await tx.select({ key: documents.fileKey }).from(documents).where(eq(documents.datasourceId, row.id));
  await removeTrial(tx, row);
  await noteVectors(tx, row);
  await noteSource(tx, row);
  await tx.delete(datasources).where(eq(datasources.id, row.id));
  return files.flatMap(({ key }) => key ?? []);
}
