import { eq } from "drizzle-orm";
import { freshSessionMs } from "@/lib/constants/limits";
import { tokens } from "../accounts/table";
import type { Db, Tx } from "../db/client";
import { AppError, invalidField } from "../http/errors";
import { limitGuess } from "../http/rate-limits";
import { lockAccount } from "./lock-account";
import { verifyPassword } from "./password";
import type { Principal } from "./principal";
import { knownSourceOf } from "./source";

/** A call whose change takes a proof. */
export interface Proven {
  db: Db;
  principal: Principal;
  request: Request;
  requireRights: (tx?: Tx) => Promise<void>;
}

/**
 * That it is really them, before something that a borrowed session must not do: by the password, or without one by a
 * sign-in of the last minutes.
 */
export async function requireProof(
  { db, principal, request }: Pick<Proven, "db" | "principal" | "request">,
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

/**
 * Comes first in the transaction of a change that took a proof: checking one takes long enough for the owner to reset the
 * password meanwhile. Locks the account and answers it as it is now. Throws 401 if the session has ended, 409 if the
 * password is no longer the one that the proof was checked against.
 */
export async function holdProof(
  tx: Tx,
  { principal, requireRights }: Pick<Proven, "principal" | "requireRights">,
): Promise<Principal["account"]> {
  const account = await lockAccount(tx, principal.account.id);
  await requireRights(tx);
  if (!account || account.passwordHash !== principal.account.passwordHash)
    throw new AppError("conflict", "Your password was changed in the meantime. Reload the page and try again.");
  return account;
}

async function requireFresh(db: Db, tokenId: string): Promise<void> {
  const [session] = await db.select({ date: tokens.dateCreated }).from(tokens).where(eq(tokens.id, tokenId));
  if (session && Date.now() - session.date.getTime() < freshSessionMs) return;
  throw new AppError("forbidden", "Sign out and in again first: this needs a sign-in of the last ten minutes.");
}
