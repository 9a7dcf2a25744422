import type { Reply } from "./client";

/** Ranks from 1; equal values share the middle of theirs. */
function ranks(values: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

/**
 * Mann and Whitney's test of two samples, as standard deviations from what chance gives: beyond 3.3 on either side it
 * happens once in a thousand times where nothing tells the samples apart.
 */
export function zScore(one: number[], other: number[]): number {
  const [n, m] = [one.length, other.length];
  const sum = ranks([...one, ...other])
    .slice(0, n)
    .reduce((a, b) => a + b, 0);
  const u = sum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

/** Everything of an answer that a caller sees, but for the request's own id. */
export const seenIn = ({ status, body, response }: Reply<unknown>): string => {
  const headers = [...response.headers].filter(([name]) => !["x-request-id", "set-cookie"].includes(name));
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "="));
  return JSON.stringify({ status, body, headers, cookies });
};

type Ask = (known: boolean) => Promise<Reply<unknown>>;

/** Asks for a known and an unknown one in turn; what was seen of each, and how long each took. */
export async function compare(ask: Ask, times: number) {
  const seen = { known: new Set<string>(), unknown: new Set<string>() };
  const ms = { known: [] as number[], unknown: [] as number[] };
  // The first ones load code and fill caches.
  for (let i = -3; i < times; i += 1)
    for (const which of i % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const began = performance.now();
      const reply = await ask(which === "known");
      const took = performance.now() - began;
      if (i < 0) continue;
      seen[which].add(seenIn(reply));
      ms[which].push(took);
    }
  return { seen, z: zScore(ms.known, ms.unknown), ms };
}
