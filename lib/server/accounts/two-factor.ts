import { createHmac } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodesCount } from "@/lib/constants/limits";
import { holdProof, type Proven } from "../auth/proof";
import { knownSourceOf, type Source, sourceOf } from "../auth/source";
import { openSecret, sealSecret } from "../crypto/secrets";
import type { Db, Tx } from "../db/client";
import { randomText } from "../db/ids";
import { AppError, invalidField } from "../http/errors";
import { limitGuess } from "../http/rate-limits";
import { deriveKey } from "../secret";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";

type Account = typeof accounts.$inferSelect;

/** A code is taken for half a minute longer on both sides: clocks differ, and people type slowly. */
const window = 1;
const askFor = "Enter the code of your authenticator app, or a recovery code.";
const wrongCode = "This code is not right. Wait for the next one, or use a recovery code.";

const isOff = () => new AppError("conflict", "Two-factor sign-in is off.");

const totpOf = (secret: Secret, email: string) => new TOTP({ issuer: "Muster", label: email, secret });
const placeOf = ({ id }: Pick<Account, "id">) => ({ teamId: null, rowId: id });

function appOf(account: Account): TOTP {
  const secret = openSecret("two-factor", placeOf(account), account.totpSecret ?? "");
  return totpOf(Secret.fromBase32(secret), account.email);
}

/** A new secret, which counts only once a code of it was entered. */
export async function beginTwoFactor(ctx: Proven): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  const { email } = await ctx.db.transaction(async (tx) => {
    const account = await holdProof(tx, ctx);
    if (account.twoFactorSince) throw new AppError("conflict", "Two-factor sign-in is on already. Turn it off first.");
    const totpSecret = sealSecret("two-factor", placeOf(account), secret.base32);
    await tx.update(accounts).set({ totpSecret, totpStep: null }).where(eq(accounts.id, account.id));
    return account;
  });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/** The columns without a set-up that waits for its first code; none where two-factor sign-in is on. */
export const withoutSetup = ({ twoFactorSince }: Account): Partial<Account> =>
  twoFactorSince ? {} : { totpSecret: null, totpStep: null };

/** Turns it on by a first code of the app. Answers the recovery codes, which nothing can show again. */
export async function turnOn(ctx: Proven, code: string): Promise<string[]> {
  const forget = await limitGuess("code", ctx.principal.account.id, "set-up");
  const codes = newCodes();
  await ctx.db.transaction(async (tx) => {
    const account = await holdProof(tx, ctx);
    if (account.twoFactorSince || !account.totpSecret)
      throw new AppError("conflict", "Begin again: there is no set-up of two-factor sign-in under way.");
    if (!(await takeAppCode(tx, account, code)))
      throw invalidField("code", "This code is not right. Try the next one.");
    await tx
      .update(accounts)
      .set({ twoFactorSince: new Date(), recoveryCodes: hashesOf(account.id, codes) })
      .where(eq(accounts.id, account.id));
    await noteSecurity(tx, account, "two_factor_on", sourceOf(ctx.request));
  });
  await forget();
  return codes;
}

/** `detail` says who has done it where that was not the account's owner. */
export async function turnOff(tx: Tx, account: Account, source: Source, detail?: string): Promise<void> {
  const rows = await tx
    .update(accounts)
    .set({ totpSecret: null, totpStep: null, twoFactorSince: null, recoveryCodes: [] })
    .where(eq(accounts.id, account.id))
    .returning({ id: accounts.id });
  if (rows.length > 0 && account.twoFactorSince) await noteSecurity(tx, account, "two_factor_off", source, detail);
}

/** Ten new recovery codes in the place of those that are left. */
export async function renewCodes(tx: Tx, account: Account, source: Source): Promise<string[]> {
  const codes = newCodes();
  await tx
    .update(accounts)
    .set({ recoveryCodes: hashesOf(account.id, codes) })
    .where(eq(accounts.id, account.id));
  await noteSecurity(tx, account, "recovery_codes_renewed", source);
  return codes;
}

