import { isIPv6 } from "node:net";
import { RateLimiterMemory } from "rate-limiter-flexible";

export interface RateLimit {
  /** Attempts allowed within `duration`. */
  points: number;
  /** Seconds. */
  duration: number;
}

/**
 * Counts one attempt under a key. Gives undefined when it may go on, else the seconds to wait. A store that several
 * processes share (rate-limiter-flexible has one for PostgreSQL) would stand behind the same function.
 */
export type Limiter = (key: string) => Promise<number | undefined>;

const MAX_KEYS = 50_000;

/** An IPv6 customer has a whole /64 to choose addresses from, so the network is what counts. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** A limiter in memory that knows at most `maxKeys` keys: of more, the one unused for longest is forgotten. */
export function memoryLimiter(limit: RateLimit, maxKeys = MAX_KEYS): Limiter {
  const limiter = new RateLimiterMemory(limit);
  const keys = new Set<string>();
  return async (key) => {
    keys.delete(key);
    keys.add(key);
    const oldest = keys.size > maxKeys ? keys.values().next().value : undefined;
    if (oldest !== undefined) {
      keys.delete(oldest);
      await limiter.delete(oldest);
    }
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refused) {
      if (refused instanceof Error || typeof refused !== "object" || refused === null) throw refused;
      const wait = "msBeforeNext" in refused ? Number(refused.msBeforeNext) : 0;
      return Math.max(1, Math.ceil(wait / 1_000));
    }
  };
}
