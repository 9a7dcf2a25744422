import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../../platform/db/client";
import { singleton } from "../../platform/process/registry";
import { Slots } from "../../platform/process/slots";
import type { PublicationCaller } from "./service";

/** Of one publication: while one has the lock, the next one prepares its session. */
const maxStarting = 2;

const slotsOf = () => singleton("publications.starts", () => new Map<string, Slots>());

/**
 * Runs a transaction that locks the publication after the earlier ones of this process, so that those that wait for the lock take
 * no connections from other work. Within a transaction it waits for the lock only: its own connection may be the last one.
 */
export async function startInTurn<T>(
  db: Db | Tx,
  { publication: { id } }: Pick<PublicationCaller, "publication">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (db instanceof PgTransaction) return db.transaction(work);
  const slots = slotsOf().get(id) ?? new Slots(maxStarting);
  slotsOf().set(id, slots);
  try {
    return await slots.use(() => db.transaction(work));
  } finally {
    if (slots.isIdle) slotsOf().delete(id);
  }
}
