import { and, eq, type SQL, sql } from "drizzle-orm";
import { datasources } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { LeaseGoneError } from "./lease";
import type { DatasourceRow } from "./work";

/** The datasource was changed while a job was at its documents: it goes on with what is chosen now. */
export class ChangedError extends Error {}

type Taken = Pick<DatasourceRow, "id" | "version" | "embeddingModelId" | "vectorDbId">;

/** Whether nobody has changed it since the job took it. A model or a store that is deleted leaves the version as it was. */
export const asTaken = ({ id, version, embeddingModelId, vectorDbId }: Taken): SQL | undefined =>
  and(
    ...[eq(datasources.id, id), eq(datasources.version, version)],
    sql`${datasources.embeddingModelId} is not distinct from ${embeddingModelId}::text`,
    sql`${datasources.vectorDbId} is not distinct from ${vectorDbId}::text`,
  );

/** The same as a condition of a statement, and held until its transaction ends. */
export const stillAsTaken = (taken: Taken): SQL =>
  sql`exists (select 1 from ${datasources} where ${asTaken(taken)} for share)`;

/** Throws where the datasource was deleted or changed. */
export async function expectAsTaken(db: Pick<Db, "select">, taken: Taken): Promise<void> {
  const [row] = await db
    .select({ same: sql<boolean>`(${asTaken(taken)})` })
    .from(datasources)
    .where(eq(datasources.id, taken.id));
  if (!row) throw new LeaseGoneError("It was deleted.");
  if (!row.same) throw new ChangedError("Its settings were changed.");
}

/** Holds the datasource before its documents are, as all do who change both. Throws where it was deleted. */
export async function holdDatasource(tx: Tx, id: string): Promise<void> {
  const rows = await tx
    .select({ id: datasources.id })
    .from(datasources)
    .where(eq(datasources.id, id))
    .for("no key update");
  if (rows.length === 0) throw new LeaseGoneError("It was deleted.");
}
