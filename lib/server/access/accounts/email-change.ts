import { and, eq, gt, lt, or, type SQL } from "drizzle-orm";
import { emailChangeMs } from "@/lib/constants/limits";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { emailChanges } from "../../platform/db/tables/account-events";
import { accounts } from "../../platform/db/tables/accounts";
import { AppError, invalidField } from "../../platform/errors/errors";
import { randomText } from "../../platform/ids/ids";
import {
  isMailEnabled,
  sendEmailInUseMail,
  sendInBackground,
  sendNewEmailMail,
  sendOldEmailMail,
} from "../../platform/mail/mails";
import { lockAccount } from "../auth/lock-account";
import type { AccountPrincipal } from "../auth/principal";
import { lockProof, type ProofContext } from "../auth/proof";
import { readSource, type Source } from "../auth/source";
import { endMailedLinks, findAccountByEmail } from "./queries";
import { requireAllowedDomain } from "./register";
import { recordSecurityEvent } from "./security-events";

type Account = typeof accounts.$inferSelect;

const newAddressPrefix = "me_";
const oldAddressPrefix = "mo_";
export const isEmailToken = (token: string): boolean =>
  token.startsWith(newAddressPrefix) || token.startsWith(oldAddressPrefix);

const createExpiredError = () => new AppError("invalid", "This link is no longer valid. Request the change again.");
const createInUseError = () =>
  new AppError("conflict", "This email address can no longer be used. Request the change again.");

function createSignInError(principal: AccountPrincipal | null, token: string): AppError {
  if (principal)
    return new AppError(
      "forbidden",
      `You're signed in as ${principal.account.email}. Sign out, open the link again, and sign in to the account whose email address is changing.`,
    );
  const back = encodeURIComponent(`/verify?token=${token}`);
  return new AppError(
    "unauthorized",
    "Sign in to the account whose email address is changing, with its current address.",
    {
      redirect: `/login?goto=${back}`,
    },
  );
}

/**
 * Mails a confirmation link to both addresses, without revealing whether the new one has an account. Without mail the change
 * takes effect immediately, and the address counts as unconfirmed. Returns whether it has taken effect.
 */
export async function requestEmailChange(ctx: ProofContext, email: string): Promise<boolean> {
  const { db } = ctx;
  const source = readSource(ctx.request);
  if (email === ctx.principal.account.email) throw invalidField("email", "This is already your email address.");
  requireAllowedDomain(email);
  if (!isMailEnabled()) {
    await db.transaction(async (tx) => {
      const account = await lockProof(tx, ctx);
      if (await isEmailTaken(tx, email)) throw invalidField("email", "This email address can't be used.");
      await setEmail(tx, account, email, false, source);
    });
    return true;
  }
  const [newToken, old] = [`${newAddressPrefix}${randomText(52)}`, `${oldAddressPrefix}${randomText(52)}`];
  const account = await db.transaction(async (tx) => {
    const now = await lockProof(tx, ctx);
    const change = {
      email,
      newHash: hashToken(newToken),
      oldHash: hashToken(old),
      newConfirmed: false,
      // An unconfirmed address is no proof, and may belong to someone else.
      oldConfirmed: !now.emailVerified,
      expires: new Date(Date.now() + emailChangeMs),
    };
    await tx
      .insert(emailChanges)
      .values({ accountId: now.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.accountId, set: change });
    await recordSecurityEvent(tx, now, "email_asked", source, email);
    return now;
  });
  sendInBackground(async () => {
    const other = await findAccountByEmail(db, email);
    if (other) await sendEmailInUseMail(email, other.name);
    else await sendNewEmailMail(email, account.name, newToken);
    if (account.emailVerified) await sendOldEmailMail(account.email, account.name, old, email);
  });
  return false;
}

const isEmailTaken = async (tx: Reader, email: string): Promise<boolean> =>
  (await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))).length > 0;

/**
 * Confirms a change from one of the addresses; the second confirmation applies it. Returns whether it was applied. Confirming
 * the new address requires being signed in: its reader could otherwise be tricked into confirming it for an account whose
 * password someone else knows.
 */
export async function confirmEmail(
  { db, principal, request }: { db: Db; principal: AccountPrincipal | null; request: Request },
  token: string,
): Promise<boolean> {
  const isNew = token.startsWith(newAddressPrefix);
  const valid = and(findByToken(hashToken(token)), gt(emailChanges.expires, new Date()));
  return db.transaction(async (tx) => {
    const account = await lockOwner(tx, valid);
    const [change] = await tx
      .update(emailChanges)
      .set(isNew ? { newConfirmed: true } : { oldConfirmed: true })
      .where(valid)
      .returning();
    if (!change) throw createExpiredError();
    if (isNew && principal?.account.id !== change.accountId) throw createSignInError(principal, token);
    if (!change.newConfirmed || !change.oldConfirmed) return false;
    if (await isEmailTaken(tx, change.email)) throw createInUseError();
    await setEmail(tx, account, change.email, true, readSource(request));
    return true;
  });
}

/** Locks and returns the account with the pending change. */
async function lockOwner(tx: Tx, which: SQL | undefined): Promise<Account> {
  const [change] = await tx.select({ accountId: emailChanges.accountId }).from(emailChanges).where(which);
  const account = change && (await lockAccount(tx, change.accountId));
  if (!account) throw createExpiredError();
  return account;
}

const findByToken = (hash: string) => or(eq(emailChanges.newHash, hash), eq(emailChanges.oldHash, hash));

/** Invalidates all mailed links, which were sent to the old address. */
async function setEmail(tx: Tx, account: Account, email: string, emailVerified: boolean, source: Source) {
  await tx.update(accounts).set({ email, emailVerified }).where(eq(accounts.id, account.id));
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, account.id));
  await endMailedLinks(tx, account.id);
  await recordSecurityEvent(tx, account, "email_changed", source, email);
}

/** Cancels a change by one of its links, or by the signed-in account. */
export async function cancelEmailChange(
  db: Db,
  by: { token: string } | { accountId: string },
  source: Source,
): Promise<void> {
  await db.transaction(async (tx) => {
    const which = "token" in by ? findByToken(hashToken(by.token)) : eq(emailChanges.accountId, by.accountId);
    const account = await lockOwner(tx, which);
    const [stopped] = await tx.delete(emailChanges).where(which).returning();
    if (!stopped) throw createExpiredError();
    await recordSecurityEvent(tx, account, "email_stopped", source, stopped.email);
  });
}

/** Returns the pending change, if any. */
export async function findPendingEmail(db: Reader, accountId: string) {
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
