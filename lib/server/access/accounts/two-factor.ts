import { createHmac } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodesCount } from "@/lib/constants/limits";
import { deriveKey } from "../../platform/crypto/secret";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { AppError, invalidField } from "../../platform/errors/errors";
import { randomText } from "../../platform/ids/ids";
import { lockProof, type ProofContext } from "../auth/proof";
import { limitGuess } from "../auth/rate-limits";
import { isKnownSource, readSource, type Source } from "../auth/source";
import { recordSecurityEvent } from "./security-events";

type Account = typeof accounts.$inferSelect;

/** Accepts codes of the adjacent half minutes: clocks differ, and people type slowly. */
const stepTolerance = 1;
const requireCode = "Enter the code from your authenticator app, or a recovery code.";
const wrongCode = "This code is incorrect. Wait for the next one, or use a recovery code.";

const isOff = () => new AppError("conflict", "Two-factor authentication is off.");

const createTotp = (secret: Secret, email: string) => new TOTP({ issuer: "Muster", label: email, secret });
const toSecretOwner = ({ id }: Pick<Account, "id">) => ({ teamId: null, rowId: id });

function createAccountTotp(account: Account): TOTP {
  const secret = openSecret("two-factor", toSecretOwner(account), account.totpSecret ?? "");
  return createTotp(Secret.fromBase32(secret), account.email);
}

/** Creates a secret, which takes effect after its first code. */
export async function beginTwoFactor(ctx: ProofContext): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  const { email } = await ctx.db.transaction(async (tx) => {
    const account = await lockProof(tx, ctx);
    if (account.twoFactorSince) throw new AppError("conflict", "Two-factor authentication is already on.");
    const totpSecret = sealSecret("two-factor", toSecretOwner(account), secret.base32);
    await tx.update(accounts).set({ totpSecret, totpStep: null }).where(eq(accounts.id, account.id));
    return account;
  });
  return { secret: secret.base32, uri: createTotp(secret, email).toString() };
}

/** Columns that discard an unfinished setup; none when two-factor authentication is on. */
export const clearSetup = ({ twoFactorSince }: Account): Partial<Account> =>
  twoFactorSince ? {} : { totpSecret: null, totpStep: null };

/** Enables it with the app's first code. Returns the recovery codes, which cannot be shown again. */
export async function enableTwoFactor(ctx: ProofContext, code: string): Promise<string[]> {
  const forget = await limitGuess("code", ctx.principal.account.id, "set-up");
  const codes = createCodes();
  await ctx.db.transaction(async (tx) => {
    const account = await lockProof(tx, ctx);
    if (account.twoFactorSince || !account.totpSecret)
      throw new AppError("conflict", "Two-factor setup wasn't started. Start again.");
    if (!(await redeemAppCode(tx, account, code)))
      throw invalidField("code", "This code is incorrect. Try the next one.");
    await tx
      .update(accounts)
      .set({ twoFactorSince: new Date(), recoveryCodes: hashCodes(account.id, codes) })
      .where(eq(accounts.id, account.id));
    await recordSecurityEvent(tx, account, "two_factor_on", readSource(ctx.request));
  });
  await forget();
  return codes;
}

/** `detail` names who disabled it, if not the account's owner. */
export async function disableTwoFactor(tx: Tx, account: Account, source: Source, detail?: string): Promise<void> {
  const rows = await tx
    .update(accounts)
    .set({ totpSecret: null, totpStep: null, twoFactorSince: null, recoveryCodes: [] })
    .where(eq(accounts.id, account.id))
    .returning({ id: accounts.id });
  if (rows.length > 0 && account.twoFactorSince)
    await recordSecurityEvent(tx, account, "two_factor_off", source, detail);
}

/** Replaces the recovery codes by ten new ones. */
export async function renewCodes(tx: Tx, account: Account, source: Source): Promise<string[]> {
  const codes = createCodes();
  await tx
    .update(accounts)
    .set({ recoveryCodes: hashCodes(account.id, codes) })
    .where(eq(accounts.id, account.id));
  await recordSecurityEvent(tx, account, "recovery_codes_renewed", source);
  return codes;
}

/**
 * Changes two-factor authentication itself, which requires a code: a stolen password alone must not disable it. The code is consumed
 * only if the change succeeds.
 */
export async function changeWithCode<T>(
  ctx: ProofContext,
  code: string | undefined,
  change: (tx: Tx, account: Account, source: Source) => Promise<T>,
): Promise<T> {
  const { db, request } = ctx;
  const { account, tokenId } = ctx.principal;
  if (!account.twoFactorSince) throw isOff();
  if (!code?.trim()) throw invalidField("code", requireCode);
  const source = readSource(request);
  const known = await isKnownSource(db, account.id, request);
  const forget = await limitGuess("code", account.id, known ?? tokenId);
  const result = await db.transaction(async (tx) => {
    const now = await lockProof(tx, ctx);
    if (!now.twoFactorSince) throw isOff();
    if (!(await redeemCode(tx, now, normalizeCode(code), source))) throw invalidField("code", wrongCode);
    return change(tx, now, source);
  });
  await forget();
  return result;
}

const createCodes = () =>
  Array.from({ length: recoveryCodesCount }, () => randomText(10).replace(/^.{5}/, (start) => `${start}-`));

/** Keyed, because codes are short enough for a brute-force attack on the table. */
const hashCode = (accountId: string, code: string): string =>
  createHmac("sha256", deriveKey("recovery-code")).update(`${accountId} ${code}`).digest("base64url");
const hashCodes = (accountId: string, codes: string[]) => codes.map((code) => hashCode(accountId, normalizeCode(code)));

const normalizeCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, "");

/**
 * Verifies the second factor, if enabled. Attempts are counted before checking; attempts from unknown places do not lock out
 * known ones.
 */
export async function verifySecondStep(
  db: Db,
  account: Account,
  code: string | undefined,
  { known, source }: { known: string | null; source: Source },
): Promise<void> {
  if (!account.twoFactorSince) return;
  if (!code?.trim()) throw new AppError("two_factor", requireCode);
  const forget = await limitGuess("code", account.id, known);
  const right = await db.transaction((tx) => redeemCode(tx, account, normalizeCode(code), source));
  if (!right) throw new AppError("two_factor", wrongCode, { issues: [{ path: "code", message: wrongCode }] });
  await forget();
}

const redeemCode = (tx: Tx, account: Account, code: string, source: Source): Promise<boolean> =>
  /^\d{6}$/.test(code) ? redeemAppCode(tx, account, code) : redeemRecoveryCode(tx, account, code, source);

/** A code is accepted only once, even concurrently. */
async function redeemAppCode(tx: Tx, account: Account, code: string): Promise<boolean> {
  const timestamp = Date.now();
  const delta = createAccountTotp(account).validate({ token: normalizeCode(code), window: stepTolerance, timestamp });
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

async function redeemRecoveryCode(tx: Tx, account: Account, code: string, source: Source): Promise<boolean> {
  const hash = hashCode(account.id, code);
  const [used] = await tx
    .update(accounts)
    .set({ recoveryCodes: sql`array_remove(${accounts.recoveryCodes}, ${hash})` })
    .where(and(eq(accounts.id, account.id), sql`${hash} = any(${accounts.recoveryCodes})`))
    .returning({ left: accounts.recoveryCodes });
  if (used) await recordSecurityEvent(tx, account, "recovery_code_used", source, String(used.left.length));
  return used !== undefined;
}
