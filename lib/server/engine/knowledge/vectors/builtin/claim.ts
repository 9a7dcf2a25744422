import { randomBytes } from "node:crypto";
import type { Db, Reader, Tx } from "../../../../platform/db/client";
import { getDatabaseId } from "../../../../platform/db/database-id";
import { env } from "../../../../platform/env/env";
import { log } from "../../../../platform/log/log";
import { lockCollection } from "../shared/lock-collection";
import type { BuiltinStore } from "../shared/types";
import { judgeStore, type Seen } from "./judge";
import { describeLocation, getLocation, openLocation } from "./location";
import { hasVectors, isStoreInUse, markSeen, readMove, readRecord, type StoreRecord, writeRecord } from "./record";
import { createWrongStoreError, WrongStoreError } from "./refusals";

/** For an answer of the store, which may be slow. */
export const patienceMs = 15_000;

/**
 * `start` also replaces a store that no process uses, in a database without vectors · `use` only records the first one · `look`
 * changes nothing
 */
type Mode = "start" | "use" | "look";

async function look(db: Reader, store: BuiltinStore, databaseId: string | undefined, mode: Mode): Promise<Seen> {
  const patience = () => AbortSignal.timeout(patienceMs);
  const [record, identity] = [await readRecord(db), await store.readIdentity(patience())];
  const seen = { record, identity, databaseId, hasVectors: false, hasContents: false };
  // The rest makes no difference, and is read often.
  if (record && record.id === identity?.id) return seen;
  // Only at the start, when the vectors may be those of an earlier version.
  seen.hasVectors = (record !== undefined || mode !== "use") && (await hasVectors(db));
  seen.hasContents = !(await store.isEmpty(patience()));
  return seen;
}

/** Records a store as the one of the database, and as used, so that another start waits for its process. */
export async function adopt(tx: Tx, store: BuiltinStore, place: string, databaseId: string): Promise<StoreRecord> {
  const previous = await store.readIdentity();
  const identity = await store.writeIdentity(previous?.id ?? randomBytes(16).toString("hex"), databaseId);
  const record = { id: identity.id, place, inode: identity.inode };
  await writeRecord(tx, record);
  if (env().DATABASE_URL) await markSeen(tx);
  return record;
}

/** Throws WrongStoreError unless this process's store is the recorded one of the database; the first process determines it. */
export async function requireKnownStore(db: Db, mode: Mode, readId = getDatabaseId): Promise<void> {
  const move = await readMove(db);
  if (move)
    throw new WrongStoreError(
      `The vectors of this database are being moved to ${move.place}. Run the same \`npm run move-to\` command again to finish, or \`npm run move-to -- --vectors cancel\`.`,
    );
  await checkStore(db, mode, readId);
}

/** The same, also while the vectors are moved. */
export async function checkStore(db: Db, mode: Mode, readId = getDatabaseId): Promise<void> {
  const location = getLocation();
  const place = describeLocation(location);
  const store = openLocation(location);
  const databaseId = location.kind === "folder" ? undefined : await readId(db);
  const seen = await look(db, store, databaseId, mode);
  const verdict = judgeStore(seen);
  if (verdict.is === "known") return seen.record && updatePlace(db, seen.record, place, mode);
  if (verdict.is === "refused") throw createWrongStoreError(verdict.why, place, seen.record);
  if (verdict.unlessAlive && (mode !== "start" || (await isStoreInUse(db))))
    throw createWrongStoreError(verdict.unlessAlive, place, seen.record);
  if (mode === "look") return;
  await db.transaction(async (tx) => {
    await lockCollection(tx, "vector-store");
    const again = await look(tx, store, databaseId, mode);
    const then = judgeStore(again);
    if (then.is === "known") return;
    // Another process was faster.
    if (then.is === "refused" || again.record?.id !== seen.record?.id)
      throw createWrongStoreError(then.is === "refused" ? then.why : "other", place, again.record);
    const { id } = await adopt(tx, store, place, databaseId ?? "");
    log().info({ id, place }, "the vector store of this database was recorded");
  });
}

/** For messages: the store may have another name or path now. */
async function updatePlace(db: Db, record: StoreRecord, place: string, mode: Mode): Promise<void> {
  if (mode === "start" && record.place !== place) await writeRecord(db, { ...record, place });
}
