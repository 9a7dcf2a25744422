import { and, eq, gt, isNull, or } from "drizzle-orm";
import { accounts } from "../accounts/table";
import { apiKeys } from "../apikeys/table";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { notHeld } from "./not-held";
import type { Principal } from "./principal";

/** What an API key leaves of its owner's rights. */
export interface KeyScope {
  name: string;
  /** Null: all of the owner's. */
  teamIds: string[] | null;
  permissions: number[];
}

const start = "mk_";
const shownLength = start.length + 8;

export const isApiKey = (token: string): boolean => token.startsWith(start);

/** A new secret with what is stored of it: its hash, and the beginning by which its owner knows it again. */
export function newApiKey() {
  const secret = `${start}${randomText(52)}`;
  return { secret, stored: { hash: hashToken(secret), prefix: secret.slice(0, shownLength) } };
}

const touchEveryMs = 60_000;

/** The key's owner as the caller, or null for a key that is unknown, rotated, deleted, expired, or of an account that is closed or deleted. */
export async function keyPrincipalOf(db: Db, token: string): Promise<Principal | null> {
  const now = new Date();
  const [row] = await db
    .select({ key: apiKeys, account: accounts })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.hash, hashToken(token)), or(isNull(apiKeys.expires), gt(apiKeys.expires, now))));
  if (!row || row.account.dateClosed || row.account.dateDeleted) return null;
  const { id, name, lastUsed, teamIds, permissions, expires } = row.key;
  if (!lastUsed || now.getTime() - lastUsed.getTime() > touchEveryMs)
    await db.update(apiKeys).set({ lastUsed: now }).where(notHeld(apiKeys.id, id));
  const scope = { name, teamIds, permissions };
  return { kind: "key", tokenId: id, csrf: "", byCookie: false, account: row.account, scope, expires };
}

/** The bits that are left. */
export const withinScope = <T extends number>(bits: T[], scope: KeyScope | null): T[] =>
  scope ? bits.filter((bit) => scope.permissions.includes(bit)) : bits;

/** Organisations with the teams that are left, and none without. */
export function teamsInScope<T extends { teams: { id: string }[] }>(orgs: T[], scope: KeyScope | null): T[] {
  const ids = scope?.teamIds;
  if (!ids) return orgs;
  const left = orgs.map((org) => ({ ...org, teams: org.teams.filter(({ id }) => ids.includes(id)) }));
  return left.filter(({ teams }) => teams.length > 0);
}
