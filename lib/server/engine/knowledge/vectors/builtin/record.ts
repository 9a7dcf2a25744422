import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db, Reader, Tx } from "../../../../platform/db/client";
import { datasources } from "../../../../platform/db/tables/datasources";
import { documents } from "../../../../platform/db/tables/documents";
import { settings } from "../../../../platform/db/tables/settings";

const recordName = "vector-store";
const moveName = "vector-move";

const recordSchema = z.object({
  id: z.string(),
  /** Where the store is, for messages. */
  place: z.string(),
  inode: z.string().nullable(),
});
/** The recorded vector store of a database. */
export type StoreRecord = z.infer<typeof recordSchema>;

const moveSchema = recordSchema.extend({
  /** The last documents copied. */
  datasourceId: z.string(),
  documentId: z.string(),
});
/** A move to another store that has begun: the store and the progress. */
export type MoveRecord = z.infer<typeof moveSchema>;

async function readSetting(db: Reader, name: string): Promise<unknown> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return row?.value;
}

const write = (tx: Pick<Tx, "insert">, name: string, value: object) =>
  tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });

/** Undefined before the first start. */
export const readRecord = async (db: Reader): Promise<StoreRecord | undefined> =>
  recordSchema.optional().parse(await readSetting(db, recordName));

export const writeRecord = (tx: Pick<Tx, "insert">, record: StoreRecord) => write(tx, recordName, record);

export const readMove = async (db: Reader): Promise<MoveRecord | undefined> =>
  moveSchema.optional().parse(await readSetting(db, moveName));

export const writeMove = (tx: Pick<Tx, "insert">, move: MoveRecord) => write(tx, moveName, move);

export const removeMove = (tx: Pick<Tx, "delete">) => tx.delete(settings).where(eq(settings.name, moveName));

/** Set by each process that uses the store of a database of several machines. In milliseconds. */
export const seenEveryMs = 10_000;
const aliveMs = seenEveryMs + 2_000;
const seenName = "vector-store-seen";

export async function markSeen(db: Pick<Tx, "insert">): Promise<void> {
  const value = sql`to_jsonb(extract(epoch from now()))`;
  await db
    .insert(settings)
    .values({ name: seenName, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

/** Whether a running process uses the recorded store. Waits for its next mark, up to twelve seconds. */
export async function isStoreInUse(db: Db): Promise<boolean> {
  const age = sql<number>`1000 * (extract(epoch from now()) - ${settings.value}::float8)`.mapWith(Number);
  const read = async () =>
    (await db.select({ value: settings.value, age }).from(settings).where(eq(settings.name, seenName)))[0];
  const first = await read();
  for (let row = first; row && row.age < aliveMs; row = await read()) {
    if (row.value !== first?.value) return true;
    await sleep(500);
  }
  return false;
}

/** Matches the datasources with vectors in the server's own store. */
export const isInBuiltinStore = and(isNull(datasources.vectorDbId), isNotNull(datasources.collection));

/** Whether the database expects any vectors in its store. */
export async function hasVectors(db: Reader): Promise<boolean> {
  const isStored = and(eq(documents.datasourceId, datasources.id), gt(documents.storedChunks, 0));
  const rows = await db
    .select({ id: documents.id })
    .from(datasources)
    .innerJoin(documents, isStored)
    .where(isInBuiltinStore)
    .limit(1);
  return rows.length > 0;
}
