import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";
import { retryConflicts } from "../../../../platform/db/query/lost-race";
import { chunks, documents, embeddings } from "../../../../platform/db/tables/documents";
import { decodeVector } from "../../embedding/vectors";
import type { Collection, Point, VectorStore } from "../../vectors/shared/types";
import { advanceAll, claimStage, isStillClaimed, toStageNote } from "../work/ledger";
import type { DocumentRow, Work } from "../work/work";
import { reserveOrFail } from "./reserve-storage";

export const embeddedPerBatch = 1_000;

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
