import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Reader, Tx } from "../../../../platform/db/client";
import { datasources } from "../../../../platform/db/tables/datasources";
import { LeaseLostError } from "./lease";
import type { DatasourceRow } from "./work";

/** The datasource was changed while a job was processing it: the job restarts with the new settings. */
export class ChangedError extends Error {}

type ClaimedRow = Pick<DatasourceRow, "id" | "version" | "embeddingModelId" | "vectorDbId">;

/** Whether it is unchanged since the job claimed it. Deleting a model or store does not change the version. */
export const unchangedSince = ({ id, version, embeddingModelId, vectorDbId }: ClaimedRow): SQL | undefined =>
  and(
    eq(datasources.id, id),
    isNull(datasources.dateTrashed),
    eq(datasources.version, version),
    sql`${datasources.embeddingModelId} is not distinct from ${embeddingModelId}::text`,
    sql`${datasources.vectorDbId} is not distinct from ${vectorDbId}::text`,
  );

/** The same as an SQL condition that locks the row. */
export const isUnchangedSince = (claimed: ClaimedRow): SQL =>
  sql`exists (select 1 from ${datasources} where ${unchangedSince(claimed)} for share)`;

/** Throws when the datasource was deleted or changed. */
export async function assertUnchangedSince(db: Reader, claimed: ClaimedRow): Promise<void> {
  const [row] = await db
    .select({ same: sql<boolean>`(${unchangedSince(claimed)})` })
    .from(datasources)
    .where(eq(datasources.id, claimed.id));
  if (!row) throw new LeaseLostError("It was deleted.");
  if (!row.same) throw new ChangedError("Its settings were changed.");
}

/** Locks the datasource before its documents, as all code does that changes both. Throws when it was deleted. */
export async function lockDatasource(tx: Tx, id: string): Promise<void> {
  const rows = await tx
    .select({ id: datasources.id })
    .from(datasources)
    .where(and(eq(datasources.id, id), isNull(datasources.dateTrashed)))
    .for("no key update");
  if (rows.length === 0) throw new LeaseLostError("It was deleted.");
}
