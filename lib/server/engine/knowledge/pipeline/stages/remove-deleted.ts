import { and, eq, inArray, sql } from "drizzle-orm";
import { datasources } from "../../../../platform/db/tables/datasources";
import { documents } from "../../../../platform/db/tables/documents";
import { removeFiles } from "../../../../platform/storage/remove-files";
import type { Collection, VectorStore } from "../../vectors/shared/types";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";

const documentsPerDelete = 200;

/** Deletes documents that no longer exist in the source: first from the store, then here. Returns whether there were any. */
export async function removeDeleted(work: Work, store: VectorStore, collection: Collection | null): Promise<boolean> {
  const { db, datasource, signal } = work;
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasource.id), eq(documents.gone, true)))
    .limit(documentsPerDelete);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  if (collection)
    await store.remove(
      collection,
      { teamId: datasource.teamId, datasourceId: datasource.id, documentIds: ids },
      signal,
    );
  const files = await db.transaction(async (tx) => {
    await lockDatasource(tx, datasource.id);
    const deleted = await tx
      .delete(documents)
      .where(and(eq(documents.datasourceId, datasource.id), inArray(documents.id, ids), eq(documents.gone, true)))
      .returning({ bytes: documents.storageBytes, fileKey: documents.fileKey });
    const bytes = deleted.reduce((sum, row) => sum + row.bytes, 0);
    await tx
      .update(datasources)
      .set({ storageBytes: sql`greatest(${datasources.storageBytes} - ${bytes}, 0)` })
      .where(eq(datasources.id, datasource.id));
    return deleted.flatMap(({ fileKey }) => fileKey ?? []);
  });
  await removeFiles(files);
  return true;
}
