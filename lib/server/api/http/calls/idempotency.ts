import { createHash } from "node:crypto";
import { eq, lt, type SQL } from "drizzle-orm";
import { idempotencyMs } from "@/lib/constants/limits";
import { type Db, type Reader, type Transact, toReadWrite } from "../../../platform/db/client";
import { idempotencyKeys } from "../../../platform/db/tables/accounts";
import { AppError } from "../../../platform/errors/errors";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const cleanEveryMs = 60_000;

interface IdempotentCall {
  accountId: string;
  key: string;
  endpoint: string;
  path: string;
  body: unknown;
}

/** Runs a handler with the database, or within the transaction that stores its result. */
export type Run = (store: { db: Db; write: Transact }) => Promise<unknown>;

/**
 * Returns the first result for 24 hours; the same key with another body is a 409. Key, work and response are written in one
 * transaction: a crash leaves all or nothing, and a concurrent call waits for the first.
 */
export async function runOnce(db: Db, transact: Transact, call: IdempotentCall, work: Run): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,200}$/.test(call.key))
    throw new AppError("invalid", "The Idempotency-Key must be 1 to 200 visible characters.");
  const id = hash(`${call.accountId} ${call.endpoint} ${call.key}`);
  const bodyHash = hash(`${call.path} ${JSON.stringify(call.body ?? null)}`);
  const old = lt(idempotencyKeys.dateCreated, new Date(Date.now() - idempotencyMs));
  await deleteExpired(db, old);
  return transact(async (tx) => {
    const fresh = { id, bodyHash, answer: null, dateCreated: new Date() };
    const [mine] = await tx
      .insert(idempotencyKeys)
      .values(fresh)
      .onConflictDoUpdate({ target: idempotencyKeys.id, set: fresh, setWhere: old })
      .returning({ id: idempotencyKeys.id });
    if (!mine) return findFirstResponse(tx, id, bodyHash);
    const body = await work({ ...toReadWrite(tx), db: tx });
    await tx
      .update(idempotencyKeys)
      .set({ answer: { status: 200, body } })
      .where(eq(idempotencyKeys.id, id));
    return body;
  });
}

let cleanedAt = Number.NEGATIVE_INFINITY;

/** Only saves space: an expired key can be reused even if it still exists. */
async function deleteExpired(db: Db, old: SQL): Promise<void> {
  if (performance.now() - cleanedAt < cleanEveryMs) return;
  cleanedAt = performance.now();
  await db.delete(idempotencyKeys).where(old);
}

async function findFirstResponse(db: Reader, id: string, bodyHash: string): Promise<unknown> {
  const [first] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id));
  if (first?.bodyHash !== bodyHash)
    throw new AppError("conflict", "This Idempotency-Key was used with another request.");
  return first.answer?.body;
}
