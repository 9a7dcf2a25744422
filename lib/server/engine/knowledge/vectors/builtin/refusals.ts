import type { Refusal } from "./judge";
import type { StoreRecord } from "./record";

/** The store of this process is not the recorded store of the database. The message is for the operator. */
export class WrongStoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WrongStoreError";
  }
}

const remedy =
  "Make all processes use the same store: Qdrant (VECTORS_URL; `npm run move-to -- --vectors <URL>` copies the vectors), or one DATA_DIR. " +
  "To use this store instead, stop all processes and run `npm run admin -- adopt-vectors`; missing vectors can be reindexed.";

const explain: Record<Refusal, (here: string, known: string) => string> = {
  empty: (here, known) =>
    `The vectors of this database are in ${known}, but this process uses ${here}, which has no vectors. ${remedy}`,
  other: (here, known) =>
    `The vectors of this database are in ${known}, but this process uses ${here}, a different store. ${remedy}`,
  copied: (here, known) =>
    `The vectors of this database are in ${known}, which a running process uses. This process uses ${here}, a copy that would no longer be kept in sync. ${remedy}`,
  foreign: (here) =>
    `Another database uses ${here}. If this database is a copy, give it its own store. ` +
    "If it was moved or restored and the other one is no longer used, run `npm run admin -- adopt-vectors`.",
  unclaimed: (here) =>
    `${here} contains vectors, but not the ID of a database. They may belong to another server or to a team's own vector DB. Use another Qdrant. ` +
    "If all of them belong to this database, run `npm run admin -- adopt-vectors`: vectors that no data source uses are then removed.",
};

export const createWrongStoreError = (why: Refusal, here: string, record: StoreRecord | undefined): WrongStoreError =>
  new WrongStoreError(explain[why](here, record?.place ?? "the folder that an earlier version used"));
