import { randomBytes } from "node:crypto";
import { checkStore } from "../../engine/knowledge/vectors/builtin/claim";
import {
  describeLocation,
  getLocation,
  openLocation,
  type StoreLocation,
} from "../../engine/knowledge/vectors/builtin/location";
import {
  isStoreInUse,
  type MoveRecord,
  readMove,
  removeMove,
  writeMove,
  writeRecord,
} from "../../engine/knowledge/vectors/builtin/record";
import type { BuiltinStore } from "../../engine/knowledge/vectors/shared/types";
import { type Database, type Db, openDatabase } from "../../platform/db/client";
import { openSession } from "../../platform/db/connection/pool";
import { getDatabaseId } from "../../platform/db/database-id";
import { isInUse } from "../../platform/db/embedded/embedded-in-use";
import { env } from "../../platform/env/env";
import { copyVectors } from "./copy-vectors";

type Report = (line: string) => void;

/** An advisory lock of the connection, held by one move at a time. */
const lockKey = "select pg_try_advisory_lock(9, hashtext('vector-move')) as locked";

/** Opens the database for a move of vectors, while no process of Muster runs. */
async function withStoppedMuster<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = env();
  const stop = "Stop all its processes, then run this command again.";
  if (!DATABASE_URL && isInUse(DATA_DIR)) throw new Error(`Muster is running on ${DATA_DIR}. ${stop}`);
  const database = await openDatabase();
  try {
    if (await isStoreInUse(database.db)) throw new Error(`Muster is running. ${stop}`);
    return await withLock(database, work);
  } finally {
    await database.close();
  }
}

async function withLock<T>({ pool, db }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await openSession(pool);
  try {
    const { rows } = await client.query<{ locked: boolean }>(lockKey);
    if (!rows[0]?.locked) throw new Error("Another move of the vectors is running.");
    return await work(db);
  } finally {
    await client.end();
  }
}

/**
 * Copies all vectors to another store, verifies their counts, and records it as the store of the database. Continues an interrupted
 * move. The previous store is not changed.
 */
export function moveVectors(target: StoreLocation, report: Report) {
  return withStoppedMuster(async (db) => {
    const source = getLocation();
    const place = describeLocation(target);
    if (describeLocation(source) === place) throw new Error(`The vectors are already in ${place}.`);
    await checkStore(db, "use");
    const [from, to] = [openLocation(source), openLocation(target)];
    const move = (await resume(db, to, place)) ?? (await begin(db, to, place));
    const copied = await copyVectors({ db, from, to, move, report });
    await to.idle();
    await db.transaction(async (tx) => {
      await writeRecord(tx, { id: move.id, place, inode: move.inode });
      await removeMove(tx);
    });
    return copied;
  });
}

async function resume(db: Db, to: BuiltinStore, place: string): Promise<MoveRecord | undefined> {
  const move = await readMove(db);
  if (!move) return undefined;
  if (move.place === place && (await to.readIdentity())?.id === move.id) return move;
  throw new Error(
    `A move of the vectors to ${move.place} has begun. Finish it, or run \`npm run move-to -- --vectors cancel\`.`,
  );
}

async function begin(db: Db, to: BuiltinStore, place: string): Promise<MoveRecord> {
  if ((await to.readIdentity()) || !(await to.isEmpty()))
    throw new Error(
      `${place} already contains vectors, from an earlier move or another database. Remove them, or use another store.`,
    );
  const { id, inode } = await to.writeIdentity(randomBytes(16).toString("hex"), await getDatabaseId(db));
  const move = { id, inode, place, datasourceId: "", documentId: "" };
  await writeMove(db, move);
  return move;
}

/** Ends an interrupted move: the database keeps its store. Returns where the copied vectors are, or undefined if there was no move. */
export function cancelMove(): Promise<string | undefined> {
  return withStoppedMuster(async (db) => {
    const move = await readMove(db);
    await removeMove(db);
    return move?.place;
  });
}
