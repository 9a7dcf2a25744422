import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db, Reader } from "../../../platform/db/client";
import { timeFromNow } from "../../../platform/db/query/time-from-now";
import { embeddings } from "../../../platform/db/tables/documents";

const retentionMs = 30 * 24 * 3_600_000;

const encodeVector = (vector: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(vector).buffer);

/** Decodes a vector. Copies the bytes, because the database's buffer may not be aligned. */
export const decodeVector = (bytes: Uint8Array): number[] =>
  Array.from(new Float32Array(Uint8Array.from(bytes).buffer));

/** Whether a vector still has a direction after conversion to 32-bit floats, and so can be compared. */
export function hasDirection(vector: readonly number[]): boolean {
  const square = Math.fround(Float32Array.from(vector).reduce((sum, value) => sum + value * value, 0));
  return square > 0 && Number.isFinite(square);
}

type CacheKey = { teamId: string; model: string };

const matchesKey = ({ teamId, model }: CacheKey) => and(eq(embeddings.teamId, teamId), eq(embeddings.model, model));

/** Returns the hashes of texts that already have a vector. */
export async function findCachedHashes(db: Reader, cacheKey: CacheKey, hashes: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ hash: embeddings.hash })
    .from(embeddings)
    .where(and(matchesKey(cacheKey), inArray(embeddings.hash, hashes)));
  return new Set(rows.map(({ hash }) => hash));
}

export async function storeVectors(
  db: Pick<Db, "insert">,
  cacheKey: CacheKey,
  vectors: { hash: string; vector: number[] }[],
): Promise<void> {
  const rows = vectors.map(({ hash, vector }) => ({ ...cacheKey, hash, vector: encodeVector(vector) }));
  if (rows.length === 0) return;
  await db.insert(embeddings).values(rows).onConflictDoNothing();
}

/** Deletes cached vectors not used for a month: the stores have their own copies. */
export async function sweepVectors(db: Db): Promise<void> {
  await db.delete(embeddings).where(lt(embeddings.lastUsed, timeFromNow(-retentionMs)));
}

/** Marks vectors as used, so that they are not deleted from the cache before they are stored. */
export async function touchVectors(db: Pick<Db, "update">, cacheKey: CacheKey, hashes: string[]): Promise<void> {
  const threshold = sql`now() - interval '1 day'`;
  await db
    .update(embeddings)
    .set({ lastUsed: sql`now()` })
    .where(and(matchesKey(cacheKey), inArray(embeddings.hash, hashes), lt(embeddings.lastUsed, threshold)));
}

/** Deletes the vectors of a previous model under the same name, which have another length. */
export async function deleteOtherLengths(
  db: Pick<Db, "delete">,
  cacheKey: CacheKey,
  dimensions: number,
): Promise<void> {
  await db
    .delete(embeddings)
    .where(and(matchesKey(cacheKey), sql`octet_length(${embeddings.vector}) <> ${4 * dimensions}`));
}

/** The dimensions of the model's vectors; null before the first. */
export async function findDimensions(db: Reader, cacheKey: CacheKey): Promise<number | null> {
  const [row] = await db
    .select({ bytes: sql<number>`octet_length(${embeddings.vector})` })
    .from(embeddings)
    .where(matchesKey(cacheKey))
    .limit(1);
  return row ? row.bytes / 4 : null;
}
