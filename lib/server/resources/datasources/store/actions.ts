import { and, eq } from "drizzle-orm";
import { recordSourceRemoval } from "../../../engine/knowledge/pipeline/removal/remove-sources";
import { recordVectorRemoval } from "../../../engine/knowledge/pipeline/removal/remove-vectors";
import { reprocess } from "../../../engine/knowledge/pipeline/removal/reprocess";
import { addJob } from "../../../engine/knowledge/pipeline/work/jobs";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import type { Db, Tx } from "../../../platform/db/client";
import { datasources } from "../../../platform/db/tables/datasources";
import { documents } from "../../../platform/db/tables/documents";

type Change = Parameters<ReturnType<Db["update"]>["set"]>[0];

export const createDatasource = (tx: Tx, row: typeof datasources.$inferInsert) => tx.insert(datasources).values(row);

export const updateDatasource = (tx: Tx, teamId: string, id: string, change: Change) =>
  tx
    .update(datasources)
    .set(change)
    .where(and(eq(datasources.teamId, teamId), eq(datasources.id, id)));

/** Deletes a datasource or trial. Its external data is not removed. */
export const deleteDatasource = (tx: Tx, { teamId, id }: Pick<DatasourceRow, "teamId" | "id">) =>
  tx.delete(datasources).where(and(eq(datasources.teamId, teamId), eq(datasources.id, id)));

/** Moves the datasources of a deleted vector database to the built-in one, and has their vectors recomputed. */
export async function moveToBuiltin(tx: Tx, teamId: string, vectorDbId: string): Promise<void> {
  const moved = await tx
    .update(datasources)
    .set({ vectorDbId: null, collection: null })
    .where(and(eq(datasources.teamId, teamId), eq(datasources.vectorDbId, vectorDbId)))
    .returning({ id: datasources.id });
  for (const { id } of moved) {
    await reprocess(tx, id, "chunked");
    await addJob(tx, { teamId, datasourceId: id }, "upload", null);
  }
}

/** Before a team's datasources are deleted: records their vectors for removal. Returns the keys of their files. */
export async function releaseTeamDatasources(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx.select().from(datasources).where(eq(datasources.teamId, teamId)).for("update");
  for (const row of rows) {
    // The team's own vector databases are deleted with the team, including the keys to remove vectors there.
    if (row.vectorDbId === null) await recordVectorRemoval(tx, row);
    await recordSourceRemoval(tx, row);
  }
  const files = await tx.selectDistinct({ key: documents.fileKey }).from(documents).where(eq(documents.teamId, teamId));
  return files.flatMap(({ key }) => key ?? []);
}
