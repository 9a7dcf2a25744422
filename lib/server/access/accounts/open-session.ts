import { and, eq, inArray } from "drizzle-orm";
import { sessionIdleMs } from "@/lib/constants/limits";
import type { Db, Tx } from "../../platform/db/client";
import { knownSources } from "../../platform/db/tables/account-events";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { AppError, notFound } from "../../platform/errors/errors";
import { randomText } from "../../platform/ids/ids";
import { createSession, hashToken, readCredentials, readSsoOrgIds } from "../auth/principal";
import { deviceCookie, isKnownSource, readDevice, readSource, rememberSource } from "../auth/source";
import { disconnectToken } from "../broadcast/disconnect";
import { createClosedAccountError } from "./closed";
import { recordSecurityEvent } from "./security-events";

/** The parts of a call that sign-in needs: its request and response cookies. */
export interface SignInContext {
  ctx: { db: Db; request: Request };
  setSession: (token: string) => void;
  setCookie: (name: string, value: string, seconds: number) => void;
}

const deviceSeconds = 365 * 24 * 3_600;

/** The account as it was when the credentials were verified. */
export type VerifiedAccount = Pick<typeof accounts.$inferSelect, "id" | "passwordHash" | "twoFactorSince">;

const createChangedError = () =>
  new AppError("unauthorized", "This account was changed in the meantime. Sign in again.");

/** Locks and returns the account if its credentials are unchanged. */
async function isUnchanged(tx: Tx, verified: VerifiedAccount) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, verified.id)).for("share");
  if (!account || account.dateDeleted) throw notFound("This account");
  if (account.dateClosed) throw createClosedAccountError();
  const [now, then] = [account.twoFactorSince?.getTime(), verified.twoFactorSince?.getTime()];
  if (account.passwordHash !== verified.passwordHash || (now !== undefined && now !== then)) throw createChangedError();
  return account;
}

/**
 * Ends the sessions that the request carries: the browser keeps only the new one, and the others could no longer be signed out.
 * Returns their ids, and the organizations whose identity provider had signed in the same account.
 */
async function endReplacedSession(tx: Tx, request: Request, accountId: string) {
  const hashes = readCredentials(request).map(hashToken);
  const ended = await tx
    .delete(tokens)
    .where(and(eq(tokens.purpose, "session"), inArray(tokens.hash, hashes)))
    .returning({
      id: tokens.id,
      accountId: tokens.accountId,
      data: tokens.data,
      lastUsed: tokens.lastUsed,
      expires: tokens.expires,
    });
  const now = new Date();
  const idleSince = new Date(now.getTime() - sessionIdleMs);
  const live = ended.filter((one) => one.accountId === accountId && one.lastUsed > idleSince && one.expires > now);
  return { replaced: ended.map(({ id }) => id), ssoOrgIds: live.flatMap(({ data }) => readSsoOrgIds(data)) };
}

/**
 * Signs in an account: replaces the browser's session, and marks browser and address as known. `ssoOrgId`: the organization
 * whose identity provider has confirmed the person. Returns the token.
 */
export async function openSession(call: SignInContext, verified: VerifiedAccount, ssoOrgId?: string): Promise<string> {
  const { db, request } = call.ctx;
  const source = readSource(request);
  const known = await isKnownSource(db, verified.id, request);
  const elsewhere = known === null && (await db.$count(knownSources, eq(knownSources.accountId, verified.id))) > 0;
  const { token, replaced } = await db.transaction(async (tx) => {
    const account = await isUnchanged(tx, verified);
    await recordSecurityEvent(tx, account, elsewhere ? "new_place" : "signed_in", source);
    const { replaced, ssoOrgIds } = await endReplacedSession(tx, request, account.id);
    const signedInWith = new Set(ssoOrgId === undefined ? ssoOrgIds : [...ssoOrgIds, ssoOrgId]);
    return { token: await createSession(tx, account.id, source, [...signedInWith]), replaced };
  });
  for (const tokenId of replaced) await disconnectToken(tokenId);
  await restoreCurrentTeam(call, verified.id);
  call.setSession(token);
  return token;
}

/** Marks the browser and address as known, so that failed attempts elsewhere do not lock them out. */
export async function restoreCurrentTeam(
  { ctx: { db, request }, setCookie }: SignInContext,
  accountId: string,
): Promise<void> {
  const device = readDevice(request) ?? randomText(52);
  await rememberSource(db, accountId, request, device);
  setCookie(deviceCookie, device, deviceSeconds);
}
