import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { getTableName } from "drizzle-orm";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { RateLimit } from "@/lib/contract/base/rate-limits";
import { openDatabase } from "../../db/client";
import { rateLimits } from "../../db/tables/rate-limits";

export interface Limiter {
  /** Counts one attempt. Returns undefined when it is allowed, otherwise the seconds to wait. */
  (key: string): Promise<number | undefined>;
  refund(key: string): Promise<void>;
}

/** An IPv6 customer has a whole /64, so the network is limited. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone = ""] = address.split("%", 1);
  const [head = "", tail] = withoutZone.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The current database, which tests close and reopen. */
const store = {
  query: async (statement: { text: string; values: unknown[] }) => (await openDatabase()).pool.query(statement),
};

/** A limiter shared by all processes. A blocked key is not queried again until its window ends. */
export function sharedLimiter(name: string, limit: RateLimit): Limiter {
  const limiter = new RateLimiterPostgres({
    ...limit,
    storeClient: store,
    storeType: "pool",
    tableName: getTableName(rateLimits),
    tableCreated: true,
    inMemoryBlockOnConsumed: limit.points + 1,
  });
  return wrapLimiter(name, limiter);
}

/** A limiter of this process only, for cheap operations. */
export const localLimiter = (name: string, limit: RateLimit): Limiter =>
  wrapLimiter(name, new RateLimiterMemory(limit));

/**
 * A limiter shared by all processes whose keys have their own maxima. Returns undefined when the call is allowed, otherwise the
 * seconds to wait.
 */
export function variableLimiter(
  name: string,
  duration: number,
): (key: string, max: number) => Promise<number | undefined> {
  const limiter = new RateLimiterPostgres({
    points: 2 ** 31 - 1,
    duration,
    storeClient: store,
    storeType: "pool",
    tableName: getTableName(rateLimits),
    tableCreated: true,
  });
  return async (key, max) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(toHashedKey(name, key));
    return consumedPoints > max ? Math.max(1, Math.ceil(msBeforeNext / 1_000)) : undefined;
  };
}

const toHashedKey = (name: string, key: string): string =>
  createHash("sha256").update(`${name} ${key}`).digest("base64url");

function wrapLimiter(name: string, limiter: RateLimiterAbstract): Limiter {
  const take = async (key: string): Promise<number | undefined> => {
    try {
      await limiter.consume(toHashedKey(name, key));
      return undefined;
    } catch (refused) {
      if (refused instanceof Error || typeof refused !== "object" || refused === null) throw refused;
      const wait = "msBeforeNext" in refused ? Number(refused.msBeforeNext) : 0;
      return Math.max(1, Math.ceil(wait / 1_000));
    }
  };
  const refund = async (key: string): Promise<void> => {
    await limiter.reward(toHashedKey(name, key));
  };
  return Object.assign(take, { refund });
}
