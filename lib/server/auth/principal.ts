import { timingSafeEqual } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { sessionIdleMs, sessionMaxMs } from "@/lib/constants/limits";
import { accounts, tokens } from "../accounts/table";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { newId, randomText } from "../db/ids";
import { isApiKey, type KeyScope, keyPrincipalOf } from "./api-key";
import { notHeld } from "./not-held";
import { type Source, sourceOf } from "./source";

export { hashToken };

export const sessionCookie = "muster_session";

/** Who is calling. A visitor of a shared link is bound to one session. */
export interface Principal {
  kind: "session" | "key";
  /** The session's or the key's id. */
  tokenId: string;
  /** Empty for a key: no other site can send one along. */
  csrf: string;
  /** True when the cookie alone proved it: writes then need the csrf token and a same-origin Origin. */
  byCookie: boolean;
  account: typeof accounts.$inferSelect;
  /** Null for a session, whose rights are the account's own. */
  scope: KeyScope | null;
  /** Null: never. */
  expires: Date | null;
}

/** A new session for this account. The token is answered once; only its hash is stored. */
export async function startSession(db: Pick<Db, "insert">, accountId: string, source?: Source): Promise<string> {
  const token = `ms_${randomText(52)}`;
  const expires = new Date(Date.now() + sessionMaxMs);
  await db.insert(tokens).values({
    id: newId("token"),
    hash: hashToken(token),
    purpose: "session",
    accountId,
    data: { csrf: randomText(32) },
    expires,
    ...source,
  });
  return token;
}

const bearerIn = (request: Request): string | undefined =>
  /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];

const cookieIn = (request: Request): string | undefined =>
  new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;\\s]{1,200})`).exec(request.headers.get("cookie") ?? "")?.[1];

export function presented(request: Request): { token: string; byCookie: boolean } | null {
  const bearer = bearerIn(request);
  if (bearer) return { token: bearer, byCookie: false };
  const cookie = cookieIn(request);
  return cookie ? { token: cookie, byCookie: true } : null;
}

/** All that the request carries, whichever of them speaks for it. */
export const allPresented = (request: Request): string[] =>
  [bearerIn(request), cookieIn(request)].filter((token) => token !== undefined);

const touchEveryMs = 60_000;
/** A session that has moved is noted sooner, but not with each call of two that take turns. */
const movedAfterMs = 5_000;

/** What of a session's row the principal is made from. */
export const tokenColumns = {
  id: tokens.id,
  data: tokens.data,
  lastUsed: tokens.lastUsed,
  address: tokens.address,
  expires: tokens.expires,
};

interface Found {
  token: Pick<typeof tokens.$inferSelect, keyof typeof tokenColumns>;
  account: Principal["account"];
}

/** Null when the session was idle for too long or its account is closed or deleted; else notes at most once a minute that it is used, and from where. */
export async function principalFrom(
  db: Db,
  { token, account }: Found,
  byCookie: boolean,
  source?: Source,
): Promise<Principal | null> {
  const idle = Date.now() - token.lastUsed.getTime();
  if (idle > sessionIdleMs) return null;
  if (account.dateClosed || account.dateDeleted) return null;
  const moved = source !== undefined && source.address !== token.address && idle > movedAfterMs;
  if (moved || idle > touchEveryMs)
    await db
      .update(tokens)
      .set({ lastUsed: new Date(), ...source })
      .where(notHeld(tokens.id, token.id));
  const { id: tokenId, data, expires } = token;
  return { kind: "session", tokenId, csrf: String(data.csrf), byCookie, account, scope: null, expires };
}

/** The session or API key behind a token, or null when it is unknown, idle for too long or expired. */
export async function principalOf(
  db: Db,
  token: string,
  byCookie: boolean,
  source?: Source,
): Promise<Principal | null> {
  if (isApiKey(token)) return byCookie ? null : keyPrincipalOf(db, token);
  const [row] = await db
    .select({ token: tokenColumns, account: accounts })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(eq(tokens.hash, hashToken(token)), eq(tokens.purpose, "session"), gt(tokens.expires, new Date())));
  return row ? principalFrom(db, row, byCookie, source) : null;
}

/** Reads the bearer token, else the session cookie. */
export async function authenticate(db: Db, request: Request): Promise<Principal | null> {
  const found = presented(request);
  return found && principalOf(db, found.token, found.byCookie, sourceOf(request));
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
