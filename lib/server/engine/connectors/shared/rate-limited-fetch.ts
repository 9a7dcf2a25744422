import { setTimeout as sleep } from "node:timers/promises";
import { parseRetryAfter } from "./failure";

interface RateLimitOptions {
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
const isRetryLater = (status: number): boolean => status === 429 || status === 503 || status === 529;

/**
 * A fetch that spaces requests and obeys Retry-After. The last response is returned unchanged, so that the client builds its
 * own error. Bodies that cannot be sent twice (streams) are not retried.
 */
export function createRateLimitedFetch(send: typeof fetch, options: RateLimitOptions): typeof fetch {
  const { spacingMs = 0, maxWaitMs = 20_000, tries = 4, waitMs, signal } = options;
  let next = Number.NEGATIVE_INFINITY;
  async function waitForSlot(): Promise<void> {
    const now = performance.now();
    const wait = Math.max(0, next - now);
    next = now + wait + spacingMs;
    if (wait > 0) await sleep(wait, undefined, { signal });
  }
  return async (input, init) => {
    const isUnrepeatable = init?.body instanceof ReadableStream || (input instanceof Request && input.body !== null);
    for (let attempt = 1; ; attempt += 1) {
      await waitForSlot();
      const response = await send(input, { ...init, signal: joinSignals(init?.signal, signal) });
      if (isUnrepeatable || attempt === tries || !isRetryLater(response.status)) return response;
      const wait = parseRetryAfter(response.headers) ?? waitMs ?? 500 * 2 ** attempt;
      if (wait > maxWaitMs) return response;
      await response.body?.cancel();
      await sleep(wait, undefined, { signal });
    }
  };
}

const joinSignals = (one: AbortSignal | null | undefined, other: AbortSignal): AbortSignal =>
  one ? AbortSignal.any([one, other]) : other;
