import { eq } from "drizzle-orm";
import { freshSessionMs } from "@/lib/constants/limits";
import { tokens } from "../accounts/table";
import type { Db } from "../db/client";
import { AppError, invalidField } from "../http/errors";
import { limitGuess } from "../http/rate-limits";
import { verifyPassword } from "./password";
import type { Principal } from "./principal";
import { knownSourceOf } from "./source";

/**
 * That it is really them, before something that a borrowed session must not do: by the password, or without one by a
 * sign-in of the last minutes.
 */
export async function requireProof(
  { db, principal, request }: { db: Db; principal: Principal; request: Request },
  password: string | undefined,
  field = "password",
): Promise<void> {
  const { account, tokenId } = principal;
  if (account.passwordHash === null) return requireFresh(db, tokenId);
  if (!password) throw invalidField(field, "Enter your password.");
  const known = await knownSourceOf(db, account.id, request);
  const forget = await limitGuess("password", account.email, known ?? tokenId);
  if (!(await verifyPassword(account.passwordHash, password)))
    throw invalidField(field, "This is not your current password.");
  await forget();
}

async function requireFresh(db: Db, tokenId: string): Promise<void> {
  const [session] = await db.select({ date: tokens.dateCreated }).from(tokens).where(eq(tokens.id, tokenId));
  if (session && Date.now() - session.date.getTime() < freshSessionMs) return;
  throw new AppError("forbidden", "Sign out and in again first: this needs a sign-in of the last ten minutes.");
}