/**
 * Changes two-factor sign-in itself, which takes one of its codes: a password alone would otherwise undo what protects
 * against a stolen password. A code is used up only together with the change.
 */
export async function byCode<T>(
  ctx: Proven,
  code: string | undefined,
  change: (tx: Tx, account: Account, source: Source) => Promise<T>,
): Promise<T> {
  const { db, request } = ctx;
  const { account, tokenId } = ctx.principal;
  if (!account.twoFactorSince) throw isOff();
  if (!code?.trim()) throw invalidField("code", askFor);
  const source = sourceOf(request);
  const known = await knownSourceOf(db, account.id, request);
  const forget = await limitGuess("code", account.id, known ?? tokenId);
  const result = await db.transaction(async (tx) => {
    const now = await holdProof(tx, ctx);
    if (!now.twoFactorSince) throw isOff();
    if (!(await takeCode(tx, now, bare(code), source))) throw invalidField("code", wrongCode);
    return change(tx, now, source);
  });
  await forget();
  return result;
}

const newCodes = () =>
  Array.from({ length: recoveryCodesCount }, () => randomText(10).replace(/^.{5}/, (start) => `${start}-`));

/** Keyed: the codes are short enough to be tried out by whoever has the table alone. */
const hashOf = (accountId: string, code: string): string =>
  createHmac("sha256", deriveKey("recovery-code")).update(`${accountId} ${code}`).digest("base64url");
const hashesOf = (accountId: string, codes: string[]) => codes.map((code) => hashOf(accountId, bare(code)));

const bare = (code: string): string => code.toLowerCase().replace(/[\s-]/g, "");

/**
 * The second step of a sign-in, where the account has one. A guess is counted before it is looked at; what others try from
 * places that the account does not know keeps it out of none that it knows.
 */
export async function secondStep(
  db: Db,
  account: Account,
  code: string | undefined,
  { known, source }: { known: string | null; source: Source },
): Promise<void> {
  if (!account.twoFactorSince) return;
  if (!code?.trim()) throw new AppError("two_factor", askFor);
  const forget = await limitGuess("code", account.id, known);
  const right = await db.transaction((tx) => takeCode(tx, account, bare(code), source));
  if (!right) throw new AppError("two_factor", wrongCode, { issues: [{ path: "code", message: wrongCode }] });
  await forget();
}

const takeCode = (tx: Tx, account: Account, code: string, source: Source): Promise<boolean> =>
  /^\d{6}$/.test(code) ? takeAppCode(tx, account, code) : takeRecoveryCode(tx, account, code, source);

/** Takes no code twice, not even at the same moment. */
async function takeAppCode(tx: Tx, account: Account, code: string): Promise<boolean> {
  const timestamp = Date.now();
  const delta = appOf(account).validate({ token: bare(code), window, timestamp });
  if (delta === null) return false;
  const totpStep = TOTP.counter({ timestamp }) + delta;
  const fresh = or(isNull(accounts.totpStep), lt(accounts.totpStep, totpStep));
  const used = await tx
    .update(accounts)
    .set({ totpStep })
    .where(and(eq(accounts.id, account.id), eq(accounts.totpSecret, account.totpSecret ?? ""), fresh))
    .returning({ id: accounts.id });
  return used.length > 0;
}

async function takeRecoveryCode(tx: Tx, account: Account, code: string, source: Source): Promise<boolean> {
  const hash = hashOf(account.id, code);
  const [used] = await tx
    .update(accounts)
    .set({ recoveryCodes: sql`array_remove(${accounts.recoveryCodes}, ${hash})` })
    .where(and(eq(accounts.id, account.id), sql`${hash} = any(${accounts.recoveryCodes})`))
    .returning({ left: accounts.recoveryCodes });
  if (used) await noteSecurity(tx, account, "recovery_code_used", source, String(used.left.length));
  return used !== undefined;
}
