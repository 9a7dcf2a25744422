import { eq } from "drizzle-orm";
import { recordSourceRemoval } from "../../engine/knowledge/pipeline/removal/remove-sources";
import { recordVectorRemoval } from "../../engine/knowledge/pipeline/removal/remove-vectors";
import type { DatasourceRow } from "../../engine/knowledge/source-settings";
import type { Tx } from "../../platform/db/client";
import { documents } from "../../platform/db/tables/documents";
import { deleteDatasource } from "./store/actions";
import { removeTrial } from "./trials/trials";

/**
 * Deletes a datasource with its rows. Its vectors, and data in an external engine, are recorded for removal by a worker, the
 * only writer there. Returns the keys of its files.
 */
export async function removeDatasource(tx: Tx, row: DatasourceRow): Promise<string[]> {
  const files = await tx.select({ key: documents.fileKey }).from(documents).where(eq(documents.datasourceId, row.id));
  await removeTrial(tx, row);
  await recordVectorRemoval(tx, row);
  await recordSourceRemoval(tx, row);
  await deleteDatasource(tx, row);
  return files.flatMap(({ key }) => key ?? []);
}
