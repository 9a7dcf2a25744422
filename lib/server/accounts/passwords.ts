import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { changeByCurrentForm, loginForm } from "@/lib/contract/accounts";
import { hashPassword, passwordProblem, samePassword, verifyPassword } from "../auth/password";
import type { Principal } from "../auth/principal";
import { holdProof, type Proven, requireProof } from "../auth/proof";
import { knownSourceOf, sourceOf } from "../auth/source";
import type { Db } from "../db/client";
import { AppError, invalidField } from "../http/errors";
import { limitGuess } from "../http/rate-limits";
import { mailBeside, mailIsOn, sendResetMail, sendVerifyMail } from "../mail/mails";
import { cutAccount } from "../realtime/cut";
import { closed } from "./closed";
import { endKeys } from "./end-keys";
import { makeMailToken } from "./mail-tokens";
import { accountByEmail, endSessions } from "./queries";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";
import { secondStep, withoutSetup } from "./two-factor";

type Account = typeof accounts.$inferSelect;

interface Calling {
  db: Db;
  request: Request;
}

/**
 * One answer for all that is wrong: whoever has registered an address and then signs in with it must not learn from the
 * answer that it was nobody's before.
 */
const notRight = (): AppError =>
  new AppError(
    "unauthorized",
    mailIsOn()
      ? "The e-mail address or the password is not right. If you have yet to confirm your address, we have sent you a new link."
      : "The e-mail address or the password is not right.",
  );

/**
 * The account behind an e-mail and a password, and a code where it has a second step. The same sentence and the same time
 * for an unknown e-mail and a wrong password; guesses are counted before one reaches the hash.
 */
export async function signIn({ db, request }: Calling, form: z.output<typeof loginForm>): Promise<Account> {
  const account = await accountByEmail(db, form.email);
  const known = await knownSourceOf(db, account?.id, request);
  const forget = await limitGuess("password", form.email, known);
  const right = await verifyPassword(account?.passwordHash ?? null, form.password);
  if (!account || !right) throw notRight();
  if (mailIsOn() && !account.emailVerified && !account.dateClosed) {
    mailBeside(async () => sendVerifyMail(account.email, account.name, await makeMailToken(db, "verify", account.id)));
    throw notRight();
  }
  await forget();
  if (account.dateClosed) throw closed();
  await secondStep(db, account, form.code, { known, source: sourceOf(request) });
  return account;
}

/** Mails a link to choose a new password; neither the answer nor its time says whether the address is known. */
export function requestReset(db: Db, email: string): void {
  mailBeside(async () => {
    const account = await accountByEmail(db, email);
    if (account && !account.dateClosed)
      await sendResetMail(account.email, account.name, await makeMailToken(db, "reset", account.id));
  });
}

/**
 * A new password, by the current one, ends every other session and socket, and on request the API keys. Mailed links to a
 * new password go on: they are the owner's way back where someone else has learned the password.
 */
export async function changePassword(
  ctx: Omit<Proven, "principal"> & { principal: Principal | null },
  { current, password, revokeKeys }: z.output<typeof changeByCurrentForm>,
): Promise<void> {
  const { principal } = ctx;
  if (!principal) throw new AppError("unauthorized", "Sign in to go on.", { redirect: "/login" });
  const proven = { ...ctx, principal };
  const { account } = principal;
  checkNew(password, account.email);
  if (account.passwordHash === null)
    throw new AppError("conflict", "This account has no password yet. Set one on the account page.");
  await requireProof(proven, current, "current");
  if (samePassword(password, current))
    throw invalidField("password", "This is your current password. Choose a different one.");
  await store(proven, await hashPassword(password), "password_changed", revokeKeys);
}

/** The first password of somebody who signs in elsewhere. */
export async function setPassword(ctx: Proven, password: string): Promise<void> {
  const { principal } = ctx;
  if (principal.account.passwordHash !== null)
    throw new AppError("conflict", "This account has a password. Change it with the current one.");
  checkNew(password, principal.account.email);
  await requireProof(ctx, undefined);
  await store(ctx, await hashPassword(password), "password_set");
}

async function store(
  ctx: Proven,
  passwordHash: string,
  event: "password_changed" | "password_set",
  revokeKeys = false,
): Promise<void> {
  const { account, tokenId } = ctx.principal;
  const source = sourceOf(ctx.request);
  await ctx.db.transaction(async (tx) => {
    const now = await holdProof(tx, ctx);
    await tx
      .update(accounts)
      .set({ passwordHash, ...withoutSetup(now) })
      .where(eq(accounts.id, account.id));
    await endSessions(tx, account.id, tokenId);
    if (revokeKeys) await endKeys(tx, account, source);
    await noteSecurity(tx, account, event, source);
  });
  await cutAccount(account.id, tokenId);
}

/** Throws, at its field, where a new password is missing or not good enough. */
export function checkNew(password: string | undefined, email: string): asserts password is string {
  if (password === undefined) throw invalidField("password", "Choose a password for your account.");
  const problem = passwordProblem(password, email);
  if (problem) throw invalidField("password", problem);
}
