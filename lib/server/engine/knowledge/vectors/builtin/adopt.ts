import type { Db } from "../../../../platform/db/client";
import { getDatabaseId } from "../../../../platform/db/database-id";
import { lockCollection } from "../shared/lock-collection";
import { adopt } from "./claim";
import { describeLocation, getLocation, openLocation } from "./location";
import { isStoreInUse, readMove, readRecord } from "./record";

/**
 * Records the configured store as the one of the database, whichever was recorded before. Returns where it is. For the operator:
 * its contents may differ from what the database expects.
 */
export async function adoptStore(db: Db): Promise<string> {
  const location = getLocation();
  const [store, place] = [openLocation(location), describeLocation(location)];
  const databaseId = await getDatabaseId(db);
  const [record, identity] = [await readRecord(db), await store.readIdentity()];
  if (await readMove(db))
    throw new Error("The vectors are being moved. Finish or cancel this first: `npm run move-to -- --vectors cancel`.");
  if (record && identity?.id !== record.id && (await isStoreInUse(db)))
    throw new Error(
      `Muster is running, with the vectors in ${record.place}. Stop all its processes, then run this command again.`,
    );
  await db.transaction(async (tx) => {
    await lockCollection(tx, "vector-store");
    await adopt(tx, store, place, databaseId);
  });
  return place;
}
