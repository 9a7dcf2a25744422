import { createHmac } from "node:crypto";
import { and, desc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { knownSourceMs, knownSourcesMost } from "@/lib/constants/limits";
import type { Db } from "../db/client";
import { clientAddress } from "../http/client-address";
import { addressKey } from "../http/rate-limit";
import { deriveKey } from "../secret";
import { knownSources } from "../security/table";

/** From where somebody calls. */
export interface Source {
  address: string;
  /** The program, by its own words. */
  userAgent: string;
}

const userAgentMost = 400;

export const sourceOf = (request: Request): Source => ({
  address: clientAddress(request),
  userAgent: (request.headers.get("user-agent") ?? "").slice(0, userAgentMost),
});

/** Marks a browser in which somebody has signed in; it proves nothing but that. */
export const deviceCookie = "muster_device";
const inCookies = new RegExp(`(?:^|;\\s*)${deviceCookie}=([0-9a-z]{52})(?:;|$)`);

export const deviceOf = (request: Request): string | undefined =>
  inCookies.exec(request.headers.get("cookie") ?? "")?.[1];

const keyed = (text: string): string =>
  createHmac("sha256", deriveKey("known-source")).update(text).digest("base64url");

/** The browser before the address: who shares an address shares no browser. */
const keysOf = (request: Request, device = deviceOf(request)): string[] => [
  ...(device ? [keyed(`device ${device}`)] : []),
  keyed(`address ${addressKey(clientAddress(request))}`),
];

/** The source's key where the account has signed in from it, else null. Takes the same time without an account. */
export async function knownSourceOf(
  db: Pick<Db, "select">,
  accountId: string | undefined,
  request: Request,
): Promise<string | null> {
  const keys = keysOf(request);
  const rows = await db
    .select({ key: knownSources.key })
    .from(knownSources)
    .where(and(eq(knownSources.accountId, accountId ?? ""), inArray(knownSources.key, keys)));
  return keys.find((key) => rows.some((row) => row.key === key)) ?? null;
}

/** Keeps from where an account has signed in; the oldest of too many are forgotten. */
export async function keepSource(db: Db, accountId: string, request: Request, device: string): Promise<void> {
  const own = eq(knownSources.accountId, accountId);
  const lastUsed = new Date();
  const rows = keysOf(request, device).map((key) => ({ accountId, key, lastUsed }));
  await db
    .insert(knownSources)
    .values(rows)
    .onConflictDoUpdate({ target: [knownSources.accountId, knownSources.key], set: { lastUsed } });
  const newest = db
    .select({ key: knownSources.key })
    .from(knownSources)
    .where(own)
    .orderBy(desc(knownSources.lastUsed))
    .limit(knownSourcesMost);
  await db.delete(knownSources).where(and(own, notInArray(knownSources.key, newest)));
}

/** Whoever has the password may be the one who has changed it: all have to show themselves anew. */
export const forgetSources = (db: Pick<Db, "delete">, accountId: string) =>
  db.delete(knownSources).where(eq(knownSources.accountId, accountId));

export const sweepSources = (db: Db) =>
  db.delete(knownSources).where(lt(knownSources.lastUsed, new Date(Date.now() - knownSourceMs)));
