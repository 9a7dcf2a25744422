import { and, eq, inArray, sql } from "drizzle-orm";
import { explainLimit } from "../../../../access/plans/limit-error";
import { requireStorage } from "../../../../access/plans/limits";
import { datasources } from "../../../../platform/db/tables/datasources";
import { chunks, documents } from "../../../../platform/db/tables/documents";
import { AppError } from "../../../../platform/errors/errors";
import { SharedError } from "../../retry";
import { fail } from "../work/ledger";
import { lockDatasource } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";

/** The storage used by the documents' texts and vectors. */
async function measureSizes({ db }: Work, dimensions: number, rows: DocumentRow[]): Promise<Map<string, number>> {
  const sizes = await db
    .select({ id: documents.id, bytes: sql<number>`sum(octet_length(${chunks.text}) + ${4 * dimensions})::float8` })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.id, chunks.documentId), eq(documents.generation, chunks.generation)))
    .where(
      inArray(
        documents.id,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(documents.id);
  return new Map(sizes.map(({ id, bytes }) => [id, bytes]));
}

/** Reserves storage for all of these documents or none. Returns those that have not changed meanwhile. */
function reserveStorage(
  { db, datasource, orgId }: Work,
  sizes: Map<string, number>,
  rows: DocumentRow[],
): Promise<DocumentRow[]> {
  const requested = rows.map((row) => ({ ...row, storageBytes: sizes.get(row.id) ?? 0 }));
  const currentSizes = new Map(rows.map((row) => [row.id, row.storageBytes]));
  const sumIncrease = (some: DocumentRow[]) =>
    some.reduce((sum, row) => sum + row.storageBytes - (currentSizes.get(row.id) ?? 0), 0);
  return db.transaction(async (tx) => {
    const increase = sumIncrease(requested);
    if (increase > 0) await requireStorage(tx, orgId, increase);
    await lockDatasource(tx, datasource.id);
    const { rows: reserved } = await tx.execute<{ id: string }>(sql`
      update documents d set storage_bytes = w.bytes
      from unnest(${sql.param(requested.map(({ id }) => id))}::text[], ${sql.param(requested.map(({ generation }) => generation))}::int[],
        ${sql.param(requested.map(({ storageBytes }) => storageBytes))}::bigint[]) w (id, generation, bytes)
      where d.id = w.id and d.generation = w.generation and d.stage = 'embedded' and not d.gone
      returning d.id`);
    const reservedIds = new Set(reserved.map(({ id }) => id));
    const accepted = requested.filter(({ id }) => reservedIds.has(id));
    await tx
      .update(datasources)
      .set({ storageBytes: sql`${datasources.storageBytes} + ${sumIncrease(accepted)}` })
      .where(eq(datasources.id, datasource.id));
    return accepted;
  });
}

/** The error message; for a plan limit, with who can change the plan. */
const toMessage = async (error: AppError): Promise<string> =>
  (error.code === "limit" ? await explainLimit(error) : error).message;

/** Reserves storage for the documents; those that exceed the plan fail with its message. */
export async function reserveOrFail(work: Work, dimensions: number, rows: DocumentRow[]): Promise<DocumentRow[]> {
  const sizes = await measureSizes(work, dimensions, rows);
  try {
    return await reserveStorage(work, sizes, rows);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A trial of only some documents is not meaningful.
    if (work.datasource.trialOf) throw new SharedError(await toMessage(error), null, error);
  }
  const accepted: DocumentRow[] = [];
  for (const row of rows) {
    try {
      accepted.push(...(await reserveStorage(work, sizes, [row])));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await fail(work.db, row, "stored", await toMessage(error), false);
    }
  }
  return accepted;
}
