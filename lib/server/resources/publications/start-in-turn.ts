import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../../platform/db/client";
import { singleton } from "../../platform/process/registry";
import type { PublicationCaller } from "./service";

/** The last start of each publication that has not ended. */
const lastStarts = () => singleton("publications.starts", () => new Map<string, Promise<unknown>>());

/**
 * Runs a transaction that locks the publication after the earlier ones of this process, so that those that wait for the lock take
 * no connections from other work. Within a transaction it waits for the lock only: its own connection may be the last one.
 */
export function startInTurn<T>(
  db: Db | Tx,
  { publication: { id } }: Pick<PublicationCaller, "publication">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (db instanceof PgTransaction) return db.transaction(work);
  const starts = lastStarts();
  const start = (starts.get(id) ?? Promise.resolve()).then(() => db.transaction(work));
  const settled = start.then(
    () => {},
    () => {},
  );
  starts.set(id, settled);
  void settled.then(() => {
    if (starts.get(id) === settled) starts.delete(id);
  });
  return start;
}
