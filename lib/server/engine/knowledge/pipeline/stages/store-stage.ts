import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { explainLimit } from "../../../../access/plans/limit-error";
import { requireStorage } from "../../../../access/plans/limits";
import type { Tx } from "../../../../platform/db/client";
import { retryConflicts } from "../../../../platform/db/query/lost-race";
import { chunks, datasources, documents, embeddings } from "../../../../platform/db/tables/datasources";
import { AppError } from "../../../../platform/errors/errors";
import { removeFiles } from "../../../../platform/storage/remove-files";
import { vectorOf } from "../../embedding/vectors";
import { SharedTroubleError } from "../../retry";
import type { Collection, Point, VectorStore } from "../../vectors/shared/types";
import { advanceAll, claimStage, fail, isStillClaimed, recordError } from "../work/ledger";
import { lockDatasource } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";

export const embeddedAtOnce = 1_000;
const goneAtOnce = 200;
export const pointsAtOnce = 1_000;

export const claimEmbedded = (work: Work): Promise<DocumentRow[]> => claimStage(work, "embedded", embeddedAtOnce);

/** A chunk's id in the stores: a newer text's chunk at the same position replaces it. */
const pointId = (documentId: string, position: number): string => `${documentId}.${position}`;

interface Stored {
  documentId: string;
  position: number;
  vector: Uint8Array;
}

async function* pagesOf({ db, datasource }: Work, fingerprint: string, rows: DocumentRow[]): AsyncGenerator<Stored[]> {
  const { documentId, position } = chunks;
  const ids = rows.map(({ id }) => id);
  let after: Stored | undefined;
  for (;;) {
    const beyond =
      after &&
      or(gt(documentId, after.documentId), and(eq(documentId, after.documentId), gt(position, after.position)));
    const found: Stored[] = await db
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
      .where(and(inArray(documentId, ids), beyond))
      .orderBy(asc(documentId), asc(position))
      .limit(pointsAtOnce);
    if (found.length > 0) yield found;
    after = found.at(-1);
    if (found.length < pointsAtOnce) return;
  }
}

/** The storage used by the documents' texts and vectors. */
async function sizesOf({ db }: Work, dimensions: number, rows: DocumentRow[]): Promise<Map<string, number>> {
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
  const wanted = rows.map((row) => ({ ...row, storageBytes: sizes.get(row.id) ?? 0 }));
  const before = new Map(rows.map((row) => [row.id, row.storageBytes]));
  const moreOf = (some: DocumentRow[]) =>
    some.reduce((sum, row) => sum + row.storageBytes - (before.get(row.id) ?? 0), 0);
  return db.transaction(async (tx) => {
    const more = moreOf(wanted);
    if (more > 0) await requireStorage(tx, orgId, more);
    await lockDatasource(tx, datasource.id);
    const { rows: booked } = await tx.execute<{ id: string }>(sql`
      update documents d set storage_bytes = w.bytes
      from unnest(${sql.param(wanted.map(({ id }) => id))}::text[], ${sql.param(wanted.map(({ generation }) => generation))}::int[],
        ${sql.param(wanted.map(({ storageBytes }) => storageBytes))}::bigint[]) w (id, generation, bytes)
      where d.id = w.id and d.generation = w.generation and d.stage = 'embedded' and not d.gone
      returning d.id`);
    const there = new Set(booked.map(({ id }) => id));
    const kept = wanted.filter(({ id }) => there.has(id));
    await tx
      .update(datasources)
      .set({ storageBytes: sql`${datasources.storageBytes} + ${moreOf(kept)}` })
      .where(eq(datasources.id, datasource.id));
    return kept;
  });
}

/** The error message; for a plan limit, with who can change the plan. */
const sentenceOf = async (error: AppError): Promise<string> =>
  (error.code === "limit" ? await explainLimit(error) : error).message;

/** Reserves storage for the documents; those that exceed the plan fail with its message. */
async function reserve(work: Work, dimensions: number, rows: DocumentRow[]): Promise<DocumentRow[]> {
  const sizes = await sizesOf(work, dimensions, rows);
  try {
    return await reserveStorage(work, sizes, rows);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A trial of only some documents is not meaningful.
    if (work.datasource.trialOf) throw new SharedTroubleError(await sentenceOf(error), null, error);
  }
  const kept: DocumentRow[] = [];
  for (const row of rows) {
    try {
      kept.push(...(await reserveStorage(work, sizes, [row])));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await fail(work.db, row, "stored", await sentenceOf(error), false);
    }
  }
  return kept;
}

/** Stores the vectors; from then on searches find the new texts instead of the old ones. */
export async function storeAll(
  work: Work,
  store: VectorStore,
  { collection, fingerprint }: { collection: Collection; fingerprint: string },
  taken: DocumentRow[],
): Promise<void> {
  const { db, datasource, signal } = work;
  const began = performance.now();
  const rows = await reserve(work, collection.dimensions, taken);
  if (rows.length === 0) return;
  const fields = new Map(rows.map((row) => [row.id, row.fields]));
  const counts = new Map<string, number>();
  // A document that had more chunks before would keep the old ones.
  const shorter = rows.filter((row) => row.storedChunks > row.chunkCount).map(({ id }) => id);
  const place = { teamId: datasource.teamId, datasourceId: datasource.id };
  if (shorter.length > 0) await store.remove(collection, { ...place, documentIds: shorter }, signal);
  for await (const page of pagesOf(work, fingerprint, rows)) {
    signal.throwIfAborted();
    const points = page.map(
      ({ documentId, position, vector }): Point => ({
        id: pointId(documentId, position),
        vector: vectorOf(vector),
        documentId,
        ...place,
        fields: fields.get(documentId) ?? {},
      }),
    );
    await store.upsert(collection, points, signal);
    for (const { documentId } of page) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  // A vector deleted from the cache meanwhile is computed again.
  const whole = (row: DocumentRow) => counts.get(row.id) === row.chunkCount;
  for (const row of rows.filter((one) => !whole(one)))
    await db.update(documents).set({ stage: "chunked" }).where(isStillClaimed(row));
  const done = rows.filter(whole);
  if (done.length === 0) return;
  const advanceOn = async (tx: Tx) => {
    const served = { served: sql`d.generation`, stored_chunks: sql`d.chunk_count` };
    const ids = await advanceAll(
      tx,
      datasource,
      done,
      "stored",
      (row) => ({ stored: recordError(row.chunkCount, began) }),
      served,
    );
    await tx.execute(sql`
      delete from chunks c using documents d
      where d.id = any(${sql.param(ids)}::text[]) and c.document_id = d.id and c.generation < d.generation`);
  };
  await retryConflicts(() => db.transaction(advanceOn));
}

/** Deletes documents that no longer exist in the source: first from the store, then here. Returns whether there were any. */
export async function removeGone(work: Work, store: VectorStore, collection: Collection | null): Promise<boolean> {
  const { db, datasource, signal } = work;
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasource.id), eq(documents.gone, true)))
    .limit(goneAtOnce);
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
    const gone = await tx
      .delete(documents)
      .where(and(eq(documents.datasourceId, datasource.id), inArray(documents.id, ids), eq(documents.gone, true)))
      .returning({ bytes: documents.storageBytes, fileKey: documents.fileKey });
    const bytes = gone.reduce((sum, row) => sum + row.bytes, 0);
    await tx
      .update(datasources)
      .set({ storageBytes: sql`greatest(${datasources.storageBytes} - ${bytes}, 0)` })
      .where(eq(datasources.id, datasource.id));
    return gone.flatMap(({ fileKey }) => fileKey ?? []);
  });
  await removeFiles(files);
  return true;
}
