import { and, asc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { explained } from "../../billing/limit-error";
import { requireStorage } from "../../billing/limits";
import { chunks, datasources, documents, embeddings } from "../../datasources/table";
import { AppError } from "../../http/errors";
import { fileStore } from "../../storage/file-store";
import { vectorOf } from "../embedding/vectors";
import type { Collection, Point, VectorStore } from "../vectors/types";
import { holdDatasource } from "./as-taken";
import { advance, fail, note, still, takeAt } from "./ledger";
import type { DocumentRow, Work } from "./work";

const documentsAtOnce = 200;
const pointsAtOnce = 1_000;

export const takeEmbedded = (work: Work): Promise<DocumentRow[]> => takeAt(work, "embedded", documentsAtOnce);

/** A chunk's id in the stores: the same place of a newer text takes its place. */
export const pointId = (documentId: string, position: number): string => `${documentId}.${position}`;

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

/** Books the room for what the documents will take; those that the plan has no room for fail with its sentence. */
async function reserve(work: Work, dimensions: number, rows: DocumentRow[]): Promise<DocumentRow[]> {
  const { db, datasource, orgId } = work;
  const kept: DocumentRow[] = [];
  for (const row of rows) {
    try {
      await db.transaction(async (tx) => {
        const [size] = await tx
          .select({ bytes: sql<number>`coalesce(sum(octet_length(${chunks.text}) + ${4 * dimensions}), 0)::float8` })
          .from(chunks)
          .where(and(eq(chunks.documentId, row.id), eq(chunks.generation, row.generation)));
        const bytes = size?.bytes ?? 0;
        const more = bytes - row.storageBytes;
        if (more > 0) await requireStorage(tx, orgId, more);
        await holdDatasource(tx, datasource.id);
        const booked = await tx
          .update(documents)
          .set({ storageBytes: bytes })
          .where(still(row))
          .returning({ id: documents.id });
        if (booked.length === 0) return;
        await tx
          .update(datasources)
          .set({ storageBytes: sql`${datasources.storageBytes} + ${more}` })
          .where(eq(datasources.id, datasource.id));
        kept.push({ ...row, storageBytes: bytes });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message } = error.code === "limit" ? await explained(error) : error;
      await fail(db, row, "stored", message, false);
    }
  }
  return kept;
}

/** Hands the vectors to the store; from then on the new texts are found, and the old ones no more. */
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
  // Who had more places than now would keep the old ones.
  const shorter = rows.filter((row) => row.storedChunks > row.chunkCount).map(({ id }) => id);
  const place = { teamId: datasource.teamId, datasourceId: datasource.id };
  if (shorter.length > 0) await store.remove(collection, { ...place, documentIds: shorter }, signal);
  for await (const page of pagesOf(work, fingerprint, rows)) {
    signal.throwIfAborted();
    const points = page.map(
      ({ documentId, position, vector }): Point => ({
        ...{ id: pointId(documentId, position), vector: vectorOf(vector), documentId },
        ...{ ...place, fields: fields.get(documentId) ?? {} },
      }),
    );
    await store.upsert(collection, points, signal);
    for (const { documentId } of page) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  for (const row of rows) {
    if (counts.get(row.id) !== row.chunkCount) {
      // A vector was forgotten meanwhile: it is made again.
      await db.update(documents).set({ stage: "chunked" }).where(still(row));
      continue;
    }
    await db.transaction(async (tx) => {
      const done = { served: row.generation, storedChunks: row.chunkCount };
      if (!(await advance(tx, datasource, row, "stored", { stored: note(row.chunkCount, began) }, done))) return;
      await tx.delete(chunks).where(and(eq(chunks.documentId, row.id), lt(chunks.generation, row.generation)));
    });
  }
}

/** Removes what its source has no more: first from the store, then here. Answers whether there was any. */
export async function removeGone(work: Work, store: VectorStore, collection: Collection | null): Promise<boolean> {
  const { db, datasource, signal } = work;
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasource.id), eq(documents.gone, true)))
    .limit(documentsAtOnce);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  if (collection)
    await store.remove(
      collection,
      { teamId: datasource.teamId, datasourceId: datasource.id, documentIds: ids },
      signal,
    );
  const files = await db.transaction(async (tx) => {
    await holdDatasource(tx, datasource.id);
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
  await Promise.all(files.map((key) => fileStore().delete(key)));
  return true;
}
