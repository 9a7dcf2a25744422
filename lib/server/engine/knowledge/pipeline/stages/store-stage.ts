import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { explainLimit } from "../../../../access/plans/limit-error";
import { requireStorage } from "../../../../access/plans/limits";
import type { Tx } from "../../../../platform/db/client";
import { retryConflicts } from "../../../../platform/db/query/lost-race";
import { datasources } from "../../../../platform/db/tables/datasources";
import { chunks, documents, embeddings } from "../../../../platform/db/tables/documents";
import { AppError } from "../../../../platform/errors/errors";
import { removeFiles } from "../../../../platform/storage/remove-files";
import { decodeVector } from "../../embedding/vectors";
import { SharedError } from "../../retry";
import type { Collection, Point, VectorStore } from "../../vectors/shared/types";
import { advanceAll, claimStage, fail, isStillClaimed, toStageNote } from "../work/ledger";
import { lockDatasource } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";

export const embeddedPerBatch = 1_000;
const documentsPerDelete = 200;
export const pointsPerBatch = 1_000;

export const claimEmbedded = (work: Work): Promise<DocumentRow[]> => claimStage(work, "embedded", embeddedPerBatch);

/** A chunk's id in the stores: a newer text's chunk at the same position replaces it. */
const toPointId = (documentId: string, position: number): string => `${documentId}.${position}`;

interface StoredVector {
  documentId: string;
  position: number;
  vector: Uint8Array;
}

async function* readVectors(
  { db, datasource }: Work,
  fingerprint: string,
  rows: DocumentRow[],
): AsyncGenerator<StoredVector[]> {
  const { documentId, position } = chunks;
  const ids = rows.map(({ id }) => id);
  let after: StoredVector | undefined;
  for (;;) {
    const isAfter =
      after &&
      or(gt(documentId, after.documentId), and(eq(documentId, after.documentId), gt(position, after.position)));
    const page: StoredVector[] = await db
      .select({ documentId, position, vector: embeddings.vector })
      .from(chunks)
      .innerJoin(documents, and(eq(documents.id, documentId), eq(documents.generation, chunks.generation)))
      .innerJoin(
        embeddings,
        and(
          eq(embeddings.teamId, datasource.teamId),
          eq(embeddings.model, fingerprint),
          eq(embeddings.hash, chunks.hash),
        ),
      )
      .where(and(inArray(documentId, ids), isAfter))
      .orderBy(asc(documentId), asc(position))
      .limit(pointsPerBatch);
    if (page.length > 0) yield page;
    after = page.at(-1);
    if (page.length < pointsPerBatch) return;
  }
}

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
async function reserveOrFail(work: Work, dimensions: number, rows: DocumentRow[]): Promise<DocumentRow[]> {
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

/** Stores the vectors; from then on searches find the new texts instead of the old ones. */
export async function storeAll(
  work: Work,
  store: VectorStore,
  { collection, fingerprint }: { collection: Collection; fingerprint: string },
  claimed: DocumentRow[],
): Promise<void> {
  const { db, datasource, signal } = work;
  const startedAt = performance.now();
  const rows = await reserveOrFail(work, collection.dimensions, claimed);
  if (rows.length === 0) return;
  const fields = new Map(rows.map((row) => [row.id, row.fields]));
  const counts = new Map<string, number>();
  // A document that had more chunks before would keep the old ones.
  const shortened = rows.filter((row) => row.storedChunks > row.chunkCount).map(({ id }) => id);
  const scope = { teamId: datasource.teamId, datasourceId: datasource.id };
  if (shortened.length > 0) await store.remove(collection, { ...scope, documentIds: shortened }, signal);
  for await (const page of readVectors(work, fingerprint, rows)) {
    signal.throwIfAborted();
    const points = page.map(
      ({ documentId, position, vector }): Point => ({
        id: toPointId(documentId, position),
        vector: decodeVector(vector),
        documentId,
        ...scope,
        fields: fields.get(documentId) ?? {},
      }),
    );
    await store.upsert(collection, points, signal);
    for (const { documentId } of page) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  // A vector deleted from the cache meanwhile is computed again.
  const isComplete = (row: DocumentRow) => counts.get(row.id) === row.chunkCount;
  for (const row of rows.filter((one) => !isComplete(one)))
    await db.update(documents).set({ stage: "chunked" }).where(isStillClaimed(row));
  const complete = rows.filter(isComplete);
  if (complete.length === 0) return;
  const advanceStored = async (tx: Tx) => {
    const served = { served: sql`d.generation`, stored_chunks: sql`d.chunk_count` };
    const ids = await advanceAll(
      tx,
      datasource,
      complete,
      "stored",
      (row) => ({ stored: toStageNote(row.chunkCount, startedAt) }),
      served,
    );
    await tx.execute(sql`
      delete from chunks c using documents d
      where d.id = any(${sql.param(ids)}::text[]) and c.document_id = d.id and c.generation < d.generation`);
  };
  await retryConflicts(() => db.transaction(advanceStored));
}

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
