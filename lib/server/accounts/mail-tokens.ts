import { and, eq, gt } from "drizzle-orm";
import { resetTokenMs, verifyTokenMs } from "@/lib/constants/limits";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { newId, randomText } from "../db/ids";
import { AppError } from "../http/errors";
import { tokens } from "./table";

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

/** Uses the token up and answers its account; 400 when it is unknown, used, expired or for another purpose. */
export async function useMailToken(db: Pick<Db, "delete">, purpose: MailPurpose, token: string): Promise<string> {
  const [used] = await db
    .delete(tokens)
    .where(and(eq(tokens.hash, hashToken(token)), eq(tokens.purpose, purpose), gt(tokens.expires, new Date())))
    .returning();
  if (!used?.accountId) throw linkOver();
  return used.accountId;
}
