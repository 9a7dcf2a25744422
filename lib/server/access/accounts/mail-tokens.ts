import { and, eq, gt } from "drizzle-orm";
import { resetTokenMs, verifyTokenMs } from "@/lib/constants/limits";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Tx } from "../../platform/db/client";
import { type accounts, tokens } from "../../platform/db/tables/accounts";
import { AppError } from "../../platform/errors/errors";
import { newId, randomText } from "../../platform/ids/ids";
import { lockAccount } from "../auth/lock-account";

const lifetime = { verify: verifyTokenMs, reset: resetTokenMs };
export type MailPurpose = keyof typeof lifetime;

/** Creates a single-use token to be mailed. Invalidates an older one with the same purpose. */
export async function createMailToken(
  db: Pick<Db, "insert" | "delete">,
  purpose: MailPurpose,
  accountId: string,
): Promise<string> {
  const token = `m${purpose[0]}_${randomText(52)}`;
  await db.delete(tokens).where(and(eq(tokens.accountId, accountId), eq(tokens.purpose, purpose)));
  await db.insert(tokens).values({
    id: newId("token"),
    hash: hashToken(token),
    purpose,
    accountId,
    expires: new Date(Date.now() + lifetime[purpose]),
  });
  return token;
}

export const createExpiredLinkError = () => new AppError("invalid", "This link is no longer valid. Request a new one.");

/**
 * Consumes a token, and locks and returns its account. Throws 400 when the token is unknown, used, expired or for another
 * purpose.
 */
export async function redeemMailToken(
  tx: Tx,
  purpose: MailPurpose,
  token: string,
): Promise<typeof accounts.$inferSelect> {
  const valid = and(eq(tokens.hash, hashToken(token)), eq(tokens.purpose, purpose), gt(tokens.expires, new Date()));
  const [found] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(valid);
  const account = found?.accountId ? await lockAccount(tx, found.accountId) : undefined;
  const used = await tx.delete(tokens).where(valid).returning({ id: tokens.id });
  if (!account || used.length === 0) throw createExpiredLinkError();
  return account;
}
