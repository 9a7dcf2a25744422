import { and, eq, gt, isNull, or } from "drizzle-orm";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { randomText } from "../../platform/ids/ids";
import { isNotLocked } from "./is-not-locked";
import { isLastUseDue } from "./last-used";
import type { AccountPrincipal } from "./principal";

/** The restrictions of an API key. */
export interface KeyScope {
  name: string;
  /** Null: all of the owner's. */
  teamIds: string[] | null;
  permissions: number[];
}

const start = "mk_";
const shownLength = start.length + 8;

export const isApiKey = (token: string): boolean => token.startsWith(start);

/** Also a mistyped key: a bearer without the prefix of another token. */
export const isMeantAsKey = (token: string): boolean => isApiKey(token) || !/^m\w{1,2}_/.test(token);

/** A new secret with its stored parts: the hash, and a prefix for its owner to recognize it. */
export function createApiKeySecret() {
  const secret = `${start}${randomText(52)}`;
  return { secret, stored: { hash: hashToken(secret), prefix: secret.slice(0, shownLength) } };
}

/**
 * Returns the key's owner as the caller, or null for a key that is unknown, rotated, deleted or expired, or whose account is
 * closed or deleted.
 */
export async function findKeyPrincipal(db: Db, token: string): Promise<AccountPrincipal | null> {
  const now = new Date();
  const [row] = await db
    .select({ key: apiKeys, account: accounts })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.hash, hashToken(token)), or(isNull(apiKeys.expires), gt(apiKeys.expires, now))));
  if (!row || row.account.dateClosed || row.account.dateDeleted) return null;
  const { id: tokenId, name, lastUsed, teamIds, permissions, expires } = row.key;
  if (isLastUseDue(lastUsed, now))
    await db.update(apiKeys).set({ lastUsed: now }).where(isNotLocked(apiKeys.id, tokenId));
  const scope = { name, teamIds, permissions };
  const ssoOrgIds = row.key.ssoOrgIds ?? [];
  return { kind: "key", tokenId, csrf: "", byCookie: false, account: row.account, scope, ssoOrgIds, expires };
}

/** The permissions within the scope. */
export const limitToScope = <T extends number>(bits: T[], scope: KeyScope | null): T[] =>
  scope ? bits.filter((bit) => scope.permissions.includes(bit)) : bits;

/** Organizations reduced to the teams within the scope; empty ones are removed. */
export function limitOrgsToScope<T extends { teams: { id: string }[] }>(orgs: T[], scope: KeyScope | null): T[] {
  const ids = scope?.teamIds;
  if (!ids) return orgs;
  const left = orgs.map((org) => ({ ...org, teams: org.teams.filter(({ id }) => ids.includes(id)) }));
  return left.filter(({ teams }) => teams.length > 0);
}
