import { eq } from "drizzle-orm";
import { freshSessionMs } from "@/lib/constants/limits";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { tokens } from "../../platform/db/tables/accounts";
import { AppError, invalidField } from "../../platform/errors/errors";
import { lockAccount } from "./lock-account";
import { verifyPassword } from "./password";
import type { AccountPrincipal } from "./principal";
import { limitGuess } from "./rate-limits";
import { isKnownSource } from "./source";

/** A call whose change requires a proof. */
export interface ProofContext {
  db: Db;
  principal: AccountPrincipal;
  request: Request;
  requireRights: (tx?: Tx) => Promise<void>;
}

/** Verifies the account's owner before sensitive changes: by the password, or without one by a recent sign-in. */
export async function requirePassword(
  { db, principal, request }: Pick<ProofContext, "principal" | "request"> & { db: Reader },
  password: string | undefined,
  field = "password",
): Promise<void> {
  const { account, tokenId } = principal;
  if (account.passwordHash === null) return requireRecentSignIn(db, tokenId);
  if (!password) throw invalidField(field, "Enter your password.");
  const known = await isKnownSource(db, account.id, request);
  const forget = await limitGuess("password", account.email, known ?? tokenId);
  if (!(await verifyPassword(account.passwordHash, password)))
    throw invalidField(field, "This isn't your current password.");
  await forget();
}

/**
 * Verifies again, as the first step of the change's transaction: hashing takes long enough for the owner to reset the
 * password meanwhile. Locks and returns the account. Throws 401 if the session has ended, 409 if the password has changed.
 */
export async function lockProof(
  tx: Tx,
  { principal, requireRights }: Pick<ProofContext, "principal" | "requireRights">,
): Promise<AccountPrincipal["account"]> {
  const account = await lockAccount(tx, principal.account.id);
  await requireRights(tx);
  if (!account || account.passwordHash !== principal.account.passwordHash)
    throw new AppError("conflict", "Your password was changed in the meantime. Reload the page and try again.");
  return account;
}

async function requireRecentSignIn(db: Reader, tokenId: string): Promise<void> {
  const [session] = await db.select({ date: tokens.dateCreated }).from(tokens).where(eq(tokens.id, tokenId));
  if (session && Date.now() - session.date.getTime() < freshSessionMs) return;
  throw new AppError("forbidden", "Sign out and back in first. This requires a sign-in within the last 10 minutes.");
}
