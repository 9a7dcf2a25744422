import { and, eq, isNotNull } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import { recordSourceRemoval } from "../../engine/knowledge/pipeline/removal/remove-sources";
import { recordVectorRemoval } from "../../engine/knowledge/pipeline/removal/remove-vectors";
import { wakeIngest } from "../../engine/knowledge/pipeline/work/wake";
import type { DatasourceRow } from "../../engine/knowledge/source-settings";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import { tools } from "../../platform/db/tables/tools";
import { addToTrash, moveRows } from "../trash/service";
import { deleteDatasource, updateDatasource } from "./store/actions";
import { removeTrial } from "./trials/trials";

/**
 * Moves a locked datasource to the trash: it is hidden, because it may have too many documents to copy, and its search tools are
 * moved. Returns the item's id.
 */
export async function trashDatasource(tx: Tx, caller: Viewer, row: DatasourceRow): Promise<string> {
  await removeTrial(tx, row);
  const trashId = await addToTrash(tx, caller, "datasource", row, { bytes: row.storageBytes });
  await moveRows(tx, trashId, "datasource", tools, eq(tools.datasourceId, row.id));
  await updateDatasource(tx, row.teamId, row.id, { dateTrashed: new Date() });
  // A worker removes the vectors of a trial.
  afterCommit(tx, wakeIngest);
  return trashId;
}

/** Deletes a datasource in the trash permanently. Returns the keys of its files. */
export async function purgeDatasource(tx: Tx, teamId: string, id: string): Promise<string[]> {
  const own = and(eq(datasources.teamId, teamId), eq(datasources.id, id), isNotNull(datasources.dateTrashed));
  const [row] = await tx.select().from(datasources).where(own).for("update");
  if (!row) return [];
  afterCommit(tx, wakeIngest);
  return removeDatasource(tx, row);
}

/**
 * Deletes a datasource with its rows. Its vectors, and data in an external engine, are recorded for removal by a worker, the
 * only writer there. Returns the keys of its files.
 */
async function removeDatasource(tx: Tx, row: DatasourceRow): Promise<string[]> {
  const files = await tx.select({ key: documents.fileKey }).from(documents).where(eq(documents.datasourceId, row.id));
  await recordVectorRemoval(tx, row);
  await recordSourceRemoval(tx, row);
  await deleteDatasource(tx, row);
  return files.flatMap(({ key }) => key ?? []);
}
