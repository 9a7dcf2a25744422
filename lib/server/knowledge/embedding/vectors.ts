import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { embeddings } from "../../datasources/table";
import type { Db } from "../../db/client";
import { fromNow } from "../../db/from-now";

const keptMs = 30 * 24 * 3_600_000;

const toBytes = (vector: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(vector).buffer);

/** A vector as numbers. A copy: what comes from the database may begin at any byte. */
export const vectorOf = (bytes: Uint8Array): number[] => Array.from(new Float32Array(Uint8Array.from(bytes).buffer));

/** Whether a vector has a direction still, and so can be compared, once its numbers are 32-bit floats. */
export function pointsSomewhere(vector: readonly number[]): boolean {
  const square = Math.fround(Float32Array.from(vector).reduce((sum, value) => sum + value * value, 0));
  return square > 0 && Number.isFinite(square);
}

type Place = { teamId: string; model: string };

const of = ({ teamId, model }: Place) => and(eq(embeddings.teamId, teamId), eq(embeddings.model, model));

/** Which of the texts have a vector already. */
export async function knownHashes(db: Pick<Db, "select">, place: Place, hashes: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ hash: embeddings.hash })
    .from(embeddings)
    .where(and(of(place), inArray(embeddings.hash, hashes)));
  return new Set(rows.map(({ hash }) => hash));
}

export async function keepVectors(
  db: Pick<Db, "insert">,
  place: Place,
  found: { hash: string; vector: number[] }[],
): Promise<void> {
  const rows = found.map(({ hash, vector }) => ({ ...place, hash, vector: toBytes(vector) }));
  if (rows.length === 0) return;
  await db.insert(embeddings).values(rows).onConflictDoNothing();
}

/** Forgets vectors that nothing has asked for in a month: the stores have their own. */
export async function sweepVectors(db: Db): Promise<void> {
  await db.delete(embeddings).where(lt(embeddings.lastUsed, fromNow(-keptMs)));
}

/** Notes that they are wanted, so that those that are there are not forgotten before they are stored. */
export async function touchVectors(db: Pick<Db, "update">, place: Place, hashes: string[]): Promise<void> {
  const old = sql`now() - interval '1 day'`;
  await db
    .update(embeddings)
    .set({ lastUsed: sql`now()` })
    .where(and(of(place), inArray(embeddings.hash, hashes), lt(embeddings.lastUsed, old)));
}

/** Forgets what a model has made that was another one under the same name: its vectors have another length. */
export async function forgetOthers(db: Pick<Db, "delete">, place: Place, dimensions: number): Promise<void> {
  await db.delete(embeddings).where(and(of(place), sql`octet_length(${embeddings.vector}) <> ${4 * dimensions}`));
}

/** How many numbers the model's vectors have; null before the first. */
export async function dimensionsOf(db: Pick<Db, "select">, place: Place): Promise<number | null> {
  const [row] = await db
    .select({ bytes: sql<number>`octet_length(${embeddings.vector})` })
    .from(embeddings)
    .where(of(place))
    .limit(1);
  return row ? row.bytes / 4 : null;
}
