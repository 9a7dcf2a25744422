import { setTimeout as sleep } from "node:timers/promises";
import { retryAfterOf } from "./failure";

interface Manners {
  /** Minimum time between the starts of two requests, for services with a limit per second. */
  spacingMs?: number;
  /** Maximum Retry-After to wait for; longer ones are reported as a rate limit. */
  maxWaitMs?: number;
  /** Wait without Retry-After. Absent: exponential backoff. */
  waitMs?: number;
  tries?: number;
  signal: AbortSignal;
}

/** Statuses that request a retry later. Other failures are the caller's. */
const asksToWait = (status: number): boolean => status === 429 || status === 503 || status === 529;

/**
 * A fetch that spaces requests and obeys Retry-After. The last response is returned unchanged, so that the client builds its
 * own error. Bodies that cannot be sent twice (streams) are not retried.
 */
export function politeFetch(way: typeof fetch, manners: Manners): typeof fetch {
  const { spacingMs = 0, maxWaitMs = 20_000, tries = 4, waitMs, signal } = manners;
  let next = Number.NEGATIVE_INFINITY;
  async function turn(): Promise<void> {
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + spacingMs;
    if (wait > 0) await sleep(wait, undefined, { signal });
  }
  return async (input, init) => {
    const once = init?.body instanceof ReadableStream || (input instanceof Request && input.body !== null);
    for (let attempt = 1; ; attempt += 1) {
      await turn();
      const answer = await way(input, { ...init, signal: joined(init?.signal, signal) });
      if (once || attempt === tries || !asksToWait(answer.status)) return answer;
      const wait = retryAfterOf(answer.headers) ?? waitMs ?? 500 * 2 ** attempt;
      if (wait > maxWaitMs) return answer;
      await answer.body?.cancel();
      await sleep(wait, undefined, { signal });
    }
  };
}

const joined = (one: AbortSignal | null | undefined, other: AbortSignal): AbortSignal =>
  one ? AbortSignal.any([one, other]) : other;
