import { timingSafeEqual } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { sessionIdleMs, sessionMaxMs } from "@/lib/constants/limits";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db } from "../../platform/db/client";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { newId, randomText } from "../../platform/ids/ids";
import { findKeyPrincipal, isApiKey, type KeyScope } from "./api-key";
import { isNotLocked } from "./is-not-locked";
import { isLastUseDue } from "./last-used";
import { readSource, type Source } from "./source";

export { hashToken };

export const sessionCookie = "muster_session";

/** The caller. A visitor of a share link is bound to one session. */
export interface Principal {
  kind: "session" | "key";
  /** The session's or key's id. */
  tokenId: string;
  /** Empty for a key, which browsers never send automatically. */
  csrf: string;
  /** True for cookie authentication: writes then require the CSRF token and a same-origin Origin. */
  byCookie: boolean;
  account: Pick<AccountRow, keyof typeof accountColumns>;
  /** Null for a session, which has the account's own permissions. */
  scope: KeyScope | null;
  /** The organizations with whose identity provider the session, or the one that created the key's secret, was signed in. */
  ssoOrgIds: readonly string[];
  /** Null: never. */
  expires: Date | null;
}

type AccountRow = typeof accounts.$inferSelect;

/** The caller of a call without a team: with everything that is stored about the account. */
export interface AccountPrincipal extends Principal {
  account: AccountRow;
}

/** Creates a session. Returns the token, of which only the hash is stored. */
export async function createSession(
  db: Pick<Db, "insert">,
  accountId: string,
  source?: Source,
  ssoOrgIds: readonly string[] = [],
): Promise<string> {
  const token = `ms_${randomText(52)}`;
  const expires = new Date(Date.now() + sessionMaxMs);
  await db.insert(tokens).values({
    id: newId("token"),
    hash: hashToken(token),
    purpose: "session",
    accountId,
    data: { csrf: randomText(32), ...(ssoOrgIds.length > 0 && { sso: ssoOrgIds }) },
    expires,
    ...source,
  });
  return token;
}

const readBearer = (request: Request): string | undefined =>
  /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];

const readCookie = (request: Request): string | undefined =>
  new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;\\s]{1,200})`).exec(request.headers.get("cookie") ?? "")?.[1];

export function readCredential(request: Request): { token: string; byCookie: boolean } | null {
  const bearer = readBearer(request);
  if (bearer) return { token: bearer, byCookie: false };
  const cookie = readCookie(request);
  return cookie ? { token: cookie, byCookie: true } : null;
}

/** All credentials in the request. */
export const readCredentials = (request: Request): string[] =>
  [readBearer(request), readCookie(request)].filter((token) => token !== undefined);

/** An address change is recorded sooner, but not when two clients alternate. */
const movedAfterMs = 5_000;

/** The account's columns for the caller of a team's call. */
export const accountColumns = {
  id: accounts.id,
  email: accounts.email,
  name: accounts.name,
  root: accounts.root,
  currentOrgId: accounts.currentOrgId,
  currentTeamId: accounts.currentTeamId,
  dateDeleted: accounts.dateDeleted,
  dateClosed: accounts.dateClosed,
};

/** The session columns needed for the principal. */
export const tokenColumns = {
  id: tokens.id,
  data: tokens.data,
  lastUsed: tokens.lastUsed,
  address: tokens.address,
  expires: tokens.expires,
};

interface TokenRow<A> {
  token: Pick<typeof tokens.$inferSelect, keyof typeof tokenColumns>;
  account: A;
}

/**
 * Null when the session is expired or idle, or its account is closed or deleted; otherwise records its use and address, at most
 * once a minute.
 */
export async function toPrincipal<A extends Principal["account"]>(
  db: Db,
  { token, account }: TokenRow<A>,
  byCookie: boolean,
  source?: Source,
): Promise<(Principal & { account: A }) | null> {
  const idle = Date.now() - token.lastUsed.getTime();
  if (idle > sessionIdleMs) return null;
  if (account.dateClosed || account.dateDeleted) return null;
  const moved = source !== undefined && source.address !== token.address && idle > movedAfterMs;
  if (moved || isLastUseDue(token.lastUsed))
    await db
      .update(tokens)
      .set({ lastUsed: new Date(), ...source })
      .where(isNotLocked(tokens.id, token.id));
  const { id: tokenId, data, expires } = token;
  const ssoOrgIds = readSsoOrgIds(data);
  return { kind: "session", tokenId, csrf: String(data.csrf), byCookie, account, scope: null, ssoOrgIds, expires };
}

/** The organizations with whose identity provider a session was signed in. */
export const readSsoOrgIds = ({ sso }: Record<string, unknown>): string[] =>
  Array.isArray(sso) ? sso.map(String) : [];

/** The session or API key of a token, or null when it is unknown, idle or expired. */
export async function findPrincipal(
  db: Db,
  token: string,
  byCookie: boolean,
  source?: Source,
): Promise<AccountPrincipal | null> {
  if (isApiKey(token)) return byCookie ? null : findKeyPrincipal(db, token);
  const [row] = await db
    .select({ token: tokenColumns, account: accounts })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(eq(tokens.hash, hashToken(token)), eq(tokens.purpose, "session"), gt(tokens.expires, new Date())));
  return row ? toPrincipal(db, row, byCookie, source) : null;
}

/** Authenticates by the bearer token, otherwise by the session cookie. */
export async function authenticate(db: Db, request: Request): Promise<AccountPrincipal | null> {
  const found = readCredential(request);
  return found && findPrincipal(db, found.token, found.byCookie, readSource(request));
}

export function isEqualToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
