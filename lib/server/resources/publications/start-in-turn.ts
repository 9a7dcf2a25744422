import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { settleAll } from "../../platform/db/settle-all";
import { publications } from "../../platform/db/tables/publications";
import { AppError } from "../../platform/errors/errors";
import { singleton } from "../../platform/process/registry";
import { Slots } from "../../platform/process/slots";
import { checkConcurrency } from "./limits";
import { type PublicationCaller, requireStillAdmitted } from "./service";

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

/** Throws 409 if runs would now have the rights of another member, or another revision. */
function requireUnchanged({ publication: one }: PublicationCaller, { publication: now }: PublicationCaller): void {
  const { principalId, revision, revisionOf } = one;
  if (principalId === now.principalId && revision === now.revision && revisionOf === now.revisionOf) return;
  throw new AppError("conflict", "This publication was changed in the meantime. Send the request again.");
}

/** Serializes the starts of a publication's runs, and checks what may have changed since the caller was found. */
export async function lockForStart(tx: Tx, caller: PublicationCaller): Promise<void> {
  const { id, teamId } = caller.publication;
  const locked = lockRow(tx, publications, teamId, id);
  const checks = [locked, requireStillAdmitted(tx, caller), checkConcurrency(tx, caller)] as const;
  requireUnchanged(caller, (await settleAll(checks))[1]);
}
