import { createHash } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { idempotencyMs } from "@/lib/constants/limits";
import { idempotencyKeys } from "../accounts/table";
import type { Db } from "../db/client";
import { AppError } from "./errors";

const abandonedMs = 60_000;
const sha = (text: string) => createHash("sha256").update(text).digest("hex");

interface Once {
  accountId: string;
  key: string;
  endpoint: string;
  path: string;
  body: unknown;
}

/** Answers the first answer again for 24 h; the same key with another body, or while the first is under way, is 409. */
export async function once(db: Db, call: Once, work: () => Promise<unknown>): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,200}$/.test(call.key))
    throw new AppError("invalid", "The Idempotency-Key must be 1 to 200 visible characters.");
  const id = sha(`${call.accountId} ${call.endpoint} ${call.key}`);
  const bodyHash = sha(`${call.path} ${JSON.stringify(call.body ?? null)}`);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.dateCreated, new Date(Date.now() - idempotencyMs)));
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.id, id),
        isNull(idempotencyKeys.answer),
        lt(idempotencyKeys.dateCreated, sql`now() - ${`${abandonedMs} ms`}::interval`),
      ),
    );
  const [mine] = await db.insert(idempotencyKeys).values({ id, bodyHash }).onConflictDoNothing().returning();
  if (!mine) return firstAnswer(db, id, bodyHash);
  try {
    const body = await work();
    await db
      .update(idempotencyKeys)
      .set({ answer: { status: 200, body } })
      .where(eq(idempotencyKeys.id, id));
    return body;
  } catch (error) {
    await db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id));
    throw error;
  }
}

async function firstAnswer(db: Db, id: string, bodyHash: string): Promise<unknown> {
  const [first] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id));
  if (first?.bodyHash !== bodyHash)
    throw new AppError("conflict", "This Idempotency-Key was used with another request.");
  if (!first.answer)
    throw new AppError("conflict", "The first request with this Idempotency-Key is still being answered.");
  return first.answer.body;
}
