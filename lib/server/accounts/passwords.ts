import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { changePasswordForm, loginForm } from "@/lib/contract/accounts";
import { hashPassword, passwordProblem, verifyPassword } from "../auth/password";
import { type Principal, startSession } from "../auth/principal";
import type { Db } from "../db/client";
import { AppError, invalidField } from "../http/errors";
import { mailIsOn, sendResetMail, sendVerifyMail } from "../mail/mails";
import { cutAccount } from "../realtime/cut";
import { makeMailToken, useMailToken } from "./mail-tokens";
import { accountByEmail, endSessions } from "./queries";
import { accounts } from "./table";

/** The same sentence and the same time for an unknown e-mail and a wrong password. */
export async function signIn(db: Db, form: z.output<typeof loginForm>) {
  const account = await accountByEmail(db, form.email);
  const right = await verifyPassword(account?.passwordHash ?? null, form.password);
  if (!account || !right) throw new AppError("unauthorized", "The e-mail address or the password is not right.");
  if (account.dateClosed) throw closed();
  if (mailIsOn() && !account.emailVerified) await askToVerify(db, account);
  return { account, token: await startSession(db, account.id) };
}

/** Said only to who knows the password, or has the mailed link. */
const closed = (): AppError =>
  new AppError("forbidden", "This account was closed by whoever runs this server. Ask them to open it again.");

async function askToVerify(db: Db, account: typeof accounts.$inferSelect): Promise<never> {
  await sendVerifyMail(account.email, account.name, await makeMailToken(db, "verify", account.id));
  throw new AppError("forbidden", "Confirm your e-mail address first. We have sent you a new link.");
}

/** Mails a link to choose a new password; says nothing about whether the address is known. */
export async function requestReset(db: Db, email: string): Promise<void> {
  const account = await accountByEmail(db, email);
  if (account && !account.dateClosed)
    await sendResetMail(account.email, account.name, await makeMailToken(db, "reset", account.id));
}

/** A new password ends every other session and socket at once. Answers a new session for a mailed link. */
export async function changePassword(
  db: Db,
  principal: Principal | null,
  form: z.output<typeof changePasswordForm>,
): Promise<string | undefined> {
  if ("token" in form) return changeByLink(db, form.token, form.password);
  if (!principal) throw new AppError("unauthorized", "Sign in to go on.", { redirect: "/login" });
  const { account } = principal;
  checkNew(form.password, account.email);
  if (!(await verifyPassword(account.passwordHash, form.current)))
    throw invalidField("current", "This is not your current password.");
  await db
    .update(accounts)
    .set({ passwordHash: await hashPassword(form.password) })
    .where(eq(accounts.id, account.id));
  await endSessions(db, account.id, principal.tokenId);
  await cutAccount(account.id, principal.tokenId);
  return undefined;
}

async function changeByLink(db: Db, token: string, password: string): Promise<string> {
  const passwordHash = await hashPassword(password);
  const accountId = await db.transaction(async (tx) => {
    const id = await useMailToken(tx, "reset", token);
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, id));
    if (account?.dateClosed) throw closed();
    checkNew(password, account?.email ?? "");
    // Whoever opened the mailed link has shown that the address is theirs.
    await tx.update(accounts).set({ passwordHash, emailVerified: true }).where(eq(accounts.id, id));
    return id;
  });
  await endSessions(db, accountId);
  await cutAccount(accountId);
  return startSession(db, accountId);
}

function checkNew(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalidField("password", problem);
}
