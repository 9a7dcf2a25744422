import { setTimeout as sleep } from "node:timers/promises";
import { log } from "./log";

const longestMs = 5_000;

interface RetryOptions {
  /** Whether work that failed like this may succeed a moment later. */
  isPassing: (error: unknown) => boolean;
  /** No try begins later than so many milliseconds after the first. */
  patienceMs: number;
  /** No other try begins once it is aborted. */
  signal?: AbortSignal;
}

/** Milliseconds before the next try: doubled each time, up to half of it by chance, so that many do not come back together. */
export const backoffMs = (tries: number, firstMs = 100): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);

/** Does work again, with exponential backoff and jitter, while its failure may pass. Throws its last failure. */
export async function retry<T>(work: () => Promise<T>, { isPassing, patienceMs, signal }: RetryOptions): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = backoffMs(tries);
      if (!isPassing(error) || performance.now() + waitMs > until) throw error;
      if (tries === 0) log().warn({ err: error }, "failed for the moment and is tried again");
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
