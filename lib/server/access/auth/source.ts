import { createHmac } from "node:crypto";
import { and, desc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { knownSourceTtlMs, maxKnownSources } from "@/lib/constants/limits";
import { deriveKey } from "../../platform/crypto/secret";
import type { Db, Reader } from "../../platform/db/client";
import { knownSources } from "../../platform/db/tables/account-events";
import { clientAddress } from "../../platform/http/front/client-address";
import { addressKey } from "../../platform/http/limits/rate-limit";

/** The origin of a call. */
export interface Source {
  address: string;
  /** The user agent. */
  userAgent: string;
}

const maxUserAgent = 400;

export const readSource = (request: Request): Source => ({
  address: clientAddress(request),
  userAgent: (request.headers.get("user-agent") ?? "").slice(0, maxUserAgent),
});

/** Marks a browser in which someone has signed in; it grants nothing. */
export const deviceCookie = "muster_device";
const inCookies = new RegExp(`(?:^|;\\s*)${deviceCookie}=([0-9a-z]{52})(?:;|$)`);

export const readDevice = (request: Request): string | undefined =>
  inCookies.exec(request.headers.get("cookie") ?? "")?.[1];

const hashKey = (text: string): string =>
  createHmac("sha256", deriveKey("known-source")).update(text).digest("base64url");

/** The browser comes first: people who share an address do not share a browser. */
const listSourceKeys = (request: Request, device = readDevice(request)): string[] => [
  ...(device ? [hashKey(`device ${device}`)] : []),
  hashKey(`address ${addressKey(clientAddress(request))}`),
];

/** The source's key if the account has signed in from it, otherwise null. Takes the same time without an account. */
export async function isKnownSource(
  db: Reader,
  accountId: string | undefined,
  request: Request,
): Promise<string | null> {
  const keys = listSourceKeys(request);
  const rows = await db
    .select({ key: knownSources.key })
    .from(knownSources)
    .where(and(eq(knownSources.accountId, accountId ?? ""), inArray(knownSources.key, keys)));
  return keys.find((key) => rows.some((row) => row.key === key)) ?? null;
}

/** Remembers where an account signed in; the oldest sources are dropped. */
export async function rememberSource(db: Db, accountId: string, request: Request, device: string): Promise<void> {
  const own = eq(knownSources.accountId, accountId);
  const lastUsed = new Date();
  const rows = listSourceKeys(request, device).map((key) => ({ accountId, key, lastUsed }));
  await db
    .insert(knownSources)
    .values(rows)
    .onConflictDoUpdate({ target: [knownSources.accountId, knownSources.key], set: { lastUsed } });
  const newest = db
    .select({ key: knownSources.key })
    .from(knownSources)
    .where(own)
    .orderBy(desc(knownSources.lastUsed))
    .limit(maxKnownSources);
  await db.delete(knownSources).where(and(own, notInArray(knownSources.key, newest)));
}

/** Forgets all known sources after a password change, because an attacker may have made it. */
export const forgetSources = (db: Pick<Db, "delete">, accountId: string) =>
  db.delete(knownSources).where(eq(knownSources.accountId, accountId));

export const sweepSources = (db: Db) =>
  db.delete(knownSources).where(lt(knownSources.lastUsed, new Date(Date.now() - knownSourceTtlMs)));
