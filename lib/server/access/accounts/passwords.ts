import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { changeByCurrentForm, loginForm } from "@/lib/contract/accounts/schemas";
import type { Db } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { AppError, invalidField } from "../../platform/errors/errors";
import { isMailEnabled, sendInBackground, sendResetMail, sendVerifyMail } from "../../platform/mail/mails";
import { findPasswordProblem, hashPassword, normalizePassword, verifyPassword } from "../auth/password";
import type { AccountPrincipal } from "../auth/principal";
import { lockProof, type ProofContext, requirePassword } from "../auth/proof";
import { limitGuess } from "../auth/rate-limits";
import { isKnownSource, readSource } from "../auth/source";
import { disconnectAccount } from "../broadcast/disconnect";
import { createClosedAccountError } from "./closed";
import { createMailToken } from "./mail-tokens";
import { endSessions, findAccountByEmail } from "./queries";
import { revokeAccountKeys } from "./revoke-account-keys";
import { recordSecurityEvent } from "./security-events";
import { clearSetup, verifySecondStep } from "./two-factor";

type Account = typeof accounts.$inferSelect;

interface CallSource {
  db: Db;
  request: Request;
}

/**
 * The same error for all failures: an attacker who registers an address and then signs in must not learn whether it was already
 * registered.
 */
const createCredentialsError = (): AppError =>
  new AppError(
    "unauthorized",
    isMailEnabled()
      ? "The email address or password is incorrect. If you haven't confirmed your address yet, we sent you a new link."
      : "The email address or password is incorrect.",
  );

/**
 * Verifies an email and password, and the code of a second factor. Unknown emails and wrong passwords get the same error in the
 * same time; attempts are counted before hashing.
 */
export async function signIn({ db, request }: CallSource, form: z.output<typeof loginForm>): Promise<Account> {
  const account = await findAccountByEmail(db, form.email);
  const known = await isKnownSource(db, account?.id, request);
  const forget = await limitGuess("password", form.email, known);
  const right = await verifyPassword(account?.passwordHash ?? null, form.password);
  if (!account || !right) throw createCredentialsError();
  if (isMailEnabled() && !account.emailVerified && !account.dateClosed) {
    sendInBackground(async () =>
      sendVerifyMail(account.email, account.name, await createMailToken(db, "verify", account.id)),
    );
    throw createCredentialsError();
  }
  await forget();
  if (account.dateClosed) throw createClosedAccountError();
  await verifySecondStep(db, account, form.code, { known, source: readSource(request) });
  return account;
}

/** Mails a link to choose a new password; neither the response nor its timing reveals whether the address is known. */
export function requestReset(db: Db, email: string): void {
  sendInBackground(async () => {
    const account = await findAccountByEmail(db, email);
    if (account && !account.dateClosed)
      await sendResetMail(account.email, account.name, await createMailToken(db, "reset", account.id));
  });
}

/**
 * Changes the password, given the current one; ends all other sessions and connections, and optionally the API keys. Mailed
 * reset links remain valid, so that the owner can recover from a stolen password.
 */
export async function changePassword(
  ctx: Omit<ProofContext, "principal"> & { principal: AccountPrincipal | null },
  { current, password, revokeKeys }: z.output<typeof changeByCurrentForm>,
): Promise<void> {
  const { principal } = ctx;
  if (!principal) throw new AppError("unauthorized", "Sign in to continue.", { redirect: "/login" });
  const proven = { ...ctx, principal };
  const { account } = principal;
  checkNewPassword(password, account.email);
  if (account.passwordHash === null)
    throw new AppError("conflict", "This account has no password yet. Set one on the account page.");
  await requirePassword(proven, current, "current");
  if (normalizePassword(password, current))
    throw invalidField("password", "This is your current password. Choose a different one.");
  await storePassword(proven, await hashPassword(password), "password_changed", revokeKeys);
}

/** Sets the first password of an account with linked sign-in only. */
export async function setPassword(ctx: ProofContext, password: string): Promise<void> {
  const { principal } = ctx;
  if (principal.account.passwordHash !== null)
    throw new AppError("conflict", "This account already has a password. Use it to set a new one.");
  checkNewPassword(password, principal.account.email);
  await requirePassword(ctx, undefined);
  await storePassword(ctx, await hashPassword(password), "password_set");
}

async function storePassword(
  ctx: ProofContext,
  passwordHash: string,
  event: "password_changed" | "password_set",
  revokeKeys = false,
): Promise<void> {
  const { account, tokenId } = ctx.principal;
  const source = readSource(ctx.request);
  await ctx.db.transaction(async (tx) => {
    const now = await lockProof(tx, ctx);
    await tx
      .update(accounts)
      .set({ passwordHash, ...clearSetup(now) })
      .where(eq(accounts.id, account.id));
    await endSessions(tx, account.id, tokenId);
    if (revokeKeys) await revokeAccountKeys(tx, account, source);
    await recordSecurityEvent(tx, account, event, source);
  });
  await disconnectAccount(account.id, tokenId);
}

/** Throws, at its field, when a new password is missing or too weak. */
export function checkNewPassword(password: string | undefined, email: string): asserts password is string {
  if (password === undefined) throw invalidField("password", "Choose a password for your account.");
  const problem = findPasswordProblem(password, email);
  if (problem) throw invalidField("password", problem);
}
