import { and, eq, gt, lt, or, type SQL } from "drizzle-orm";
import { emailChangeMs } from "@/lib/constants/limits";
import { lockAccount } from "../auth/lock-account";
import type { Principal } from "../auth/principal";
import { holdProof, type Proven } from "../auth/proof";
import { type Source, sourceOf } from "../auth/source";
import { hashToken } from "../crypto/tokens";
import type { Db, Tx } from "../db/client";
import { randomText } from "../db/ids";
import { AppError, invalidField } from "../http/errors";
import { mailBeside, mailIsOn, sendNewEmailMail, sendOldEmailMail, sendTakenEmailMail } from "../mail/mails";
import { emailChanges } from "../security/table";
import { accountByEmail, endMailedLinks } from "./queries";
import { checkDomain } from "./register";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";

type Account = typeof accounts.$inferSelect;

const newStart = "me_";
const oldStart = "mo_";
export const isEmailToken = (token: string): boolean => token.startsWith(newStart) || token.startsWith(oldStart);

const over = () => new AppError("invalid", "This link is not valid any more. Ask for the change again.");
const taken = () => new AppError("conflict", "This address cannot be used any more. Ask for the change again.");

function signInFirst(principal: Principal | null, token: string): AppError {
  if (principal)
    return new AppError(
      "forbidden",
      `You are signed in as ${principal.account.email}. Sign out, then open the link again and sign in to the account whose address changes.`,
    );
  const back = encodeURIComponent(`/verify?token=${token}`);
  return new AppError("unauthorized", "Sign in to the account whose address changes, with its present address.", {
    redirect: `/login?goto=${back}`,
  });
}

/**
 * Mails a link to each of both addresses; says nothing about whether the new one has an account. Without mail there is
 * nothing to confirm by: it changes at once, and counts as unconfirmed. Answers whether it has changed.
 */
export async function askForEmail(ctx: Proven, email: string): Promise<boolean> {
  const { db } = ctx;
  const source = sourceOf(ctx.request);
  if (email === ctx.principal.account.email) throw invalidField("email", "This is your address already.");
  checkDomain(email);
  if (!mailIsOn()) {
    await db.transaction(async (tx) => {
      const account = await holdProof(tx, ctx);
      if (await takenBy(tx, email)) throw invalidField("email", "This address cannot be used.");
      await setEmail(tx, account, email, false, source);
    });
    return true;
  }
  const [fresh, old] = [`${newStart}${randomText(52)}`, `${oldStart}${randomText(52)}`];
  const account = await db.transaction(async (tx) => {
    const now = await holdProof(tx, ctx);
    const change = {
      ...{ email, newHash: hashToken(fresh), oldHash: hashToken(old), newConfirmed: false },
      // An address that was never confirmed proves nothing, and may belong to someone else.
      ...{ oldConfirmed: !now.emailVerified, expires: new Date(Date.now() + emailChangeMs) },
    };
    await tx
      .insert(emailChanges)
      .values({ accountId: now.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.accountId, set: change });
    await noteSecurity(tx, now, "email_asked", source, email);
    return now;
  });
  mailBeside(async () => {
    const other = await accountByEmail(db, email);
    if (other) await sendTakenEmailMail(email, other.name);
    else await sendNewEmailMail(email, account.name, fresh);
    if (account.emailVerified) await sendOldEmailMail(account.email, account.name, old, email);
  });
  return false;
}

const takenBy = async (tx: Pick<Db, "select">, email: string): Promise<boolean> =>
  (await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))).length > 0;

/**
 * Confirms a change at one of both addresses; the second one to confirm lets it take effect. Answers whether it has. The new
 * address is confirmed only signed in to the account: its reader could else be led to confirm an account whose password
 * another person knows.
 */
export async function confirmEmail(
  { db, principal, request }: { db: Db; principal: Principal | null; request: Request },
  token: string,
): Promise<boolean> {
  const isNew = token.startsWith(newStart);
  const valid = and(byToken(hashToken(token)), gt(emailChanges.expires, new Date()));
  return db.transaction(async (tx) => {
    const account = await lockOwner(tx, valid);
    const [change] = await tx
      .update(emailChanges)
      .set(isNew ? { newConfirmed: true } : { oldConfirmed: true })
      .where(valid)
      .returning();
    if (!change) throw over();
    if (isNew && principal?.account.id !== change.accountId) throw signInFirst(principal, token);
    if (!change.newConfirmed || !change.oldConfirmed) return false;
    if (await takenBy(tx, change.email)) throw taken();
    await setEmail(tx, account, change.email, true, sourceOf(request));
    return true;
  });
}

/** Locks the account that has asked for the change, and answers it. */
async function lockOwner(tx: Tx, which: SQL | undefined): Promise<Account> {
  const [change] = await tx.select({ accountId: emailChanges.accountId }).from(emailChanges).where(which);
  const account = change && (await lockAccount(tx, change.accountId));
  if (!account) throw over();
  return account;
}

const byToken = (hash: string) => or(eq(emailChanges.newHash, hash), eq(emailChanges.oldHash, hash));

/** The account's mailed links went to the old address: none of them works any more. */
async function setEmail(tx: Tx, account: Account, email: string, emailVerified: boolean, source: Source) {
  await tx.update(accounts).set({ email, emailVerified }).where(eq(accounts.id, account.id));
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, account.id));
  await endMailedLinks(tx, account.id);
  await noteSecurity(tx, account, "email_changed", source, email);
}

/** Stops a change: by a link of it, or by whoever is signed in. */
export async function stopEmail(db: Db, by: { token: string } | { accountId: string }, source: Source): Promise<void> {
  await db.transaction(async (tx) => {
    const which = "token" in by ? byToken(hashToken(by.token)) : eq(emailChanges.accountId, by.accountId);
    const account = await lockOwner(tx, which);
    const [stopped] = await tx.delete(emailChanges).where(which).returning();
    if (!stopped) throw over();
    await noteSecurity(tx, account, "email_stopped", source, stopped.email);
  });
}

/** The change that waits to be confirmed, if there is one. */
export async function pendingEmail(db: Pick<Db, "select">, accountId: string) {
  const [row] = await db
    .select({
      email: emailChanges.email,
      newConfirmed: emailChanges.newConfirmed,
      oldConfirmed: emailChanges.oldConfirmed,
      expires: emailChanges.expires,
    })
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), gt(emailChanges.expires, new Date())));
  return row ?? null;
}

export const sweepEmailChanges = (db: Db) => db.delete(emailChanges).where(lt(emailChanges.expires, new Date()));
