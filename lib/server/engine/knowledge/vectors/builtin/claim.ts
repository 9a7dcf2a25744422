import { randomBytes } from "node:crypto";
import type { Db, Reader, Tx } from "../../../../platform/db/client";
import { getDatabaseId } from "../../../../platform/db/database-id";
import { failureReason } from "../../../../platform/errors/failure-reason";
import { log } from "../../../../platform/log/log";
import { VectorError } from "../shared/failure";
import { lockCollection } from "../shared/lock-collection";
import type { BuiltinStore } from "../shared/types";
import { judgeStore, type Seen } from "./judge";
import { describeLocation, getLocation, openLocation } from "./location";
import { hasVectors, isStoreInUse, readMove, readRecord, type StoreRecord, writeRecord } from "./record";
import { createWrongStoreError, WrongStoreError } from "./refusals";

/** For an answer of the store, which may be slow. */
const patienceMs = 15_000;

/**
 * `start` also replaces a store that no process uses, in a database without vectors · `use` only records the first one · `look`
 * changes nothing
 */
type Mode = "start" | "use" | "look";

async function look(db: Reader, store: BuiltinStore, databaseId: string, mode: Mode): Promise<Seen> {
  const patience = () => AbortSignal.timeout(patienceMs);
  const [record, identity] = [await readRecord(db), await store.readIdentity(patience())];
  const hasContents = !record && !(await store.isEmpty(patience()));
  // Only at the start, when the vectors may be those of an earlier version.
  const isExpected = (record !== undefined || mode !== "use") && (await hasVectors(db));
  return { record, identity, databaseId, hasVectors: isExpected, hasContents };
}

/** Makes a store the one that the database knows. */
export async function adopt(tx: Tx, store: BuiltinStore, place: string, databaseId: string): Promise<StoreRecord> {
  const previous = await store.readIdentity();
  const identity = await store.writeIdentity(previous?.id ?? randomBytes(16).toString("hex"), databaseId);
  const record = { id: identity.id, place, inode: identity.inode };
  await writeRecord(tx, record);
  return record;
}

/** Throws WrongStoreError unless this process's store is the one that the database knows; the first process determines it. */
export async function requireKnownStore(db: Db, mode: Mode): Promise<void> {
  const move = await readMove(db);
  if (move)
    throw new WrongStoreError(
      `The vectors of this database are being moved to ${move.place}. Run the same \`npm run move-to\` again to finish, or \`npm run move-to -- --vectors cancel\`.`,
    );
  await checkStore(db, mode);
}

/** The same, also while the vectors are moved. */
export async function checkStore(db: Db, mode: Mode): Promise<void> {
  const location = getLocation();
  const place = describeLocation(location);
  const store = openLocation(location);
  // Several databases may have a folder.
  const databaseId = location.kind === "folder" ? "" : await getDatabaseId(db);
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
    const { id } = await adopt(tx, store, place, databaseId);
    log().info({ id, place }, "the vector store of this database was recorded");
  });
}

/** For messages: the store may have another name or path now. */
async function updatePlace(db: Db, record: StoreRecord, place: string, mode: Mode): Promise<void> {
  if (mode === "start" && record.place !== place) await writeRecord(db, { ...record, place });
}

/** At startup: an unavailable store is accepted if it is the known one, so that everything else works. */
export async function claimStore(db: Db): Promise<void> {
  const place = describeLocation(getLocation());
  try {
    await requireKnownStore(db, "start");
  } catch (error) {
    if (error instanceof WrongStoreError) throw error;
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const isUnavailable = isLate || (error instanceof VectorError && error.retryable);
    const reason = isLate ? `It didn't respond within ${patienceMs / 1_000} seconds.` : failureReason(error);
    if (!isUnavailable && !(error instanceof VectorError)) throw error;
    if (!isUnavailable || (await readRecord(db))?.place !== place)
      throw new Error(`The vector store (${place}) can't be used. ${reason} Check VECTORS_URL and VECTORS_API_KEY.`, {
        cause: error,
      });
    log().warn({ err: error, place }, "the vector store is unavailable");
  }
}
