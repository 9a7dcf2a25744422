import { and, eq, gt } from "drizzle-orm";
import { resetTokenMs, verifyTokenMs } from "@/lib/constants/limits";
import { lockAccount } from "../auth/lock-account";
import { hashToken } from "../crypto/tokens";
import type { Db, Tx } from "../db/client";
import { newId, randomText } from "../db/ids";
import { AppError } from "../http/errors";
import { type accounts, tokens } from "./table";

const lifetime = { verify: verifyTokenMs, reset: resetTokenMs };
export type MailPurpose = keyof typeof lifetime;

/** A single-use token for one purpose, to be mailed. An older one of the same purpose dies. */
export async function makeMailToken(
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

export const linkOver = () => new AppError("invalid", "This link is not valid any more. Ask for a new one.");

/**
 * Locks the token's account, uses the token up and answers the account; 400 when the token is unknown, used, expired or
 * for another purpose.
 */
export async function useMailToken(tx: Tx, purpose: MailPurpose, token: string): Promise<typeof accounts.$inferSelect> {
  const valid = and(eq(tokens.hash, hashToken(token)), eq(tokens.purpose, purpose), gt(tokens.expires, new Date()));
  const [found] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(valid);
  const account = found?.accountId ? await lockAccount(tx, found.accountId) : undefined;
  const used = await tx.delete(tokens).where(valid).returning({ id: tokens.id });
  if (!account || used.length === 0) throw linkOver();
  return account;
}
